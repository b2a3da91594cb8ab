import { closing, colour, type Film, mix, opening, type Pen, pop, seen, span, Track, WIDTH } from '../stage.ts';

const flow = new Track([
  { x: 150, y: 360 },
  { x: 1130, y: 360 },
]);
const start = { x: 130, y: 400 };
const fork = { x: 400, y: 400 };
const end = { x: 1150, y: 400 };
const up = new Track([fork, { x: 540, y: 260 }, { x: 1010, y: 260 }, end]);
const middle = new Track([fork, end]);
const down = new Track([fork, { x: 540, y: 540 }, { x: 1010, y: 540 }, end]);
const inward = new Track([start, fork]);
/** It looks at one way, comes back, and takes another: nobody drew this beforehand. */
const wander = new Track(
  [start, fork, { x: 540, y: 260 }, { x: 760, y: 260 }, { x: 540, y: 260 }, fork, { x: 540, y: 540 }, { x: 1010, y: 540 }, end],
  30,
);

const centre = { x: 310, y: 415 };
const ring = Track.ring(centre, 205);
/** Where on the ring each step stands. */
const steps = [
  { word: 'Pensar', share: 0, tone: colour.blue },
  { word: 'Actuar', share: 1 / 3, tone: colour.bougainvillea },
  { word: 'Observar', share: 2 / 3, tone: colour.agave },
] as const;
const LAP = 9;
const FIRST = 28;
const said = [
  ['Me falta la guía del envío.', 'buscar_pedido(1042)', 'Guía MX-88, enviada el martes.'],
  ['Con la guía puedo rastrearlo.', 'rastrear("MX-88")', 'Detenido en Culiacán por lluvia.'],
] as const;
const known = ['Pedido 1042', 'Guía MX-88', 'Lluvia en Culiacán'];

function fixedAndFree(pen: Pen, t: number): void {
  pen.headline('Un flujo ya trae el camino', seen(t, 6, 12.6));
  pen.with({ alpha: seen(t, 6.2, 12.6) }, () => {
    pen.track(flow, { tone: colour.agave, share: span(t, 6.3, 8) });
    for (const [index, word] of ['Leer', 'Buscar', 'Redactar', 'Enviar'].entries()) {
      const point = flow.at(index / 3);
      const reached = 8 + index * 1.3;
      pen.station(point, { radius: 26, scale: pop(t, 6.6 + index * 0.35), full: span(t, reached, reached + 0.3) });
      pen.with({ alpha: seen(t, 6.8 + index * 0.35) }, () => pen.text(word, point.x, 455, { size: 52, align: 'center' }));
    }
    if (t > 7.6) pen.train(flow.at(span(t, 7.8, 12.2)));
  });
  pen.headline('Un agente elige el siguiente paso', seen(t, 12.6, 20));
  pen.with({ alpha: seen(t, 12.8, 20) }, () => {
    for (const way of [up, middle, down]) pen.track(way, { tone: colour.line, share: span(t, 13, 14.6) });
    pen.track(inward, { tone: colour.bougainvillea, share: span(t, 12.9, 13.6) });
    const share = span(t, 14.2, 19);
    pen.track(wander, { tone: colour.bougainvillea, share });
    for (const { x, y, word } of [
      { x: 760, y: 260, word: 'Buscar' },
      { x: 760, y: 400, word: 'Preguntar' },
      { x: 760, y: 540, word: 'Calcular' },
    ]) {
      pen.station({ x, y }, { tone: colour.bougainvillea, scale: pop(t, 13.8) });
      pen.with({ alpha: seen(t, 13.9) }, () => pen.text(word, x, y + 58, { size: 46, align: 'center' }));
    }
    pen.station(fork, { tone: colour.bougainvillea, radius: 28 });
    pen.station(end, { tone: colour.bougainvillea, radius: 28, full: span(t, 18.8, 19.2) });
    pen.with({ alpha: seen(t, 13.6, 19.4) }, () =>
      pen.text('¿?', fork.x - 6, 318, { size: 64, face: 'title', weight: 760, align: 'center', tone: colour.bougainvillea }),
    );
    pen.train(wander.at(share));
  });
}

