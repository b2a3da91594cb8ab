import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Outline } from '../../../../backend/api/contract/records/courses.ts';
import { PriceTag, Rating, useInstructorName } from '../../domain/course-card.tsx';
import { useCourseTime } from '../../domain/course-time.ts';
import { Level } from '../../domain/level.tsx';
import '../../domain/module-line.css';
import { CourseImage, courseTone } from '../../domain/route-art.tsx';
import { TierTag } from '../../domain/tier-tag.tsx';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useNear } from '../../lib/use-near.ts';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { useLongDate } from './long-date.ts';
import { objectivesOf } from './objectives.ts';
import { Perks } from './perks.tsx';
import './course-detail.css';

// At the end of the page, with forms and dialogs: loaded after the rest.
const Before = lazyPart(() => import('./before.tsx').then((module) => module.Before));
// Few courses have some.
const CourseGroups = lazyPart(() => import('./course-groups.tsx').then((module) => module.CourseGroups));
const Reviews = lazyPart(() => import('./reviews.tsx').then((module) => module.Reviews));

const FIRST = 6;

/** The content of a course's page and of its dialog, the same in both (A20). `action` is its button. */
export function CourseContent({ outline, action, page = false }: { outline: Outline; action: React.ReactNode; page?: boolean }) {
  const { t } = useTranslation(['catalog', 'common']);
  const course = outline.curso;
  const instructor = useInstructorName()(course);
  const time = useCourseTime()(course, { short: outline.grupos.length > 0 });
  const objectives = objectivesOf(outline);
  const [all, setAll] = useState(false);
  const { near, place } = useNear(useLocation().hash === '#curso-resenas');
  const shown = all ? objectives : objectives.slice(0, FIRST);
  return (
    <div className="detail" style={{ '--tone': courseTone(course.id).line } as React.CSSProperties}>
      <aside className="detail-side card" aria-label={t('catalog:course.previewTitle')}>
        <div className="detail-image">
          <CourseImage course={course} />
        </div>
        {course.estado !== 1 ? <p className="bar-notice">{t('catalog:course.draft')}</p> : null}
        <div>
          <PriceTag course={course} />
          {course.precio ? <p className="muted">{t('catalog:course.priceOnce')}</p> : null}
        </div>
        {action}
        <dl className="detail-facts">
          {time ? <Fact name={t('catalog:course.duration')}>{time}</Fact> : null}
          <Fact name={t('catalog:course.track')}>{t(`common:track.${course.level}`)}</Fact>
          {instructor ? <Fact name={t('catalog:course.instructor')}>{instructor}</Fact> : null}
          <Fact name={t('catalog:course.updated')}>
            <Day at={course.actualizado} />
          </Fact>
        </dl>
      </aside>
      <div className="detail-body">
        <div className="row detail-marks">
          <Level value={course.dificultad} />
          <TierTag tipo={course.tipo} />
          <span>
            <Rating course={course} /> <span className="muted">· {t('common:course.students', { count: course.students })}</span>
          </span>
        </div>
        <p lang="es" className="detail-description">
          {course.descripcion}
        </p>
        {outline.grupos.length > 0 ? <Groups course={course} first={outline.grupos} /> : null}
        {objectives.length > 0 ? (
          <section aria-labelledby="curso-aprende">
            <h2 id="curso-aprende">{t('catalog:course.learn')}</h2>
            <ul className="detail-objectives">
              {shown.map((text) => (
                <li key={text} lang="es">
                  {text}
                </li>
              ))}
            </ul>
            {objectives.length > shown.length ? (
              <button type="button" className="link" onClick={() => setAll(true)}>
                {t('catalog:course.learnMore', { count: objectives.length - shown.length })}
              </button>
            ) : null}
          </section>
        ) : null}
        <Perks course={course} />
        <section aria-labelledby="curso-ruta">
          <h2 id="curso-ruta">{t('catalog:course.route')}</h2>
          <p className="muted">
            {t('catalog:course.routeSummary', {
              modules: t('common:course.modules', { count: course.totalModulos }),
              classes: t('common:course.classes', { count: course.totalSesiones }),
            })}
          </p>
          {outline.modulos.length === 0 ? <p className="muted">{t('common:course.noModules')}</p> : null}
          <ol className="module-line">
            {outline.modulos.map((module, index) => (
              <li key={module.id_modulo}>
                <details open={index === 0}>
                  <summary>
                    <strong lang="es">{module.nombre}</strong>
                    <span className="muted num"> {t('common:course.classes', { count: module.totalSesiones })}</span>
                  </summary>
                  {module.descripcion ? (
                    <p lang="es" className="muted">
                      {module.descripcion}
                    </p>
                  ) : null}
                  <ul className="detail-classes">
                    {module.sesiones.map((session) => (
                      <li key={session.id_sesion}>
                        <span lang="es">{session.titulo}</span>
                        <span className="muted num">
                          {[
                            session.duracion > 0 ? t('catalog:course.minutes', { minutes: session.duracion }) : '',
                            session.totalRecursos > 0 ? t('catalog:course.resources', { count: session.totalRecursos }) : '',
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ol>
        </section>
        {near ? (
          <Suspense fallback={<ReviewsRoom />}>
            <Before course={course} page={page} />
            <Reviews courseId={course.id} />
          </Suspense>
        ) : (
          <div ref={place}>
            <ReviewsRoom />
          </div>
        )}
      </div>
    </div>
  );
}

/** In the server-rendered page, and until the component is loaded, only its space is reserved. */
function Groups({ course, first }: { course: Outline['curso']; first: Outline['grupos'] }) {
  const [here, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const room = (
    <Skeleton>
      <Bone height={80 + 76 * first.length} radius={14} />
    </Skeleton>
  );
  return here ? (
    <Suspense fallback={room}>
      <CourseGroups course={course} first={first} />
    </Suspense>
  ) : (
    room
  );
}

const ReviewsRoom = () => (
  <Skeleton>
    <Bone height={160} radius={14} />
  </Skeleton>
);

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A day in the reader's own zone. Server-rendered text has the school's, which React would not correct; hence another element once the page runs. */
function Day({ at }: { at: string }) {
  const longDate = useLongDate();
  const [here, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return (
    <time key={String(here)} dateTime={at} suppressHydrationWarning>
      {longDate(at)}
    </time>
  );
}
