import '../../i18n/site.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Course } from '../../domain/course.ts';
import { Rating, useInstructorName } from '../../domain/course-card.tsx';
import { useCourseTime } from '../../domain/course-time.ts';
import { motifOf } from '../../domain/cover-motif.tsx';
import { LeadForm } from '../../domain/lead-form.tsx';
import { Level } from '../../domain/level.tsx';
import '../../domain/module-line.css';
import { courseTone, RouteArt } from '../../domain/route-art.tsx';
import { paths } from '../../lib/paths.ts';
import { useLive } from '../../lib/use-live.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import './course-interest.css';

/** 'Más información' on the landing page: about the course, with a contact form in place of its price (A20, A22). */
export function CourseInterest({ course, onClose, action }: { course: Course | null; onClose: () => void; action?: React.ReactNode }) {
  const { t } = useTranslation('site');
  return (
    <Dialog
      open={course !== null}
      onClose={onClose}
      title={course?.nombre ?? ''}
      side="right"
      footer={
        course ? (
          <>
            <Link className="btn alt" to={paths.coursePage(course.slug)}>
              {t('interest.page')}
            </Link>
            {action}
          </>
        ) : null
      }
    >
      {course ? <Content key={course.id} course={course} /> : null}
    </Dialog>
  );
}

function Content({ course }: { course: Course }) {
  const { t } = useTranslation(['common', 'site']);
  const instructor = useInstructorName()(course);
  const time = useCourseTime()(course);
  const outline = useLive(reads.getOutline, course.id, `esquema:${course.id}`);
  return (
    <>
      <div className="detail-route">
        <RouteArt courseId={course.id} modules={course.totalModulos} motif={motifOf(course)} />
      </div>
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <Level value={course.dificultad} />
        {time ? <span className="muted">{time}</span> : null}
      </div>
      <p lang="es">{course.descripcion}</p>
      <p className="muted">
        {instructor ? `${instructor} · ` : ''}
        <Rating course={course} /> · {t('common:course.students', { count: course.students })}
      </p>
      <section className="card lead-course" aria-labelledby="contacto-curso">
        <h3 id="contacto-curso">{t('site:lead.course')}</h3>
        <p className="muted">{t('site:lead.courseLead')}</p>
        <LeadForm ask={{ kind: 'curso', subject: course.nombre, courseId: course.id }} />
      </section>
      <h3>
        {t('site:interest.outline', {
          modules: t('common:course.modules', { count: course.totalModulos }),
          classes: t('common:course.classes', { count: course.totalSesiones }),
        })}
      </h3>
      {outline.data ? null : (
        <QueryState of={outline} failed={t('site:interest.outlineFailed')} inline>
          <div className="stack">
            {Array.from({ length: Math.max(2, course.totalModulos) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
              <Bone key={index} height={44} radius={8} />
            ))}
          </div>
        </QueryState>
      )}
      {outline.data?.modulos.length === 0 ? <p className="muted">{t('common:course.noModules')}</p> : null}
      {outline.data ? (
        <ol className="module-line" style={{ '--tone': courseTone(course.id).line } as React.CSSProperties}>
          {outline.data.modulos.map((module) => (
            <li key={module.id_modulo}>
              <strong lang="es">{module.nombre}</strong>
              <span className="muted num"> {t('common:course.classes', { count: module.totalSesiones })}</span>
              {module.sesiones.length > 0 ? (
                <p lang="es" className="muted interest-classes">
                  {module.sesiones.map((session) => session.titulo).join(' · ')}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}
