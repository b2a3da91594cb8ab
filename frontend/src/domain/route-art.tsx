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

/** A course as a route: a map derived from its number, with its modules as stations. Used wherever a course has no image. */
export function RouteArt({
  courseId,
  modules,
  badge = true,
  className,
}: {
  courseId: number;
  modules: number;
  badge?: boolean;
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
      {badge ? (
        <g transform="translate(14 14)">
          <rect width={courseId > 9 ? 40 : 30} height="28" rx="9" fill={line} stroke={soft} strokeWidth="4" paintOrder="stroke" />
          <text
            x={courseId > 9 ? 20 : 15}
            y="19.5"
            textAnchor="middle"
            fill="var(--sheet)"
            fontFamily="var(--title)"
            fontSize="16"
            fontWeight="750"
          >
            {courseId}
          </text>
        </g>
      ) : null}
    </svg>
  );
}

/** The course's own image, or its route where it has none or it cannot be loaded. */
export function CourseImage({
  course,
  className,
}: {
  course: { id: number; img_curso: string | null; descripcion_imagen: string | null; totalModulos: number };
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
    <RouteArt courseId={course.id} modules={course.totalModulos} {...(className ? { className } : {})} />
  );
}
