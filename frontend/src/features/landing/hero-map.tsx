import { useTranslation } from 'react-i18next';
import { type Point, roundedPath } from '../../domain/transit.ts';

type StationKey = 'first' | 'prompts' | 'agents' | 'nocode' | 'tools' | 'mcp' | 'data' | 'evaluate' | 'models' | 'tuning' | 'project';

interface Line {
  color: string;
  points: readonly Point[];
  delay: number;
}
interface Station extends Point {
  color: string;
  /** Seconds until the drawing of its line reaches it. */
  at: number;
  name?: StationKey;
  label?: readonly [dx: number, dy: number, anchor: 'start' | 'middle' | 'end'];
  kind?: 'done' | 'now' | 'crossing';
}

const agave = 'var(--agave)';
const bougainvillea = 'var(--bougainvillea)';
const cempasuchil = 'var(--cempasuchil-series)';
const azul = 'var(--blue)';

const lines: readonly Line[] = [
  {
    color: azul,
    delay: 0.55,
    points: [
      { x: 560, y: -30 },
      { x: 560, y: 300 },
      { x: 480, y: 380 },
      { x: 480, y: 590 },
    ],
  },
  {
    color: cempasuchil,
    delay: 0.35,
    points: [
      { x: -60, y: 490 },
      { x: 220, y: 490 },
      { x: 330, y: 380 },
      { x: 560, y: 380 },
      { x: 720, y: 540 },
    ],
  },
  {
    color: bougainvillea,
    delay: 0.2,
    points: [
      { x: -60, y: 372 },
      { x: 168, y: 372 },
      { x: 400, y: 140 },
      { x: 400, y: -30 },
    ],
  },
  {
    color: agave,
    delay: 0,
    points: [
      { x: -60, y: 120 },
      { x: 120, y: 120 },
      { x: 260, y: 260 },
      { x: 430, y: 260 },
      { x: 500, y: 190 },
      { x: 760, y: 190 },
    ],
  },
];

const stations: readonly Station[] = [
  { x: 30, y: 120, color: agave, at: 0.25, kind: 'done', name: 'first', label: [0, -24, 'start'] },
  { x: 104, y: 120, color: agave, at: 0.35, kind: 'done' },
  { x: 190, y: 190, color: agave, at: 0.55, kind: 'now', name: 'prompts', label: [32, -4, 'start'] },
  { x: 280, y: 260, color: agave, at: 0.8, kind: 'crossing', name: 'agents', label: [10, 44, 'start'] },
  { x: 372, y: 260, color: agave, at: 0.95 },
  { x: 560, y: 190, color: agave, at: 1.25, kind: 'crossing', name: 'project', label: [-20, -20, 'end'] },
  { x: 640, y: 190, color: agave, at: 1.35 },
  { x: 40, y: 372, color: bougainvillea, at: 0.45, name: 'nocode', label: [0, 36, 'start'] },
  { x: 130, y: 372, color: bougainvillea, at: 0.55 },
  { x: 378, y: 162, color: bougainvillea, at: 0.95, name: 'tools', label: [-24, -18, 'end'] },
  { x: 400, y: 60, color: bougainvillea, at: 1.15, name: 'mcp', label: [20, 5, 'start'] },
  { x: 30, y: 490, color: cempasuchil, at: 0.55, name: 'data', label: [0, 36, 'start'] },
  { x: 120, y: 490, color: cempasuchil, at: 0.65 },
  { x: 206, y: 490, color: cempasuchil, at: 0.75 },
  { x: 290, y: 420, color: cempasuchil, at: 0.9 },
  { x: 480, y: 380, color: cempasuchil, at: 1.2, kind: 'crossing', name: 'evaluate', label: [-20, 37, 'end'] },
  { x: 400, y: 380, color: cempasuchil, at: 1.05 },
  { x: 640, y: 460, color: cempasuchil, at: 1.4 },
  { x: 560, y: 70, color: azul, at: 0.8, name: 'models', label: [20, 5, 'start'] },
  { x: 480, y: 480, color: azul, at: 1.35, name: 'tuning', label: [-20, 7, 'end'] },
];

/** The school as a map of lines: drawn in an animation once, or at once with reduced motion. */
export function HeroMap() {
  const { t } = useTranslation('landing');
  return (
    <svg className="map" viewBox="-40 -10 740 560" aria-hidden="true">
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        {lines.map((line) => (
          <g key={line.color}>
            <path
              d={roundedPath(line.points, 34)}
              stroke="var(--paper)"
              strokeWidth="19"
              pathLength="1"
              className="map-line"
              style={{ animationDelay: `${line.delay}s` }}
            />
            <path
              d={roundedPath(line.points, 34)}
              stroke={line.color}
              strokeWidth="10"
              pathLength="1"
              className="map-line"
              style={{ animationDelay: `${line.delay}s` }}
            />
          </g>
        ))}
      </g>
      {stations.map((station) => (
        <g
          key={`${station.x}-${station.y}`}
          className="map-station"
          style={{ animationDelay: `${station.at + 0.2}s`, transformOrigin: `${station.x}px ${station.y}px` }}
        >
          {station.kind === 'now' ? (
            <>
              <circle cx={station.x} cy={station.y} r="24" fill="var(--cempasuchil)" opacity="0.25" />
              <circle cx={station.x} cy={station.y} r="15" fill="var(--cempasuchil)" stroke="var(--paper)" strokeWidth="5" />
            </>
          ) : station.kind === 'crossing' ? (
            <circle cx={station.x} cy={station.y} r="14" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="5" />
          ) : (
            <circle
              cx={station.x}
              cy={station.y}
              r="9.5"
              fill={station.kind === 'done' ? station.color : 'var(--sheet)'}
              stroke={station.color}
              strokeWidth="5"
            />
          )}
          {station.name && station.label ? (
            <text x={station.x + station.label[0]} y={station.y + station.label[1]} textAnchor={station.label[2]}>
              {t(`hero.stations.${station.name}`)}
            </text>
          ) : null}
        </g>
      ))}
      <g className="map-station map-here" style={{ animationDelay: '1.5s', transformOrigin: '190px 190px' }}>
        <path d="M74 208h74a13 13 0 0 1 13 13v8a13 13 0 0 1-13 13H74a13 13 0 0 1-13-13v-8a13 13 0 0 1 13-13Z" fill="var(--ink)" />
        <path d="m150 212 22-12-8 22Z" fill="var(--ink)" />
        <text x="111" y="231" textAnchor="middle">
          {t('hero.here')}
        </text>
      </g>
    </svg>
  );
}
