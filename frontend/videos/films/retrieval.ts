import { between, closing, colour, type Film, mix, opening, type Pen, type Point, pop, seen, span, Track, WIDTH } from '../stage.ts';

function without(pen: Pen, t: number): void {
  pen.headline('Un modelo no conoce tu negocio', seen(t, 6, 17.6));
  pen.with({ alpha: seen(t, 6.3, 17.6) }, () => {
    const way = new Track([
      { x: 640, y: 310 },
      { x: 640, y: 520 },
    ]);
    pen.with({ alpha: seen(t, 6.5) }, () => {
      pen.box(150, 175, 980, 130, { edge: colour.blue });
      pen.text('«¿Cuántos días hay para devolver?»', WIDTH / 2, 242, { size: 56, align: 'center' });
    });
    pen.track(way, { tone: colour.line, share: span(t, 8, 9) });
    if (t > 8.6 && t < 11) pen.train(way.at(span(t, 8.8, 10.4)));
    pen.with({ alpha: seen(t, 8.6, 10.8) }, () => pen.text('modelo', 690, 412, { size: 50, tone: colour.quiet }));
    const shake = t > 11.4 && t < 13 ? 7 * Math.sin(t * 22) * (1 - span(t, 11.4, 13)) : 0;
    pen.with({ alpha: seen(t, 10.6), x: shake, scale: pop(t, 10.6), about: { x: 640, y: 560 } }, () => {
      pen.box(370, 480, 540, 150, { edge: colour.bougainvillea, fill: colour.bougainvilleaSoft });
      pen.text('«30 días»', WIDTH / 2, 558, { size: 72, align: 'center', weight: 720, tone: colour.bougainvillea });
    });
    pen.with({ alpha: seen(t, 13), scale: pop(t, 13), about: { x: 1000, y: 420 } }, () =>
      pen.pill('Lo inventó', 1010, 420, { size: 58, fill: colour.bougainvillea, tone: colour.sheet, height: 100, pad: 40, weight: 720 }),
    );
  });
}

const kinds = [
  { tone: colour.blue, soft: colour.blueSoft, word: 'Envíos', centre: { x: 300, y: 330 } },
  { tone: colour.agave, soft: colour.agaveSoft, word: 'Pagos', centre: { x: 640, y: 560 } },
  { tone: colour.bougainvillea, soft: colour.bougainvilleaSoft, word: 'Devolver', centre: { x: 970, y: 330 } },
] as const;
/** Nine fragments: on their sheet, on the table, and on the map. */
const fragments = Array.from({ length: 9 }, (_, index) => {
  const kind = kinds[Math.floor(index / 3)] ?? kinds[0];
  const turn = ((index % 3) / 3) * 2 * Math.PI + Math.floor(index / 3) * 0.8;
  return {
    kind,
    sheet: { x: 330, y: 196 + index * 52 },
    table: { x: 660 + (index % 3) * 210, y: 260 + Math.floor(index / 3) * 150 },
    map: { x: kind.centre.x + 96 * Math.cos(turn), y: kind.centre.y + 74 * Math.sin(turn) },
  };
});
const question: Point = { x: 925, y: 345 };

function prepare(pen: Pen, t: number): void {
  pen.headline('1. Parte tus documentos', seen(t, 17.8, 29), colour.agave);
  pen.headline('2. Ubica cada fragmento', seen(t, 29, 40), colour.agave);
  pen.headline('3. Busca lo más cercano', seen(t, 40, 52.4), colour.agave);
  pen.with({ alpha: seen(t, 18, 52.4) }, () => {
    pen.with({ alpha: 1 - span(t, 29, 30) }, () => {
      pen.box(130, 160, 400, 500, { radius: 20 });
      pen.with({ alpha: seen(t, 18.6) }, () =>
        pen.text('Manual de la tienda', 330, 690, { size: 44, align: 'center', tone: colour.quiet, weight: 520 }),
      );
    });
    for (const kind of kinds) {
      const keep = kind.word === 'Devolver' ? 1 : 1 - 0.7 * span(t, 44, 45);
      pen.with({ alpha: seen(t, 34.6) * keep }, () => {
        pen.disc(kind.centre, 158, { fill: kind.soft });
        pen.text(kind.word, kind.centre.x + (kind.word === 'Pagos' ? 240 : 0), kind.centre.y + (kind.word === 'Pagos' ? 96 : 200), {
          size: 50,
          align: 'center',
          tone: kind.tone,
          weight: 680,
        });
      });
    }
    const near = span(t, 44.6, 46);
    if (near > 0) {
      pen.with({ alpha: 0.2 }, () => pen.disc(question, 190 * near, { fill: colour.cempasuchil }));
      for (const { kind, map } of fragments)
        if (kind.word === 'Devolver') pen.line(question, map, { tone: colour.cempasuchil, heavy: 9, share: span(t, 45.2, 46.6) });
    }
    for (const [index, { kind, sheet, table, map }] of fragments.entries()) {
      const out = span(t, 21.4 + index * 0.42, 22.8 + index * 0.42);
      const land = span(t, 30 + index * 0.42, 31.8 + index * 0.42);
      const here = between(between(sheet, table, out), map, land);
      const width = mix(mix(330, 178, out), 40, land);
      const height = mix(mix(30, 96, out), 40, land);
      const keep = kind.word === 'Devolver' ? 1 : 1 - 0.6 * span(t, 44, 45);
      pen.with({ alpha: keep * seen(t, 18.2 + index * 0.12) }, () => {
        pen.box(here.x - width / 2, here.y - height / 2, width, height, {
          fill: mix(0, 1, out) > 0.5 ? kind.tone : colour.line,
          edge: null,
          radius: mix(14, 20, land),
        });
        // Lines of writing, as long as it is a piece of paper.
        pen.with({ alpha: out * (1 - land) }, () => {
          for (const [row, share] of [0.7, 0.5].entries())
            pen.box(here.x - width / 2 + 22, here.y - 22 + row * 30, (width - 44) * share, 14, { fill: kind.soft, edge: null, radius: 7 });
        });
      });
    }
    pen.with({ alpha: seen(t, 25.6, 29.2) }, () =>
      pen.text('fragmentos', 870, 690, { size: 46, align: 'center', tone: colour.quiet, weight: 520 }),
    );
    const fall = span(t, 41.6, 43.6);
    pen.with({ alpha: seen(t, 40.6) }, () => {
      const point = { x: mix(640, question.x, fall), y: mix(190, question.y, fall) };
      if (fall === 1) pen.train(point, { radius: 22 });
      pen.with({ alpha: 1 - span(t, 43, 43.6) }, () =>
        pen.pill('¿Días para devolver?', point.x, point.y, { size: 52, fill: colour.cempasuchil, weight: 680 }),
      );
    });
    pen.with({ alpha: seen(t, 47), scale: pop(t, 47), about: { x: 250, y: 640 } }, () =>
      pen.pill('3 fragmentos', 250, 640, { size: 54, fill: colour.ink, tone: colour.paper, height: 98, pad: 40 }),
    );
  });
}

