import './texts.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import './publishing.css';

const EVERY_MS = 15_000;
export interface EditorPlace {
  tipo: 'curso' | 'modulo' | 'sesion';
  id: number;
}

/** Reports where in the course this window is, as long as it shows it; and that it leaves. */
function useHere(courseId: number, { tipo, id }: EditorPlace): void {
  const [say] = api.useEditingHereMutation();
  const [ventana] = useState(() => crypto.randomUUID());
  useEffect(() => {
    const here = () => void say({ id: courseId, body: { ventana, lugar: { tipo, id } } });
    here();
    const timer = setInterval(here, EVERY_MS);
    return () => clearInterval(timer);
  }, [say, courseId, ventana, tipo, id]);
  useEffect(() => {
    const leave = () => void say({ id: courseId, body: { ventana, sale: true } });
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [say, courseId, ventana]);
}

/** Who else is editing this course, and where. */
export function CourseEditors({ courseId, place }: { courseId: number; place: EditorPlace }) {
  const { t } = useTranslation('publishing');
  useHere(courseId, place);
  const { data } = api.useCourseEditorsQuery(courseId);
  const others = [...new Map((data ?? []).filter(({ yo }) => !yo).map((one) => [one.id, one])).values()];
  return (
    <div className="editors" role="status" aria-label={t('people.label')}>
      {others.map(({ id, nombre, lugar }) => {
        const same = lugar?.tipo === place.tipo && lugar.id === place.id;
        const text = same
          ? t('people.same', { name: nombre })
          : lugar
            ? t('people.place', { name: nombre, place: lugar.titulo })
            : t('people.whole', { name: nombre });
        return (
          <span key={id} className="editors-one" data-same={same || undefined}>
            <Avatar name={nombre} picture={null} size={24} />
            <span>{text}</span>
          </span>
        );
      })}
    </div>
  );
}
