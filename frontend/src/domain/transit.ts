import { seeded } from '../lib/random.ts';

/** Geometry of transit lines: level, vertical or at 45°, with rounded bends. */
export interface Point {
  x: number;
  y: number;
}

/** SVG path through the points, with rounded bends. */
export const roundedPath = (points: readonly Point[], radius = 14): string => {
  const [first] = points;
  if (!first) return '';
  let path = `M${first.x} ${first.y}`;
  for (let index = 1; index < points.length; index += 1) {
    const before = points[index - 1];
    const corner = points[index];
    const after = points[index + 1];
    if (!before || !corner) continue;
    if (!after) {
      path += `L${corner.x} ${corner.y}`;
      continue;
    }
    const enter = towards(corner, before, radius);
    const leave = towards(corner, after, radius);
    path += `L${round(enter.x)} ${round(enter.y)}Q${corner.x} ${corner.y} ${round(leave.x)} ${round(leave.y)}`;
  }
  return path;
};
const round = (value: number) => Math.round(value * 10) / 10;
const length = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);
/** The point at `distance` from `from` towards `to`, at most half way. */
const towards = (from: Point, to: Point, distance: number): Point => {
  const whole = length(from, to) || 1;
  const part = Math.min(distance, whole / 2) / whole;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
};

/** `count` points spread evenly along the line between two fractions of its length. */
export const along = (points: readonly Point[], count: number, from: number, to: number): Point[] => {
  const legs = points.slice(1).map((point, index) => ({ start: points[index] ?? point, end: point }));
  const total = legs.reduce((sum, leg) => sum + length(leg.start, leg.end), 0);
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? (from + to) / 2 : from + ((to - from) * index) / (count - 1);
    let left = share * total;
    for (const leg of legs) {
      const size = length(leg.start, leg.end);
      if (left <= size) {
        const part = size === 0 ? 0 : left / size;
        return { x: round(leg.start.x + (leg.end.x - leg.start.x) * part), y: round(leg.start.y + (leg.end.y - leg.start.y) * part) };
      }
      left -= size;
    }
    return points.at(-1) ?? { x: 0, y: 0 };
  });
};

/** Where two lines cross. */
export const crossings = (a: readonly Point[], b: readonly Point[]): Point[] => {
  const found: Point[] = [];
  for (let i = 1; i < a.length; i += 1)
    for (let j = 1; j < b.length; j += 1) {
      const [p, q, r, s] = [a[i - 1], a[i], b[j - 1], b[j]];
      if (!p || !q || !r || !s) continue;
      const d = (q.x - p.x) * (s.y - r.y) - (q.y - p.y) * (s.x - r.x);
      if (d === 0) continue;
      const t = ((r.x - p.x) * (s.y - r.y) - (r.y - p.y) * (s.x - r.x)) / d;
      const u = ((r.x - p.x) * (q.y - p.y) - (r.y - p.y) * (q.x - p.x)) / d;
      if (t >= 0 && t <= 1 && u >= 0 && u <= 1) found.push({ x: round(p.x + t * (q.x - p.x)), y: round(p.y + t * (q.y - p.y)) });
    }
  return found;
};

export interface RouteDrawing {
  main: Point[];
  others: { points: Point[]; tone: number }[];
  river: Point[];
  stations: Point[];
  interchanges: Point[];
  /** Index of the course's colour. */
  tone: number;
}
export const artWidth = 320;
export const artHeight = 180;

const between = (random: () => number, low: number, high: number, step = 20) =>
  low + Math.floor(random() * ((high - low) / step + 1)) * step;

/** A line from left to right that keeps between `top` and `bottom`. */
const level = (random: () => number, top: number, bottom: number, bends: number): Point[] => {
  let x = -20;
  let y = between(random, top, bottom);
  const points: Point[] = [{ x, y }];
  for (let bend = 0; bend < bends; bend += 1) {
    x += between(random, bend === 0 ? 60 : 40, bend === 0 ? 120 : 80);
    if (x > artWidth - 60) break;
    points.push({ x, y });
    const room = { up: y - top, down: bottom - y };
    const down = room.down > room.up || (room.down === room.up && random() < 0.5);
    const size = Math.max(20, Math.min(down ? room.down : room.up, between(random, 40, 80)));
    x += size;
    y += down ? size : -size;
    points.push({ x, y });
  }
  points.push({ x: artWidth + 20, y });
  return points;
};
/** A line from top to bottom. */
const upright = (random: () => number): Point[] => {
  const x = between(random, 60, 240);
  const at = between(random, 20, 80);
  const size = between(random, 40, 80);
  const side = x > 150 ? -1 : 1;
  return [
    { x, y: -20 },
    { x, y: at },
    { x: x + side * size, y: at + size },
    { x: x + side * size, y: artHeight + 20 },
  ];
};

/** Each crossing replaces the nearest station of the line, if one is near, so that the number of stations stays the number of modules. */
const settle = (stations: readonly Point[], crossed: readonly Point[]): { stations: Point[]; interchanges: Point[] } => {
  const free = [...stations];
  const interchanges: Point[] = [];
  for (const point of crossed) {
    const [nearest] = free.map((station, index) => ({ index, away: length(station, point) })).sort((a, b) => a.away - b.away);
    // The last station is the end of the course, and is never replaced.
    if (!nearest || nearest.away > 48 || nearest.index === free.length - 1 || interchanges.some((other) => length(other, point) < 34))
      continue;
    free.splice(nearest.index, 1);
    interchanges.push(point);
  }
  return { stations: free.filter((station) => interchanges.every((point) => length(station, point) > 16)), interchanges };
};

/** The map of a course: always the same for the same course. Its stations are its modules. */
export const drawRoute = (courseId: number, modules: number): RouteDrawing => {
  const random = seeded(courseId);
  const tone = (Math.max(1, courseId) - 1) % 4;
  const main = level(random, 60, 140, 2);
  const others = [
    { points: upright(random), tone: (tone + 1) % 4 },
    { points: level(random, 20, 160, 1), tone: (tone + 2 + Math.floor(random() * 2)) % 4 },
  ];
  const river = level(random, 30, 150, 2).map((point) => ({ x: point.x, y: artHeight - point.y + 10 }));
  const crossed = others.flatMap((other) => crossings(main, other.points)).filter((point) => point.x > 24 && point.x < artWidth - 40);
  return { main, others, river, tone, ...settle(along(main, Math.max(2, Math.min(10, modules)), 0.13, 0.87), crossed) };
};
