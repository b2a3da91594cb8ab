/**
 * What the school's films are drawn with: a picture of 1280 × 720 in the manner of its transit maps, as a pure function of the second. Runs in a
 * browser; `npm run videos` shows it every frame in turn (tests/browser/recordVideos.ts). Nothing is smaller than 42 px: a phone shows the picture 360 wide.
 */

export const WIDTH = 1280;
export const HEIGHT = 720;

/** The light colours of frontend/src/ui/tokens.css: a film is the same in both themes. */
export const colour = {
  paper: '#fbf7f0',
  sheet: '#ffffff',
  sand: '#f1eadd',
  line: '#ddd3c1',
  ink: '#14211e',
  quiet: '#4a5a55',
  agave: '#0b6b57',
  agaveSoft: '#ddf0e9',
  bougainvillea: '#b0185e',
  bougainvilleaSoft: '#fbe3ee',
  cempasuchil: '#f2a516',
  cempasuchilSoft: '#fff0cf',
  cempasuchilInk: '#7a4b00',
  blue: '#1f5fbf',
  blueSoft: '#e2ecfa',
} as const;

export interface Point {
  x: number;
  y: number;
}
export interface Film {
  /** The name of its files. */
  name: string;
  title: string;
  seconds: number;
  /** The second whose picture stands before it is played. */
  poster: number;
  draw(pen: Pen, t: number): void;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
/** From 0 to 1 between two seconds, soft at both ends. */
export const span = (t: number, from: number, to: number): number => {
  const x = clamp((t - from) / (to - from));
  return x < 0.5 ? 4 * x ** 3 : 1 - (-2 * x + 2) ** 3 / 2;
};
/** How visible something is that comes at one second and leaves at another. */
export const seen = (t: number, from: number, to = Number.POSITIVE_INFINITY, soft = 0.5): number =>
  Math.min(span(t, from, from + soft), to === Number.POSITIVE_INFINITY ? 1 : 1 - span(t, to - soft, to));
/** A scale that comes a little too far, and settles. */
export const pop = (t: number, at: number): number => {
  const x = clamp((t - at) / 0.55);
  return x === 0 ? 0 : 1 + 2.2 * (x - 1) ** 3 + 1.2 * (x - 1) ** 2;
};
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
export const between = (a: Point, b: Point, share: number): Point => ({ x: mix(a.x, b.x, share), y: mix(a.y, b.y, share) });
/** The same numbers in every recording. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** A line with rounded corners, as many short pieces: it can be drawn in part, and something can travel on it. */
export class Track {
  readonly #points: Point[] = [];
  readonly #upTo: number[] = [0];

  constructor(corners: readonly Point[], radius = 44) {
    for (const [index, corner] of corners.entries()) {
      const before = corners[index - 1];
      const after = corners[index + 1];
      if (!before || !after) {
        this.#points.push(corner);
        continue;
      }
      const cut = (other: Point) => {
        const far = Math.hypot(other.x - corner.x, other.y - corner.y);
        return between(corner, other, Math.min(radius, far / 2) / far);
      };
      const [a, b] = [cut(before), cut(after)];
      for (let step = 0; step <= 16; step++)
        this.#points.push(between(between(a, corner, step / 16), between(corner, b, step / 16), step / 16));
    }
    for (const [index, point] of this.#points.entries()) {
      const before = this.#points[index - 1];
      if (before) this.#upTo.push((this.#upTo[index - 1] ?? 0) + Math.hypot(point.x - before.x, point.y - before.y));
    }
  }

  /** A circle, from its top and clockwise. */
  static ring(centre: Point, radius: number): Track {
    return new Track(
      Array.from({ length: 181 }, (_, index) => {
        const angle = (index / 180) * 2 * Math.PI - Math.PI / 2;
        return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
      }),
      0.01,
    );
  }

  at(share: number): Point {
    return this.upTo(share).at(-1) as Point;
  }

  upTo(share: number): Point[] {
    const reach = clamp(share) * (this.#upTo.at(-1) ?? 0);
    const shown: Point[] = [];
    for (const [index, point] of this.#points.entries()) {
      const here = this.#upTo[index] ?? 0;
      const before = this.#points[index - 1];
      if (here <= reach || !before) shown.push(point);
      else {
        const start = this.#upTo[index - 1] ?? 0;
        shown.push(between(before, point, (reach - start) / (here - start)));
        break;
      }
    }
    return shown;
  }
}

const faces = {
  body: '"Cifras", "Atkinson Hyperlegible Next Variable"',
  title: '"Bricolage Grotesque Variable"',
  mono: '"JetBrains Mono Variable"',
} as const;
export interface TextStyle {
  size?: number;
  tone?: string;
  face?: keyof typeof faces;
  weight?: number;
  align?: CanvasTextAlign;
  /** Breaks into lines of at most this width. */
  width?: number;
  leading?: number;
}

export class Pen {
  readonly #c: OffscreenCanvasRenderingContext2D;

