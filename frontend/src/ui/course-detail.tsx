import { useTranslation } from 'react-i18next';
import type { Outline } from '../../../backend/api/contract/catalogue.ts';
import type { Course } from '../lib/course.ts';
import { call } from '../lib/http.ts';
import { useResource } from '../lib/use-resource.ts';
import { PriceTag, Rating, useInstructorName } from './course-card.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';
import { Level } from './level.tsx';
import { courseTone, RouteArt } from './route-art.tsx';
import { Bone, Skeleton } from './skeleton.tsx';
import './course-detail.css';

/** 'Más información' of a course: its route, module by module (A20). `action` is the same button as on its card. */
export function CourseDetail({ course, onClose, action }: { course: Course | null; onClose: () => void; action?: React.ReactNode }) {
  return (
    <Dialog open={course !== null} onClose={onClose} title={course?.nombre ?? ''} side="right" footer={action}>
      {course ? <Content course={course} /> : null}
    </Dialog>
  );
}

function Content({ course }: { course: Course }) {
  const { t } = useTranslation();
  const instructor = useInstructorName()(course);
  const outline = useResource(`esquema:${course.id}`, (signal) => call<Outline>(`/api/cursos/esquema/${course.id}`, { signal }));
  return (
    <>
      <div className="detalle-ruta">
        <RouteArt courseId={course.id} modules={course.totalModulos} />
      </div>
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <Level value={course.dificultad} />
        <PriceTag course={course} />
      </div>
      <p lang="es">{course.descripcion}</p>
      <p className="muted">
        {instructor ? `${instructor} · ` : ''}
        <Rating course={course} /> · {t('course.students', { count: course.students })}
      </p>
      <h3>
        {t('course.outline', {
          modules: t('course.modules', { count: course.totalModulos }),
          classes: t('course.classes', { count: course.totalSesiones }),
        })}
      </h3>
      {outline.error && !outline.data ? (
        <ErrorState
          inline
          title={t('course.outlineFailed')}
          error={outline.error}
          onRetry={() => outline.refresh()}
          retrying={outline.loading}
        />
      ) : null}
      {!outline.data && !outline.error ? (
        <Skeleton>
          <div className="stack">
            {Array.from({ length: Math.max(2, course.totalModulos) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
              <Bone key={index} height={44} radius={8} />
            ))}
          </div>
        </Skeleton>
      ) : null}
      {outline.data?.modulos.length === 0 ? <p className="muted">{t('course.noModules')}</p> : null}
      {outline.data ? (
        <ol className="detalle-modulos" style={{ '--tono': courseTone(course.id).line } as React.CSSProperties}>
          {outline.data.modulos.map((module) => (
            <li key={module.id_modulo}>
              <strong lang="es">{module.nombre}</strong>
              <span className="muted mono"> {t('course.classes', { count: module.totalSesiones })}</span>
              {module.sesiones.length > 0 ? <p className="muted">{module.sesiones.map((session) => session.titulo).join(' · ')}</p> : null}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}