const into = new Track([
  { x: 440, y: 400 },
  { x: 640, y: 400 },
]);
const out = new Track([
  { x: 640, y: 400 },
  { x: 800, y: 400 },
]);
function answer(pen: Pen, t: number): void {
  pen.headline('4. Responde con ellos a la vista', seen(t, 52.6, 66), colour.agave);
  pen.with({ alpha: seen(t, 52.8, 66) }, () => {
    pen.track(into, { tone: colour.line, share: span(t, 53, 54) });
    for (let index = 0; index < 3; index++) {
      const slide = span(t, 53 + index * 0.5, 54.2 + index * 0.5);
      const swallow = span(t, 56.4 + index * 0.3, 57.4 + index * 0.3);
      const x = mix(mix(-220, 80, slide), 520, swallow);
      const y = mix(220 + index * 120, 360, swallow);
      pen.with({ alpha: 1 - swallow }, () => {
        pen.box(x, y, 300, 96, { fill: colour.bougainvilleaSoft, edge: colour.bougainvillea });
        pen.text(['«…15 días…»', '«…sin uso…»', '«…con ticket»'][index] ?? '', x + 150, y + 50, {
          size: 46,
          align: 'center',
          tone: colour.bougainvillea,
          weight: 660,
        });
      });
    }
    const question = span(t, 54.6, 55.6);
    const gone = span(t, 57.3, 58.2);
    pen.with({ alpha: Math.min(question, 1 - gone) }, () =>
      pen.pill('¿Días para devolver?', mix(290, 560, gone), mix(640, 400, gone), { size: 46, fill: colour.cempasuchil, weight: 660 }),
    );
    pen.track(out, { tone: colour.agave, share: span(t, 58.2, 59.2) });
    pen.station(
      { x: 640, y: 400 },
      { tone: colour.agave, radius: 62, scale: 1 + 0.08 * Math.sin(t * 5) * seen(t, 56.4, 59), full: span(t, 56.6, 58.4) },
    );
    pen.text('modelo', 640, 510, { size: 48, align: 'center', tone: colour.quiet, weight: 560 });
    pen.with({ alpha: seen(t, 59), x: 26 * (1 - span(t, 59, 59.8)) }, () => {
      pen.box(800, 220, 430, 300, { edge: colour.agave, heavy: 6 });
      pen.text('«Tienes 15 días, con tu ticket.»', 836, 286, { size: 58, width: 370 });
    });
    pen.with({ alpha: seen(t, 60.6), scale: pop(t, 60.6), about: { x: 1015, y: 560 } }, () =>
      pen.pill('Manual, página 3', 1015, 566, { size: 44, fill: colour.agave, tone: colour.sheet, height: 84 }),
    );
  });
  pen.headline('¿No está en ellos? Que lo diga', seen(t, 66, 70.6), colour.bougainvillea);
  pen.with({ alpha: seen(t, 66.2, 70.6) }, () => {
    pen.box(240, 260, 800, 210, { edge: colour.bougainvillea, heavy: 6 });
    pen.text('«No lo sé: no viene en el manual.»', WIDTH / 2, 332, { size: 66, align: 'center', width: 720 });
  });
}

export const retrieval: Film = {
  name: 'buscar-antes-de-responder',
  title: 'Buscar antes de responder: RAG, paso a paso',
  seconds: 80,
  poster: 47.6,
  draw(pen, t) {
    opening(pen, t, { title: 'Buscar y responder', lead: 'RAG, paso a paso', tone: colour.blue, other: colour.bougainvillea });
    if (t > 5.5 && t < 18.2) without(pen, t);
    if (t > 17.4 && t < 53) prepare(pen, t);
    if (t > 52 && t < 71) answer(pen, t);
    closing(pen, t, 70.8, { words: ['Partir', 'Ubicar', 'Buscar', 'Responder'], lead: 'y siempre con su fuente', tone: colour.agave });
  },
};
