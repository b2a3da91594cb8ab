import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { courseSlug } from '../../../../backend/api/contract/slug.ts';
import { api } from '../../api/api.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { LinkThen, PartThen } from './part-then.tsx';
import './orders.css';
import './texts.ts';

interface Props {
  userId: number;
  orderId: number;
  course: { id: number; nombre: string };
  /** Who bought sees the course's page of that day: its classes were not theirs yet. */
  own: boolean | undefined;
}

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
  const { fecha, modulos } = data;
  const moment = own ? null : fecha;
  return (
    <>
      <p className="muted">
        {own ? (
          <LinkThen to={paths.coursePage(courseSlug(course))} moment={fecha}>
            {t('courseThen')}
          </LinkThen>
        ) : (
          t('asThen')
        )}
      </p>
      {modulos.every(({ clases }) => clases.length === 0) ? <p className="muted">{t('noLessons')}</p> : null}
      {modulos.map(({ id: moduleId, nombre, clases }) => (
        <section key={moduleId}>
          <p lang="es">{nombre}</p>
          <ol>
            {clases.map(({ subtemas, ...klass }) => (
              <li key={klass.id}>
                <PartThen of={klass} courseId={course.id} at={{ moduleId, sessionId: klass.id }} moment={moment} />
                {subtemas.length > 0 ? (
                  <ul>
                    {subtemas.map((one) => (
                      <li key={one.id}>
                        <PartThen of={one} courseId={course.id} at={{ moduleId, sessionId: klass.id, subtema: one.id }} moment={moment} />
                      </li>
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
