import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '../../domain/course.ts';
import { moved } from '../../lib/order.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { MoveButtons, useMoves } from '../../ui/move-buttons.tsx';
import { FRONT } from './course-list.ts';

interface Props {
  /** The featured courses, in their order. */
  courses: readonly Course[];
  onClose: () => void;
  onSave: (order: readonly number[]) => Promise<unknown>;
}

/** Which featured courses the landing page shows, and in what order. */
export function FeaturedOrder({ courses, onClose, onSave }: Props) {
  const { t } = useTranslation('admin');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [said, setSaid] = useState('');
  const { list, keep } = useMoves();
  // Another person may change which courses are featured while this is open.
  const ids = courses.map(({ id }) => id);
  const order = [...chosen.filter((id) => ids.includes(id)), ...ids.filter((id) => !chosen.includes(id))];
  return (
    <Confirm open onClose={onClose} title={t('courses.order.title')} confirmLabel={t('courses.order.save')} onConfirm={() => onSave(order)}>
      <div className="stack">
        <p className="muted">{t('courses.order.lead', { count: FRONT })}</p>
        <span className="sr" role="status">
          {said}
        </span>
        <ol className="featured-order" ref={list}>
          {order.map((id, index) => {
            const course = courses.find((one) => one.id === id);
            if (!course) return null;
            return (
              <li key={id}>
                <span className="featured-order-name">
                  <span lang="es">{course.nombre}</span>
                  {course.estado === 1 ? null : <span className="muted"> · {t('courses.draft')}</span>}
                </span>
                <MoveButtons
                  id={id}
                  index={index}
                  total={order.length}
                  labelOf={(by) => t(by < 0 ? 'courses.order.upOf' : 'courses.order.downOf', { course: course.nombre })}
                  onMove={(by) => {
                    const to = moved(order, id, by);
                    if (to === order) return;
                    keep(id, by);
                    setChosen(to);
                    setSaid(t('courses.order.place', { course: course.nombre, place: to.indexOf(id) + 1, total: to.length }));
                  }}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </Confirm>
  );
}