function aim(pen: Pen, t: number): void {
  pen.headline('Todo empieza con un objetivo', seen(t, 20, 27.6));
  pen.with({ alpha: seen(t, 20.3, 27.6) }, () => {
    const words = '«¿Dónde está mi pedido 1042?»';
    pen.with({ scale: mix(0.96, 1, span(t, 20.3, 21)), about: { x: WIDTH / 2, y: 260 } }, () => {
      pen.box(130, 180, 1020, 150, { edge: colour.blue });
      pen.text(words.slice(0, Math.ceil(words.length * Math.min(1, Math.max(0, (t - 20.8) / 2)))), WIDTH / 2, 258, {
        size: 62,
        align: 'center',
      });
    });
    pen.with({ alpha: seen(t, 23.2) }, () =>
      pen.text('y con herramientas que puede usar', WIDTH / 2, 412, { size: 52, align: 'center', tone: colour.quiet, weight: 500 }),
    );
    for (const [index, word] of ['buscar_pedido', 'rastrear'].entries())
      pen.with({ alpha: seen(t, 24 + index * 0.7), scale: pop(t, 24 + index * 0.7), about: { x: 430 + index * 470, y: 540 } }, () =>
        pen.pill(word, 430 + index * 470, 540, {
          face: 'mono',
          size: 46,
          fill: colour.bougainvilleaSoft,
          tone: colour.bougainvillea,
          height: 92,
        }),
      );
  });
}

function loop(pen: Pen, t: number): void {
  const answered = FIRST + 2 * LAP + 3;
  pen.with({ alpha: seen(t, 27.6, 53.6) }, () => {
    const lap = Math.min(2, Math.max(0, Math.floor((t - FIRST) / LAP)));
    const within = (t - FIRST - lap * LAP) / LAP;
    const step = Math.min(2, Math.max(0, Math.floor(within * 3)));
    pen.headline(t < answered ? 'Piensa, actúa, observa. Y otra vez.' : 'Cumplió: sale del ciclo', seen(t, 27.8, 53.6));
    pen.track(ring, { tone: colour.line, heavy: 18, share: span(t, 27.8, 28.6) });
    for (const { word, share, tone } of steps) {
      const point = ring.at(share);
      pen.station(point, { tone, radius: 30, scale: pop(t, 28 + share) });
      const low = share > 0;
      pen.text(word, point.x, point.y + (low ? 72 : -62), { size: 50, face: 'title', weight: 720, align: 'center', tone });
    }
    pen.text('Vuelta', centre.x, centre.y - 42, { size: 44, align: 'center', tone: colour.quiet, weight: 500 });
    pen.text(String(lap + 1), centre.x, centre.y + 30, { size: 104, face: 'title', weight: 780, align: 'center' });
    // It rests at each step, and moves on at the end of it.
    const rest = Math.min(1, Math.max(0, within * 3 - step));
    const place = (step + span(rest, 0.66, 1)) / 3;
    if (t < answered) pen.train(ring.at(place));
    // What it says at this step.
    const now = steps[step];
    const words = said[lap]?.[step];
    const from = FIRST + lap * LAP + step * 3;
    if (now && words && t < answered)
      pen.with({ alpha: seen(t, from, from + 3, 0.35) }, () => {
        pen.text(now.word, 600, 208, { size: 68, face: 'title', weight: 760, tone: now.tone });
        if (step === 1) pen.text(words, 600, 292, { size: 48, face: 'mono', weight: 600 });
        else pen.text(words, 600, 288, { size: 56, width: 630 });
      });
    const done = FIRST + 2 * LAP;
    if (t >= done && t < answered)
      pen.with({ alpha: seen(t, done, answered, 0.35) }, () => {
        pen.text('Pensar', 600, 208, { size: 68, face: 'title', weight: 760, tone: colour.blue });
        pen.text('Ya tengo lo que me faltaba.', 600, 288, { size: 56, width: 630 });
      });
    pen.with({ alpha: 1 - span(t, answered - 0.2, answered + 0.3) }, () => {
      pen.text('Ya sabe:', 600, 452, { size: 46, tone: colour.quiet, weight: 500 });
      for (const [index, word] of known.entries()) {
        const at = index === 0 ? 28.4 : FIRST + index * LAP - 0.6;
        const wide = pen.measure(word, { size: 46 }) + 56;
        const x = index === 2 ? 600 : 600 + (index === 0 ? 0 : pen.measure(known[0] ?? '', { size: 46 }) + 56 + 18);
        const y = index === 2 ? 622 : 532;
        pen.with({ alpha: seen(t, at), scale: pop(t, at), about: { x: x + wide / 2, y } }, () =>
          pen.pill(word, x + wide / 2, y, { size: 46, fill: colour.agaveSoft, tone: colour.agave }),
        );
      }
    });
    const exit = new Track([ring.at(0), { x: 470, y: 210 }, { x: 600, y: 340 }, { x: 690, y: 340 }], 60);
    pen.track(exit, { tone: colour.cempasuchil, heavy: 18, share: span(t, answered, answered + 1.2) });
    if (t >= answered) {
      pen.train(exit.at(span(t, answered, answered + 1.2)));
      pen.with({ alpha: seen(t, answered + 1), x: 30 * (1 - span(t, answered + 1, answered + 1.7)) }, () => {
        pen.box(660, 220, 560, 330, { edge: colour.cempasuchil, heavy: 6 });
        pen.text('«La lluvia lo detuvo en Culiacán. Te llega el viernes.»', 700, 286, { size: 58, width: 490 });
      });
    }
  });
}

