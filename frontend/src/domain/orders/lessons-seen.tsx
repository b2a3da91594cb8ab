import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonsSeen as Lessons } from '../../../../backend/api/contract/payments.ts';
import { courseSlug } from '../../../../backend/api/contract/slug.ts';
import { api } from '../../api/api.ts';
import { PAST_NAME } from '../../lib/asked-past.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/query-state.tsx';
import './orders.css';
import './texts.ts';

interface Props {
  userId: number;
  orderId: number;
  course: { id: number; nombre: string };
  /** Who bought sees the course's page of that day: its classes were not theirs yet. */
  own: boolean | undefined;
}
type Part = Omit<Lessons['modulos'][number]['clases'][number], 'subtemas'>;

/** An address of the school as it was at a moment. */
const asOf = (path: string, moment: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [PAST_NAME]: moment })}`;

/** The classes of a course as they were at a purchase, each with its version. They are asked for when somebody unfolds them. */
export function LessonsSeen(props: Props) {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState(false);
  return (
    <details className="order-lessons" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('lessons')}</summary>
      {open ? <Unfolded {...props} /> : null}
    </details>
  );
}

function Unfolded({ userId, orderId, course, own }: Props) {
  const { t } = useTranslation('orders');
  const query = api.useOrderLessonsQuery({ userId, orderId, courseId: course.id });
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('lessonsFailed')} rows={3} />;
  const { fecha } = data;
  const link = (path: string, text: string, lang?: string) => (
    <a href={asOf(path, fecha)} target="_blank" rel="noreferrer" lang={lang}>
      {text}
    </a>
  );
  const part = (one: Part, at: { moduleId: number; sessionId: number; subtema?: number }) => (
    <>
      {own ? <span lang="es">{one.titulo}</span> : link(paths.course(course.id, at), one.titulo, 'es')}{' '}
      <span className="muted">
        {t('dated', { version: one.version, date: formatDate(one.fecha) })} ·{' '}
        {one.cambios > 0 ? t('changed', { count: one.cambios }) : t('same')}
      </span>
    </>
  );
  const { modulos } = data;
  return (
    <>
      <p className="muted">{own ? link(paths.coursePage(courseSlug(course)), t('courseThen')) : t('asThen')}</p>
      {modulos.every(({ clases }) => clases.length === 0) ? <p className="muted">{t('noLessons')}</p> : null}
      {modulos.map(({ id: moduleId, nombre, clases }) => (
        <section key={moduleId}>
          <p lang="es">{nombre}</p>
          <ol>
            {clases.map(({ subtemas, ...klass }) => (
              <li key={klass.id}>
                {part(klass, { moduleId, sessionId: klass.id })}
                {subtemas.length > 0 ? (
                  <ul>
                    {subtemas.map((one) => (
                      <li key={one.id}>{part(one, { moduleId, sessionId: klass.id, subtema: one.id })}</li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