  constructor(context: OffscreenCanvasRenderingContext2D) {
    this.#c = context;
  }

  clear(): void {
    this.#c.globalAlpha = 1;
    this.#c.fillStyle = colour.paper;
    this.#c.fillRect(0, 0, WIDTH, HEIGHT);
  }

  /** What it draws is that visible, and that much aside and larger. */
  with(
    {
      alpha = 1,
      x = 0,
      y = 0,
      scale = 1,
      about = { x: 0, y: 0 },
    }: { alpha?: number; x?: number; y?: number; scale?: number; about?: Point },
    draw: () => void,
  ): void {
    if (alpha <= 0 || scale <= 0) return;
    const c = this.#c;
    c.save();
    c.globalAlpha *= Math.min(1, alpha);
    c.translate(x + about.x, y + about.y);
    c.scale(scale, scale);
    c.translate(-about.x, -about.y);
    draw();
    c.restore();
  }

  #font({ size = 48, face = 'body', weight = 600 }: TextStyle): void {
    this.#c.font = `${weight} ${size}px ${faces[face]}`;
  }
  measure(words: string, style: TextStyle = {}): number {
    this.#font(style);
    return this.#c.measureText(words).width;
  }
  lines(words: string, style: TextStyle): string[] {
    const { width = Number.POSITIVE_INFINITY } = style;
    const lines: string[] = [];
    for (const word of words.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && this.measure(`${last} ${word}`, style) <= width) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  }
  /** Its first line is centred on `y`. */
  text(words: string, x: number, y: number, style: TextStyle = {}): void {
    const { size = 48, tone = colour.ink, align = 'left', leading = 1.22 } = style;
    const lines = this.lines(words, style);
    this.#font(style);
    const c = this.#c;
    c.fillStyle = tone;
    c.textAlign = align;
    c.textBaseline = 'middle';
    for (const [index, line] of lines.entries()) c.fillText(line, x, y + index * size * leading);
  }

  box(
    x: number,
    y: number,
    width: number,
    height: number,
    { fill = colour.sheet as string, edge = colour.line as string | null, radius = 26, heavy = 4 } = {},
  ): void {
    const c = this.#c;
    c.beginPath();
    c.roundRect(x, y, Math.max(0, width), height, Math.max(0, Math.min(radius, height / 2, width / 2)));
    c.fillStyle = fill;
    c.fill();
    if (!edge) return;
    c.lineWidth = heavy;
    c.strokeStyle = edge;
    c.stroke();
  }
  /** Words on a pill, centred on a point; its width. */
  pill(
    words: string,
    x: number,
    y: number,
    {
      fill = colour.sheet as string,
      edge = null as string | null,
      pad = 28,
      height = 0,
      ...style
    }: TextStyle & { fill?: string; edge?: string | null; pad?: number; height?: number } = {},
  ): number {
    const size = style.size ?? 46;
    const wide = this.measure(words, { ...style, size }) + 2 * pad;
    const tall = height || size * 1.62;
    this.box(x - wide / 2, y - tall / 2, wide, tall, { fill, edge, radius: tall / 2 });
    this.text(words, x, y + 2, { ...style, size, align: 'center' });
    return wide;
  }

  track(track: Track, { tone = colour.agave as string, heavy = 16, share = 1, from = 0, dash = null as number[] | null } = {}): void {
    if (share <= from) return;
    const c = this.#c;
    const points = track.upTo(share).slice(from > 0 ? track.upTo(from).length - 1 : 0);
    if (from > 0) points[0] = track.at(from);
    c.beginPath();
    for (const [index, { x, y }] of points.entries()) index === 0 ? c.moveTo(x, y) : c.lineTo(x, y);
    c.lineWidth = heavy;
    c.lineCap = 'round';
    c.lineJoin = 'round';
    c.strokeStyle = tone;
    c.setLineDash(dash ?? []);
    c.stroke();
    c.setLineDash([]);
  }
  line(a: Point, b: Point, { tone = colour.agave as string, heavy = 8, share = 1, dash = null as number[] | null } = {}): void {
    this.track(new Track([a, b]), { tone, heavy, share, dash });
  }
  disc({ x, y }: Point, radius: number, { fill = colour.sheet as string, edge = null as string | null, heavy = 8 } = {}): void {
    if (radius <= 0) return;
    const c = this.#c;
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    c.fillStyle = fill;
    c.fill();
    if (!edge) return;
    c.lineWidth = heavy;
    c.strokeStyle = edge;
    c.stroke();
  }
  station(point: Point, { tone = colour.agave as string, radius = 22, full = 0, scale = 1 } = {}): void {
    this.with({ scale, about: point }, () => {
      this.disc(point, radius, { fill: colour.sheet, edge: tone, heavy: 9 });
      if (full > 0) this.disc(point, (radius - 4) * full, { fill: tone });
    });
  }
  /** What travels: a light with a white rim. */
  train(point: Point, { tone = colour.cempasuchil as string, radius = 24 } = {}): void {
    this.disc(point, radius + 7, { fill: colour.sheet });
    this.disc(point, radius, { fill: tone });
    this.disc(point, radius * 0.36, { fill: colour.sheet });
  }

