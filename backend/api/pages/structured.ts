import type { SchoolSettings } from '../../../events/site.ts';
import type { CourseSummary } from '../../projections/courseSummary.ts';
import { difficulties, tiers } from '../answers/courses.ts';
import type { BundleRecord } from '../contract/bundles.ts';
import type { SiteRecord } from '../contract/site.ts';
import { coursePath } from './courseHtml.ts';
import type { SiteAddresses } from './heads.ts';
import type { PageTexts } from './pageTexts.ts';

/** The data of a page for search engines (schema.org). */
export const graph = (...all: (object | null)[]): object => ({
  '@context': 'https://schema.org',
  '@graph': all.filter((one) => one !== null),
});

export function createStructured({ at, logoOf }: SiteAddresses, texts: PageTexts) {
  const provider = { '@id': at('/#escuela') };
  return {
    school: (school: SchoolSettings): object => ({
      '@type': 'EducationalOrganization',
      ...provider,
      name: school.name,
      url: at('/'),
      logo: logoOf(school) ?? at('/icon-512.png'),
      email: school.email,
      ...(school.phone && { telephone: school.phone }),
      ...(school.address && { address: school.address }),
      ...(school.socials.length > 0 && { sameAs: school.socials.map(({ url }) => url) }),
    }),
    course: (course: CourseSummary, rating?: { average: number | null; count: number }): object => ({
      '@type': 'Course',
      '@id': at(coursePath(course)),
      url: at(coursePath(course)),
      name: course.title,
      description: course.description,
      inLanguage: 'es-MX',
      provider,
      educationalLevel: texts.level[difficulties[course.difficulty]],
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'online',
        ...(course.counts.minutes > 0 && { courseWorkload: `PT${course.counts.minutes}M` }),
      },
      offers: {
        '@type': 'Offer',
        category: course.price && course.price.amount > 0 ? 'Paid' : tiers[course.tier] === 'Premium' ? 'Subscription' : 'Free',
        ...(course.price && { price: course.price.amount / 100, priceCurrency: course.price.currency }),
      },
      ...(rating?.average != null && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
    }),
    bundle: ({ slug, titulo, descripcion, precio, moneda, en_venta, cursos }: BundleRecord): object => {
      const url = at(`/paquetes/${slug}`);
      return {
        '@type': 'EducationalOccupationalProgram',
        '@id': url,
        url,
        name: titulo,
        description: descripcion,
        provider,
        hasCourse: cursos.flatMap(({ slug: of, nombre }) =>
          of === null ? [] : [{ '@type': 'Course', '@id': at(`/cursos/${of}`), url: at(`/cursos/${of}`), name: nombre }],
        ),
        ...(en_venta &&
          precio !== null && {
            offers: {
              '@type': 'Offer',
              category: 'Paid',
              price: precio,
              priceCurrency: moneda,
              url,
              availability: 'https://schema.org/InStock',
            },
          }),
      };
    },
    premium: (prices: SiteRecord['precios']): object[] =>
      prices.map(({ monto, moneda, desde }) => ({
        '@type': 'Offer',
        name: texts.site.pricing.premium,
        url: at('/pricing'),
        price: monto,
        priceCurrency: moneda,
        validFrom: desde,
        offeredBy: provider,
      })),
  };
}
