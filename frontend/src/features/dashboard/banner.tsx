import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Enrolment, isOpen, resumePath } from '../../domain/learning.ts';
import { formatMeeting } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';

interface Props {
  heading: React.Ref<HTMLHeadingElement>;
  title: string;
  /** By last activity; undefined while loading. */
  courses: readonly Enrolment[] | undefined;
  failed: boolean;
}

/** The welcome, and the one next step. */
export function Banner({ heading, title, courses, failed }: Props) {
  const { t } = useTranslation('dashboard');
  const current = courses?.find(isOpen);
  const said = () => {
    if (!courses) return null;
    if (courses.length === 0) return { text: t('banner.start') };
    if (!current) return { text: t('banner.done') };
    if (current.siguiente) return { text: t('banner.next', { course: current.curso.nombre, class: current.siguiente.titulo }) };
    if (current.abre) return { text: t('banner.group', { course: current.curso.nombre, date: formatMeeting(current.abre) }) };
    return { text: t(current.contenidoNuevo ? 'banner.grown' : 'banner.locked', { course: current.curso.nombre }) };
  };
  const words = said();
  return (
    <header className="greeting">
      <svg viewBox="0 0 420 200" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" className="greeting-drawing">
        <g fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
          <path d="M-10 160h150l70-70h90l60-60h80" stroke="var(--agave)" />
          <path d="M150 220v-40l60-60V-20" stroke="var(--bougainvillea)" opacity=".75" />
          <path d="M240 220v-50l50-50h140" stroke="var(--cempasuchil-series)" opacity=".75" />
        </g>
        {[
          [60, 160],
          [110, 160],
          [300, 90],
        ].map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="8" fill="var(--agave-soft)" stroke="var(--agave)" strokeWidth="4" />
        ))}
        <circle cx="210" cy="90" r="10" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="4" />
        <circle cx="360" cy="30" r="10" fill="var(--cempasuchil)" stroke="var(--cempasuchil-series)" strokeWidth="4" />
      </svg>
      <div className="greeting-text">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {words ? <p>{words.text}</p> : null}
        {!words && !failed ? (
          <Skeleton>
            {/* As tall as the content: sentence and button. */}
            <div className="greeting-waiting">
              <Bone width="min(26rem, 100%)" height="1.8rem" />
              <Bone width="8rem" height={52} />
            </div>
          </Skeleton>
        ) : null}
        {words ? (
          <Link
            className="btn large"
            to={current ? resumePath(current) : paths.catalogue()}
            aria-label={current?.siguiente ? t('continue.actionIn', { course: current.curso.nombre }) : undefined}
          >
            {t(current ? (current.siguiente ? 'banner.continue' : 'banner.open') : 'banner.explore')}
          </Link>
        ) : null}
      </div>
    </header>
  );
}
