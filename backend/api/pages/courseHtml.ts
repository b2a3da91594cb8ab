import { presentClasses, presentModules } from '../../../events/outline.ts';
import { type CourseSummary, rankOf, summaryOf } from '../../projections/courseSummary.ts';
import type { CourseDoc } from '../../projections/courses.ts';
import { difficulties } from '../answers/courses.ts';
import { moneyText } from '../answers/siteValues.ts';
import type { BundleRecord } from '../contract/bundles.ts';
import { money } from '../contract/money.ts';
import { courseSlug } from '../contract/slug.ts';
import { escapeHtml } from './html.ts';
import type { PageTexts } from './pageTexts.ts';

export const coursePath = ({ courseId, title }: Pick<CourseSummary, 'courseId' | 'title'>): string =>
  `/cursos/${courseSlug({ id: courseId, nombre: title })}`;

type Prominent = Pick<CourseDoc, 'featured' | 'place' | 'courseId'>;
export const byProminence = (one: Prominent, other: Prominent): number => rankOf(one) - rankOf(other) || one.courseId - other.courseId;

const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;

/** The content of pages about courses and bundles, as HTML, as far as it can be shown without scripts. */
export function createCourseHtml(texts: PageTexts) {
  const priceOf = ({ price, tier }: CourseSummary): string => {
    if (price && price.amount > 0) return moneyText(price);
    return tier === 'premium' ? texts.premiumOnly : texts.free;
  };
  const plural = new Intl.PluralRules('es-MX');
  const counted = (classes: number): string =>
    (texts.classes[plural.select(classes)] ?? texts.classes.other ?? '').replace('{{count}}', String(classes));
  const facts = (course: CourseSummary, classes: number): string =>
    escapeHtml([texts.level[difficulties[course.difficulty]] ?? '', counted(classes), priceOf(course)].join(' · '));
  return {
    /** `more` follows the courses. */
    listing: (all: readonly CourseSummary[], more = ''): string =>
      `<h1>${escapeHtml(texts.courses)}</h1><ul>${all
        .map(
          (course) =>
            `<li><h2><a href="${escapeHtml(coursePath(course))}">${escapeHtml(course.title)}</a></h2><p>${escapeHtml(course.description)}</p><p>${facts(course, course.counts.classes)}</p></li>`,
        )
        .join('')}</ul>${more}`,
    course(course: CourseDoc): string {
      const modules = presentModules(course);
      const objectives = [...new Set(modules.flatMap((module) => module.objectives.map(({ text }) => text)))];
      const classes = modules.flatMap(presentClasses).length;
      return `<h1>${escapeHtml(course.title)}</h1><p>${facts(summaryOf(course), classes)}</p><p>${escapeHtml(course.description)}</p>${list(objectives)}${modules
        .map((module) => `<h2>${escapeHtml(module.title)}</h2>${list(presentClasses(module).map(({ title }) => title))}`)
        .join('')}<p><a href="/list-courses">${escapeHtml(texts.courses)}</a></p>`;
    },
    bundle({ titulo, descripcion, precio, moneda, suma, en_venta, cursos }: BundleRecord): string {
      const priced = (amount: number): string => escapeHtml(money(amount, moneda));
      const price = en_venta && precio !== null ? `<p>${priced(precio)} <s>${priced(suma)}</s></p>` : '';
      const items = cursos.map(({ slug, nombre }) => {
        const name = escapeHtml(nombre);
        return `<li>${slug === null ? name : `<a href="/cursos/${escapeHtml(slug)}">${name}</a>`}</li>`;
      });
      return `<h1>${escapeHtml(titulo)}</h1><p>${escapeHtml(descripcion)}</p>${price}<ol>${items.join('')}</ol>`;
    },
  };
}
