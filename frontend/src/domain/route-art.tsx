import { CoverMotif, type Motif, motifOf } from './cover-motif.tsx';
import { artHeight, artWidth, drawRoute, roundedPath } from './transit.ts';

const tones = [
  { line: 'var(--agave)', soft: 'var(--agave-soft)' },
  { line: 'var(--bougainvillea)', soft: 'var(--bug-soft)' },
  { line: 'var(--cempasuchil-series)', soft: 'var(--cempasuchil-soft)' },
  { line: 'var(--blue)', soft: 'var(--blue-soft)' },
] as const;
const toneAt = (index: number) => tones[index % tones.length] ?? tones[0];
/** The colour of a course's line. */
export const courseTone = (courseId: number) => toneAt(Math.max(1, courseId) - 1);

/** A course as a route: a map derived from its number, with its modules as stations and the figure of its subject. Used wherever a course has no image. */
export function RouteArt({
  courseId,
  modules,
  motif = null,
  className,
}: {
  courseId: number;
  modules: number;
  /** The figure of its subject. */
  motif?: Motif | null;
  className?: string;
}) {
  const drawing = drawRoute(courseId, modules);
  const { line, soft } = toneAt(drawing.tone);
  return (
    <svg viewBox={`0 0 ${artWidth} ${artHeight}`} preserveAspectRatio="xMidYMid slice" className={className} aria-hidden="true">
      <rect width={artWidth} height={artHeight} fill={soft} />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d={roundedPath(drawing.river, 40)} stroke={line} strokeWidth="46" opacity="0.09" />
        {drawing.others.map((other) => (
          <path
            key={other.tone + other.points.length}
            d={roundedPath(other.points)}
            stroke={toneAt(other.tone).line}
            strokeWidth="6"
            opacity="0.42"
          />
        ))}
        <path d={roundedPath(drawing.main)} stroke={soft} strokeWidth="14" />
        <path d={roundedPath(drawing.main)} stroke={line} strokeWidth="8" />
      </g>
      {drawing.interchanges.map((point) => (
        <circle key={`${point.x}-${point.y}`} cx={point.x} cy={point.y} r="8.5" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="3" />
      ))}
      {drawing.stations.map((point, index) => (
        <circle
          key={`${point.x}-${point.y}`}
          cx={point.x}
          cy={point.y}
          r={index === drawing.stations.length - 1 ? 8 : 5.5}
          fill={index === drawing.stations.length - 1 ? 'var(--cempasuchil)' : 'var(--sheet)'}
          stroke={index === drawing.stations.length - 1 ? 'var(--sheet)' : line}
          strokeWidth={index === drawing.stations.length - 1 ? 3.5 : 3}
        />
      ))}
      {motif ? <CoverMotif motif={motif} line={line} soft={soft} /> : null}
    </svg>
  );
}

/** The course's own image, or its route where it has none or it cannot be loaded. */
export function CourseImage({
  course,
  className,
}: {
  course: {
    id: number;
    nombre: string;
    categoria: string;
    img_curso: string | null;
    descripcion_imagen: string | null;
    totalModulos: number;
  };
  className?: string;
}) {
  return course.img_curso ? (
    <img
      src={course.img_curso}
      alt={course.descripcion_imagen ?? ''}
      loading="lazy"
      decoding="async"
      width={artWidth}
      height={artHeight}
      className={className}
      style={{ objectFit: 'cover' }}
    />
  ) : (
    <RouteArt courseId={course.id} modules={course.totalModulos} motif={motifOf(course)} {...(className ? { className } : {})} />
  );
}
