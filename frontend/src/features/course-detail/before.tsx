import './before-texts.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CourseSample } from '../../../../backend/api/contract/catalogue.ts';
import type { Course } from '../../domain/course.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { useLive } from '../../lib/use-live.ts';
import { useMedia } from '../../lib/use-narrow.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { CourseBar } from './course-bar.tsx';
import './before.css';

// The class is Markdown, and its renderer is as large as the rest of the page.
const load = () => import('./sample-class.tsx').then((module) => module.SampleClass);
const SampleClass = lazyPart(load);

/** Before one begins: a class to read, and the teacher as a person. */
export function Before({ course, page }: { course: Course; page: boolean }) {
  // A signed-in person has the application's tab bar in the place of this bar.
  const visitor = !useMaybeSession();
  const narrow = useMedia('(max-width: 59.99rem)');
  return (
    <>
      <SampleAndTeacher courseId={course.id} />
      {page && visitor && narrow ? <CourseBar course={course} /> : null}
    </>
  );
}

function SampleAndTeacher({ courseId }: { courseId: number }) {
  const { t } = useTranslation('before');
  const sample = useLive(reads.getSample, courseId, `muestra:${courseId}`);
  if (!sample.data)
    return (
      <QueryState of={sample} failed={t('teacher.failed')} inline>
        <Bone height={220} radius={14} />
      </QueryState>
    );
  const { clase, maestro } = sample.data;
  return (
    <>
      {clase ? <Sample klass={clase} /> : null}
      {maestro ? <Teacher person={maestro} /> : null}
    </>
  );
}

function Sample({ klass }: { klass: NonNullable<CourseSample['clase']> }) {
  const { t } = useTranslation('before');
  return (
    <section aria-labelledby="curso-muestra" className="before-sample">
      <div>
        <h2 id="curso-muestra">{t('sample.heading')}</h2>
        <p className="muted">
          <span lang="es">{klass.titulo}.</span> {t('sample.lead')}
        </p>
      </div>
      <DialogButton
        className="btn soft"
        label={t('sample.openOf', { title: klass.titulo })}
        prepare={() => void load().catch(() => undefined)}
        dialog={(open, onClose) => <SampleClass klass={klass} open={open} onClose={onClose} />}
      >
        {t('sample.open')}
      </DialogButton>
    </section>
  );
}

function Teacher({ person: { nombre, presentacion, cursos } }: { person: NonNullable<CourseSample['maestro']> }) {
  const { t } = useTranslation('before');
  return (
    <section aria-labelledby="curso-instructor">
      <h2 id="curso-instructor">{t('teacher.heading')}</h2>
      <div className="before-person">
        <Portrait name={nombre} />
        <div>
          <h3 lang="es">{nombre}</h3>
          {presentacion ? (
            <p lang="es" className="before-bio">
              {presentacion}
            </p>
          ) : null}
          {cursos.length > 0 ? (
            <p className="before-others">
              <span className="muted">{t('teacher.others')}</span>
              {cursos.map((one) => (
                <Link key={one.slug} to={paths.coursePage(one.slug)} lang="es">
                  {one.nombre}
                </Link>
              ))}
            </p>
          ) : null}
        </div>
      </div>
    </section>
  );
}

/** A person in the school's manner: a station where lines meet, with their initials. */
function Portrait({ name }: { name: string }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
  return (
    <svg className="before-portrait" viewBox="0 0 120 120" aria-hidden="true">
      <rect width="120" height="120" rx="26" fill="color-mix(in oklab, var(--tone) 14%, var(--sheet))" />
      <g fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
        <path d="M-10 96H18q6 0 10-4L92 28q4-4 10-4h28" stroke="var(--tone)" />
        <path d="M30-10v30q0 6 4 10l52 52q4 4 4 10v40" stroke="var(--border)" opacity="0.55" />
      </g>
      <circle cx="60" cy="60" r="34" fill="var(--sheet)" stroke="var(--tone)" strokeWidth="7" />
      <circle cx="101" cy="24" r="8" fill="var(--cempasuchil)" stroke="var(--sheet)" strokeWidth="3.5" />
      <text x="60" y="70" textAnchor="middle" className="display" fontSize="28" fill="var(--ink)">
        {initials}
      </text>
    </svg>
  );
}
