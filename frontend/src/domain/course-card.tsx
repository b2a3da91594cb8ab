import { useTranslation } from 'react-i18next';
import { grouped, money } from '../lib/figures.ts';
import { type CardAction, type Course, priceOf } from './course.ts';
import { useCourseTime } from './course-time.ts';
import { Level } from './level.tsx';
import { CourseImage } from './route-art.tsx';
import { TierTag } from './tier-tag.tsx';
import './course-card.css';

export const useInstructorName = () => {
  const { t } = useTranslation();
  return (course: Pick<Course, 'instructor' | 'id_maestro'>): string | null =>
    course.instructor ?? (course.id_maestro === null ? null : t('course.instructorFallback', { id: course.id_maestro }));
};

/** `action`: what the person may do; who has access, or gets it with their plan, is shown no price. */
export function PriceTag({ course, action }: { course: Course; action?: CardAction }) {
  const { t } = useTranslation();
  const price = priceOf(course);
  if (action?.kind === 'continue') return null;
  if (action?.kind === 'start' && course.tipo === 'Premium')
    return (
      <p className="price">
        <strong>{t('course.inYourPlan')}</strong>
      </p>
    );
  const before = price.kind === 'priced' && course.price && course.price > (course.precio ?? 0) ? money(course.price, course.moneda) : null;
  return (
    <p className="price">
      {before ? (
        <s className="muted">
          <span className="sr">{t('course.previousPrice', { price: '' })}</span>
          {before}
        </s>
      ) : null}
      <strong>{price.kind === 'priced' ? price.text : t(price.kind === 'free' ? 'course.free' : 'course.inPremium')}</strong>
      {course.pesos ? <span className="muted">≈ {grouped(course.pesos)} MXN</span> : null}
    </p>
  );
}

/** Average of real reviews, never an invented one (C-34). */
export function Rating({ course }: { course: Course }) {
  const { t } = useTranslation();
  if (course.rating === null || course.reviews === 0) return <span className="muted">{t('course.noReviews')}</span>;
  const rating = grouped(course.rating, 1);
  return (
    <span className="review">
      <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
        <path d="m8 1.2 2 4.4 4.8.6-3.5 3.3.9 4.8L8 11.9l-4.2 2.4.9-4.8L1.2 6.2 6 5.6Z" fill="var(--cempasuchil-series)" />
      </svg>
      <span aria-hidden="true">
        {rating} <span className="muted">({course.reviews})</span>
      </span>
      <span className="sr">{t('course.rating', { rating, count: course.reviews })}</span>
    </span>
  );
}

/** The card of a course in a grid. `action` is its button; `note` explains why there is none. */
export function CourseCard({
  course,
  action,
  may,
  note,
  heading: Heading = 'h3',
}: {
  course: Course;
  action: React.ReactNode;
  /** What the person may do with it, where that is known. */
  may?: CardAction;
  note?: React.ReactNode;
  heading?: 'h2' | 'h3';
}) {
  const { t } = useTranslation();
  const instructor = useInstructorName()(course);
  const time = useCourseTime()(course, { short: true });
  return (
    <article className="course" aria-labelledby={`curso-${course.id}`}>
      <div className="course-image">
        <CourseImage course={course} />
      </div>
      <div className="course-body">
        <div className="row course-marks">
          <Level value={course.dificultad} />
          <TierTag tipo={course.tipo} />
        </div>
        <Heading lang="es" className="course-title" id={`curso-${course.id}`}>
          {course.nombre}
        </Heading>
        <p lang="es" className="course-description muted">
          {course.descripcion}
        </p>
        <dl className="course-facts">
          {instructor ? (
            <div>
              <dt className="sr">{t('role.instructor')}</dt>
              <dd>{instructor}</dd>
            </div>
          ) : null}
          <div>
            <dt className="sr">{t('course.contents')}</dt>
            <dd className="num">
              {t('course.classes', { count: course.totalSesiones })}
              {time ? ` · ${time}` : ''}
            </dd>
          </div>
          <div>
            <dt className="sr">{t('course.ratingLabel')}</dt>
            <dd>
              <Rating course={course} />
              <span className="muted"> · {t('course.students', { count: course.students })}</span>
            </dd>
          </div>
        </dl>
        <div className="course-foot">
          <PriceTag course={course} {...(may && { action: may })} />
          {action}
        </div>
        {note}
      </div>
    </article>
  );
}