  /** What this part says, at the head of the picture. */
  headline(words: string, alpha: number, tone: string = colour.ink): void {
    this.with({ alpha, y: (1 - Math.min(1, alpha)) * 14 }, () =>
      this.text(words, WIDTH / 2, 84, { size: 66, face: 'title', weight: 740, align: 'center', tone }),
    );
  }
}

const sky = new Track([
  { x: -40, y: 610 },
  { x: 330, y: 610 },
  { x: 460, y: 480 },
  { x: 900, y: 480 },
  { x: 1060, y: 640 },
  { x: 1330, y: 640 },
]);
const hill = new Track([
  { x: -40, y: 110 },
  { x: 210, y: 110 },
  { x: 300, y: 200 },
  { x: 620, y: 200 },
  { x: 700, y: 120 },
  { x: 1330, y: 120 },
]);
const river = new Track(
  [
    { x: 1000, y: -60 },
    { x: 1000, y: 260 },
    { x: 860, y: 400 },
    { x: 860, y: 800 },
  ],
  90,
);

/** The first seconds: lines find their way behind the title. */
export function opening(
  pen: Pen,
  t: number,
  { title, lead, tone, other }: { title: string; lead: string; tone: string; other: string },
  until = 6,
): void {
  const alpha = seen(t, -1, until);
  pen.with({ alpha }, () => {
    pen.with({ alpha: 0.12 }, () => pen.track(river, { tone: colour.blue, heavy: 90 }));
    pen.with({ alpha: 0.85 }, () => pen.track(hill, { tone: other, share: span(t, 0.1, 2.6) }));
    pen.track(sky, { tone, share: span(t, 0.5, 3.4) });
    for (const [at, share] of [
      [1.5, 0.16],
      [2.1, 0.45],
      [2.6, 0.68],
    ] as const)
      pen.station(sky.at(share), { tone, scale: pop(t, at) });
    if (t > 0.6) pen.train(sky.at(span(t, 0.7, 5.6)));
    pen.with({ alpha: span(t, 0.2, 1), y: 18 * (1 - span(t, 0.2, 1)) }, () =>
      pen.text(title, WIDTH / 2, 290, {
        size: Math.min(112, (112 * 1120) / pen.measure(title, { size: 112, face: 'title', weight: 780 })),
        face: 'title',
        weight: 780,
        align: 'center',
      }),
    );
    pen.with({ alpha: span(t, 1, 1.8) }, () =>
      pen.text(lead, WIDTH / 2, 390, { size: 52, align: 'center', tone: colour.quiet, weight: 500 }),
    );
  });
}

/** The last seconds: the way as a line, a station for each word to keep. */
export function closing(
  pen: Pen,
  t: number,
  from: number,
  { words, lead, tone }: { words: readonly string[]; lead: string; tone: string },
): void {
  pen.with({ alpha: seen(t, from) }, () => {
    const [left, right] = [200, WIDTH - 200];
    const track = new Track([
      { x: left, y: 350 },
      { x: right, y: 350 },
    ]);
    pen.track(track, { tone: colour.line, heavy: 16 });
    const share = span(t, from + 0.4, from + 1 + words.length * 0.9);
    pen.track(track, { tone, share });
    for (const [index, word] of words.entries()) {
      const place = words.length === 1 ? 0.5 : index / (words.length - 1);
      const at = from + 0.5 + index * 0.95;
      const x = mix(left, right, place);
      pen.station({ x, y: 350 }, { tone, radius: 26, full: span(t, at, at + 0.5) });
      const size = Math.min(60, (60 * 350) / pen.measure(word, { size: 60, face: 'title', weight: 720 }));
      pen.with({ alpha: seen(t, at), y: 12 * (1 - span(t, at, at + 0.6)) }, () =>
        pen.text(word, x, index % 2 === 0 ? 270 : 432, { size, face: 'title', weight: 720, align: 'center' }),
      );
    }
    pen.with({ alpha: seen(t, from + 1.4 + words.length * 0.9) }, () =>
      pen.text(lead, WIDTH / 2, 568, { size: 54, align: 'center', tone: colour.quiet, weight: 560, width: 1120 }),
    );
  });
}
