import { between, closing, colour, type Film, mix, opening, type Pen, type Point, pop, seeded, seen, span, WIDTH } from '../stage.ts';

const pieces = [
  { text: 'La', number: '418', fill: colour.agaveSoft, tone: colour.agave },
  { text: 'tortill', number: '22907', fill: colour.bougainvilleaSoft, tone: colour.bougainvillea },
  { text: 'ería', number: '1033', fill: colour.cempasuchilSoft, tone: colour.cempasuchilInk },
  { text: 'abre', number: '8851', fill: colour.blueSoft, tone: colour.blue },
  { text: 'temprano', number: '15642', fill: colour.agaveSoft, tone: colour.agave },
];
const SIZE = 84;
const style = { size: SIZE, weight: 640 } as const;

/** Words that are cut into pieces, and pieces that become numbers. */
function cut(pen: Pen, t: number): void {
  pen.headline('Un modelo no lee palabras', seen(t, 6, 13));
  pen.headline('Lee trozos: se llaman tokens', seen(t, 13, 21.4));
  pen.headline('Cada token tiene su número', seen(t, 21.4, 31));
  pen.with({ alpha: seen(t, 6.3, 31) }, () => {
    const apart = span(t, 10.6, 12.2);
    const space = pen.measure(' ', style);
    const widths = pieces.map(({ text }) => pen.measure(text, style));
    // Together, the second and third are one word; apart, each has its room.
    const gaps = pieces.map((_, index) => (index === 0 ? 0 : mix(index === 2 ? 0 : space, 34, apart)));
    const whole = widths.reduce((sum, width, index) => sum + width + (gaps[index] ?? 0), 0);
    const shrink = Math.min(1, 1150 / (whole + 60));
    const asNumber = span(t, 22.4, 24);
    let x = WIDTH / 2 - whole / 2;
    pen.with({ scale: shrink, about: { x: WIDTH / 2, y: 320 } }, () => {
      for (const [index, piece] of pieces.entries()) {
        const width = widths[index] ?? 0;
        x += gaps[index] ?? 0;
        const middle = x + width / 2;
        const rise = -10 * Math.sin(Math.PI * span(t, 10.6 + index * 0.15, 12.2 + index * 0.15));
        pen.with({ alpha: apart, y: rise }, () => pen.box(x - 14, 260, width + 28, 124, { fill: piece.fill, edge: null, radius: 22 }));
        pen.with({ y: rise }, () =>
          pen.text(piece.text, middle, 322, { ...style, align: 'center', tone: apart > 0.5 ? piece.tone : colour.ink }),
        );
        pen.with({ alpha: asNumber }, () => {
          const drop = 180 * span(t, 22.4 + index * 0.4, 23.8 + index * 0.4);
          pen.with({ alpha: span(t, 22.6 + index * 0.4, 23.4 + index * 0.4), y: drop }, () =>
            pen.text(piece.number, middle, 340, { size: 52, face: 'mono', weight: 650, align: 'center', tone: piece.tone }),
          );
        });
        // The cut itself: a dashed line that falls between two pieces.
        if (index > 0) {
          const at = 8.4 + index * 0.4;
          pen.with({ alpha: seen(t, at, 11.6, 0.3) }, () =>
            pen.line(
              { x: x - (gaps[index] ?? 0) / 2, y: 230 },
              { x: x - (gaps[index] ?? 0) / 2, y: 414 },
              { tone: colour.bougainvillea, heavy: 7, dash: [2, 18], share: span(t, at, at + 0.5) },
            ),
          );
        }
        x += width;
      }
    });
    pen.with({ alpha: seen(t, 14, 21.4), scale: pop(t, 14), about: { x: WIDTH / 2, y: 550 } }, () =>
      pen.pill('4 palabras · 5 tokens', WIDTH / 2, 550, { size: 60, fill: colour.ink, tone: colour.paper, height: 110, pad: 48 }),
    );
    pen.with({ alpha: seen(t, 26.4, 31) }, () =>
      pen.text('Es lo único que entra al modelo', WIDTH / 2, 630, { size: 54, align: 'center', tone: colour.quiet, weight: 520 }),
    );
  });
}