function brakes(pen: Pen, t: number): void {
  pen.headline('Tres frenos antes de soltarlo', seen(t, 53.6, 64.4));
  pen.with({ alpha: seen(t, 53.8, 64.4) }, () => {
    const track = new Track([
      { x: 180, y: 150 },
      { x: 180, y: 640 },
    ]);
    pen.track(track, { tone: colour.bougainvillea, share: span(t, 54, 62) });
    for (const [index, [word, more]] of (
      [
        ['Un máximo de vueltas', '10, y se detiene'],
        ['Permisos contados', 'consultar no es cobrar'],
        ['Una persona aprueba', 'lo que no se deshace'],
      ] as const
    ).entries()) {
      const at = 54.4 + index * 2.9;
      const y = 210 + index * 170;
      pen.station({ x: 180, y }, { tone: colour.bougainvillea, radius: 32, scale: pop(t, at), full: span(t, at + 0.4, at + 0.9) });
      pen.with({ alpha: seen(t, at + 0.1), x: 24 * (1 - span(t, at, at + 0.7)) }, () => {
        pen.text(word, 260, y - 30, { size: 66, face: 'title', weight: 740 });
        pen.text(more, 260, y + 40, { size: 52, tone: colour.quiet, weight: 500 });
      });
    }
  });
}

export const agent: Film = {
  name: 'el-ciclo-de-un-agente',
  title: 'El ciclo de un agente',
  seconds: 74,
  poster: 43.4,
  draw(pen, t) {
    opening(pen, t, {
      title: 'El ciclo de un agente',
      lead: 'De tu pregunta a su respuesta',
      tone: colour.bougainvillea,
      other: colour.agave,
    });
    if (t > 5.5 && t < 20.5) fixedAndFree(pen, t);
    if (t > 19.5 && t < 28) aim(pen, t);
    if (t > 27 && t < 54) loop(pen, t);
    if (t > 53 && t < 65) brakes(pen, t);
    closing(pen, t, 64.6, {
      words: ['Pensar', 'Actuar', 'Observar', 'Repetir'],
      lead: 'hasta cumplir el objetivo',
      tone: colour.bougainvillea,
    });
  },
};
