import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cardAction, priceOf } from '../../domain/course.ts';
import { CourseAction } from '../../domain/course-action.tsx';
import { PriceTag } from '../../domain/course-card.tsx';
import { isOpen, resumePath } from '../../domain/learning.ts';
import { Level } from '../../domain/level.tsx';
import { CourseImage } from '../../domain/route-art.tsx';
import { TierTag } from '../../domain/tier-tag.tsx';
import { formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useFlash } from '../../ui/stat-card.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import type { ShelfItem } from './shelf.ts';

interface Props {
  item: ShelfItem;
  user: SessionUser;
  busy: boolean;
  onEnrol: () => void;
}

export function CourseCard({ item: { course, enrolment }, user, busy, onEnrol }: Props) {
  const { t } = useTranslation(['myCourses', 'enrolment']);
  const { t: common } = useTranslation();
  const flash = useFlash<HTMLElement>(enrolment?.sesionesCompletadas ?? 0);
  const action = cardAction(course, user, enrolment);
  const price = priceOf(course);
  const open = enrolment ? isOpen(enrolment) : false;
  const named = (text: string) => t('enrolIn', { action: text, course: course.nombre });
  return (
    <article ref={flash} className="my-course card">
      <CourseImage course={course} className="my-course-image" />
      <div className="my-course-body">
        <p className="row my-course-marks">
          <Level value={course.dificultad} />
          <TierTag tipo={course.tipo} />
          {enrolment?.estado === 'completado' ? <StatusTag tone="ok">{t('enrolment:completed')}</StatusTag> : null}
          {enrolment?.contenidoNuevo ? <StatusTag tone="info">{t('enrolment:new')}</StatusTag> : null}
        </p>
        <h3 lang="es">{course.nombre}</h3>
        <p lang="es" className="muted my-course-summary">
          {course.descripcion}
        </p>
      </div>
      <div className="my-course-foot">
        {enrolment ? (
          <>
            <Thread
              size="small"
              stations={stationsOf(enrolment.sesionesCompletadas, enrolment.totalSesiones)}
              label={t('progressOf', { course: course.nombre, percent: enrolment.progreso })}
            />
            <p className="muted">
              <span className="num">{formatPercent(enrolment.progreso)}</span> ·{' '}
              {t('enrolment:progress', { done: enrolment.sesionesCompletadas, count: enrolment.totalSesiones })}
            </p>
          </>
        ) : (
          <div>
            <PriceTag course={course} action={action} />
            <p className="muted">{common('course.classes', { count: course.totalSesiones })}</p>
          </div>
        )}
        {action.kind === 'continue' ? (
          <Link
            className="btn soft wide"
            to={enrolment ? resumePath(enrolment) : action.to}
            aria-label={named(t(open ? 'continue' : 'review'))}
          >
            {t(open ? 'continue' : 'review')}
          </Link>
        ) : null}
        {action.kind === 'preview' ? (
          <Link className="btn alt wide" to={paths.course(course.id)} aria-label={named(t('preview'))}>
            {t('preview')}
          </Link>
        ) : null}
        {action.kind === 'start' ? (
          <button
            type="button"
            className="btn wide"
            onClick={onEnrol}
            disabled={busy}
            aria-busy={busy}
            aria-label={named(t(price.kind === 'free' ? 'enrol' : 'enrolPlan'))}
          >
            {busy ? t('enrolling') : t(price.kind === 'free' ? 'enrol' : 'enrolPlan')}
          </button>
        ) : null}
        {action.kind === 'locked' ? <CourseAction course={course} action={action} busy={busy} onStart={onEnrol} className="wide" /> : null}
        {action.kind === 'buy' ? (
          <>
            <p className="muted">{t('mustBuy')}</p>
            <Link className="btn wide" to={action.to} aria-label={named(common('course.buy'))}>
              {common('course.buy')}
            </Link>
          </>
        ) : null}
      </div>
    </article>
  );
}