const random = seeded(7);
const groups = [
  { name: 'animales', tone: colour.agave, soft: colour.agaveSoft, centre: { x: 300, y: 320 }, words: ['perro', 'gato', 'loro'] },
  {
    name: 'comida',
    tone: colour.bougainvillea,
    soft: colour.bougainvilleaSoft,
    centre: { x: 960, y: 290 },
    words: ['taco', 'tamal', 'pozole'],
  },
  { name: 'transporte', tone: colour.blue, soft: colour.blueSoft, centre: { x: 690, y: 570 }, words: ['metro', 'camión', 'tren'] },
] as const;
const spread: readonly Point[] = [
  { x: -110, y: -62 },
  { x: 96, y: -14 },
  { x: -60, y: 74 },
];
const words = groups.flatMap((group) =>
  group.words.map((word, index) => ({
    word,
    group,
    first: { x: 120 + random() * 1040, y: 190 + random() * 450 },
    place: { x: group.centre.x + (spread[index]?.x ?? 0), y: group.centre.y + (spread[index]?.y ?? 0) },
  })),
);
const query: Point = { x: 330, y: 330 };

function map(pen: Pen, t: number): void {
  pen.headline('Y cada uno, un lugar en un mapa', seen(t, 31, 40));
  pen.headline('Lo que se parece queda cerca', seen(t, 40, 50));
  pen.headline('Así se busca por significado', seen(t, 50, 65.4));
  pen.with({ alpha: seen(t, 31.2, 65.4) }, () => {
    const settled = span(t, 34, 40.4);
    for (const group of groups) {
      const soft = seen(t, 40.6) * (group.name === 'animales' ? 1 : 1 - 0.75 * span(t, 54, 55));
      pen.with({ alpha: soft }, () => pen.disc(group.centre, 178 * mix(0.86, 1, span(t, 40.6, 41.6)), { fill: group.soft }));
    }
    const near = span(t, 54.4, 56);
    if (near > 0) {
      pen.with({ alpha: 0.22 }, () => pen.disc(query, 215 * near, { fill: colour.cempasuchil }));
      for (const { group, place } of words)
        if (group.name === 'animales') pen.line(query, place, { tone: colour.cempasuchil, heavy: 8, share: span(t, 55, 56.4) });
    }
    for (const [index, { word, group, first, place }] of words.entries()) {
      const at = 31.6 + index * 0.22;
      const sway = { x: 8 * Math.sin(t * 0.9 + index), y: 8 * Math.cos(t * 0.7 + index * 2) };
      const here = between(first, place, settled);
      const x = here.x + sway.x * (1 - settled);
      const y = here.y + sway.y * (1 - settled);
      const dim = group.name === 'animales' ? 1 : 1 - 0.65 * span(t, 54, 55);
      pen.with({ alpha: seen(t, at) * dim, scale: pop(t, at), about: { x, y } }, () => {
        pen.disc({ x, y: y + 36 }, 12, { fill: group.tone });
        pen.text(word, x, y - 4, { size: 50, align: 'center', tone: group.tone, weight: 680 });
      });
    }
    for (const group of groups) {
      const below =
        group.name === 'transporte' ? { x: group.centre.x + 330, y: group.centre.y + 30 } : { x: group.centre.x, y: group.centre.y + 218 };
      pen.with({ alpha: seen(t, 42, 50.4) }, () =>
        pen.text(group.name, below.x, below.y, { size: 48, align: 'center', tone: colour.quiet, weight: 520 }),
      );
    }
    const fall = span(t, 51.4, 53.4);
    pen.with({ alpha: seen(t, 51) }, () => {
      const y = mix(170, query.y, fall);
      const x = mix(640, query.x, fall);
      if (fall === 1) pen.train({ x, y }, { radius: 20 });
      pen.with({ alpha: 1 - span(t, 52.8, 53.4) }, () =>
        pen.pill('«mascota»', x, y, { size: 56, fill: colour.cempasuchil, tone: colour.ink, weight: 700 }),
      );
    });
    pen.with({ alpha: seen(t, 53.4) }, () =>
      pen.text('«mascota»', 300, 560, { size: 56, align: 'center', tone: colour.cempasuchilInk, weight: 720 }),
    );
    pen.with({ alpha: seen(t, 57.4) }, () => {
      pen.box(600, 176, 600, 262, { edge: colour.cempasuchil, heavy: 6 });
      pen.text('Encuentra «perro» aunque no comparta letras', 900, 240, { size: 54, align: 'center', width: 520 });
    });
  });
}

export const tokens: Film = {
  name: 'asi-lee-un-modelo',
  title: 'Así lee un modelo: tokens y embeddings',
  seconds: 75,
  poster: 45,
  draw(pen, t) {
    opening(pen, t, { title: 'Así lee un modelo', lead: 'Tokens y embeddings, sin fórmulas', tone: colour.agave, other: colour.blue });
    if (t > 5.5 && t < 31.5) cut(pen, t);
    if (t > 30.5 && t < 66) map(pen, t);
    closing(pen, t, 65.6, {
      words: ['Texto', 'Tokens', 'Números', 'Significado'],
      lead: 'Más tokens: más tiempo y más costo',
      tone: colour.agave,
    });
  },
};
