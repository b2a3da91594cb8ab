import { closing, colour, type Film, mix, opening, type Pen, pop, seeded, seen, span, Track, WIDTH } from '../stage.ts';

/** A neuron of two inputs that really learns: the figures and the line of the film are those of this descent. */
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
const random = seeded(42);
const days = Array.from({ length: 34 }, (_, index) => {
  const rained = index % 2 === 0;
  const clouds = Math.min(0.97, Math.max(0.03, (rained ? 0.68 : 0.32) + (random() - 0.5) * 0.5));
  const damp = Math.min(0.97, Math.max(0.03, (rained ? 0.68 : 0.3) + (random() - 0.5) * 0.52));
  return { clouds, damp, rained };
});
interface Weights {
  clouds: number;
  damp: number;
  bias: number;
}
const TURNS = 60;
const history: { weights: Weights; wrong: number }[] = [];
{
  const weights: Weights = { clouds: -2.2, damp: 3, bias: -0.2 };
  for (let turn = 0; turn <= TURNS; turn++) {
    const slope = { clouds: 0, damp: 0, bias: 0 };
    let wrong = 0;
    for (const day of days) {
      const guess = sigmoid(weights.clouds * day.clouds + weights.damp * day.damp + weights.bias);
      const off = guess - (day.rained ? 1 : 0);
      if (guess > 0.5 !== day.rained) wrong++;
      slope.clouds += (off * day.clouds) / days.length;
      slope.damp += (off * day.damp) / days.length;
      slope.bias += off / days.length;
    }
    history.push({ weights: { ...weights }, wrong });
    weights.clouds -= 5 * slope.clouds;
    weights.damp -= 5 * slope.damp;
    weights.bias -= 5 * slope.bias;
  }
}

const clouds = { x: 230, y: 270 };
const damp = { x: 230, y: 520 };
const body = { x: 650, y: 395 };
const top = new Track([clouds, { x: 450, y: 270 }, body], 60);
const low = new Track([damp, { x: 450, y: 520 }, body], 60);
const out = new Track([body, { x: 890, y: 395 }]);

/** One day, three weights: what it says before and after it is told that it was wrong. */
function one(pen: Pen, t: number): void {
  pen.headline('Una neurona pesa lo que le llega', seen(t, 6, 20));
  pen.headline('Compara con lo que pasó', seen(t, 20, 30));
  pen.headline('Y mueve cada peso un poquito', seen(t, 30, 43));
  pen.with({ alpha: seen(t, 6.3, 43) }, () => {
    const learned = (span(t, 31.6, 33) + span(t, 34.4, 35.8) + span(t, 37.2, 38.6)) / 3;
    const weight = { clouds: mix(0.4, 2.4, learned), damp: mix(0.3, 1.5, learned) };
    const guess = sigmoid(weight.clouds * 0.9 + weight.damp * 0.8 - 1.4);
    pen.track(top, { tone: colour.blue, heavy: 8 + 12 * weight.clouds, share: span(t, 7.6, 9) });
    pen.track(low, { tone: colour.agave, heavy: 8 + 12 * weight.damp, share: span(t, 7.9, 9.3) });
    pen.track(out, { tone: colour.ink, heavy: 14, share: span(t, 11.4, 12.4) });
    for (const [point, word, value, tone] of [
      [clouds, 'Nubes', '0.9', colour.blue],
      [damp, 'Humedad', '0.8', colour.agave],
    ] as const) {
      pen.with({ scale: pop(t, 6.6), about: point }, () => {
        pen.disc(point, 74, { fill: colour.sheet, edge: tone, heavy: 9 });
        pen.text(value, point.x, point.y + 2, { size: 60, face: 'title', weight: 740, align: 'center', tone });
      });
      pen.with({ alpha: seen(t, 6.9) }, () => pen.text(word, point.x, point.y + 108, { size: 48, align: 'center' }));
    }
    for (const from of [9.4, 26.6 + 5.2, 34.6, 37.4])
      for (const way of [top, low])
        if (t > from && t < from + 1.7) pen.train(way.at(mix(0.2, 0.78, span(t, from, from + 1.6))), { radius: 18 });
    pen.with({ alpha: seen(t, 9.2) }, () => {
      pen.text(`× ${weight.clouds.toFixed(1)}`, 490, 214, { size: 52, face: 'mono', weight: 650, align: 'center', tone: colour.blue });
      pen.text(`× ${weight.damp.toFixed(1)}`, 490, 586, { size: 52, face: 'mono', weight: 650, align: 'center', tone: colour.agave });
    });
    pen.with({ scale: pop(t, 7.2), about: body }, () => {
      pen.disc(body, 100, { fill: colour.cempasuchilSoft, edge: colour.cempasuchil, heavy: 12 });
      pen.text('suma', body.x, body.y + 2, { size: 50, align: 'center', weight: 640 });
    });
    pen.with({ alpha: seen(t, 12) }, () => {
      pen.text('¿Llueve?', 1060, 250, { size: 54, align: 'center' });
      pen.text(`${Math.round(guess * 100)} %`, 1085, 395, {
        size: 104,
        face: 'title',
        weight: 780,
        align: 'center',
        tone: guess > 0.5 ? colour.agave : colour.bougainvillea,
      });
    });
    pen.with({ alpha: seen(t, 21.4, 43), scale: pop(t, 21.4), about: { x: 1070, y: 530 } }, () =>
      pen.pill('Sí llovió', 1070, 524, { size: 54, fill: colour.blue, tone: colour.sheet, height: 96 }),
    );
    const off = 1 - guess;
    pen.with({ alpha: seen(t, 24) }, () => {
      pen.text('Error', 800, 650, { size: 50, weight: 640, align: 'right' });
      pen.box(830, 626, 390, 48, { fill: colour.sand, edge: null, radius: 24 });
      pen.box(830, 626, Math.max(48, 390 * off * span(t, 24.2, 25.6)), 48, { fill: colour.bougainvillea, edge: null, radius: 24 });
    });
  });
}

const place = (x: number, y: number) => ({ x: 130 + x * 620, y: 640 - y * 470 });
/** Many days at once: the line that parts them finds its place. */
function many(pen: Pen, t: number): void {
  pen.headline('Con muchos días, encuentra la raya', seen(t, 43, 64.4));
  pen.with({ alpha: seen(t, 43.3, 64.4) }, () => {
    pen.box(110, 150, 660, 510, { radius: 24 });
    const turn = TURNS * Math.min(1, Math.max(0, (t - 48) / 12)) ** 1.6;
    const before = history[Math.floor(turn)];
    const after = history[Math.min(TURNS, Math.floor(turn) + 1)];
    if (!before || !after) return;
    const part = turn - Math.floor(turn);
    const w = {
      clouds: mix(before.weights.clouds, after.weights.clouds, part),
      damp: mix(before.weights.damp, after.weights.damp, part),
      bias: mix(before.weights.bias, after.weights.bias, part),
    };
    // Where the neuron hesitates: sampled, and cut by the sheet.
    const points = Array.from({ length: 401 }, (_, index) => index / 400)
      .map((x) => ({ x, y: -(w.clouds * x + w.bias) / w.damp }))
      .filter(({ y }) => y >= 0.0 && y <= 1.0);
    const [a, b] = [points[0], points.at(-1)];
    for (const [index, day] of days.entries()) {
      const right = sigmoid(w.clouds * day.clouds + w.damp * day.damp + w.bias) > 0.5 === day.rained;
      const point = place(day.clouds, day.damp);
      pen.with({ scale: pop(t, 43.8 + index * 0.07), about: point }, () => {
        pen.disc(point, 17, { fill: day.rained ? colour.blue : colour.cempasuchil });
        if (!right && t > 47) pen.disc(point, 26, { fill: 'rgba(0,0,0,0)', edge: colour.bougainvillea, heavy: 6 });
      });
    }
    if (a && b) pen.line(place(a.x, a.y), place(b.x, b.y), { tone: colour.ink, heavy: 12, share: span(t, 46.4, 47.6) });
    pen.with({ alpha: seen(t, 44.4) }, () => {
      pen.disc({ x: 830, y: 206 }, 20, { fill: colour.blue });
      pen.text('llovió', 868, 208, { size: 50 });
      pen.disc({ x: 830, y: 276 }, 20, { fill: colour.cempasuchil });
      pen.text('no llovió', 868, 278, { size: 50 });
    });
    pen.with({ alpha: seen(t, 47.4) }, () => {
      pen.text(`Vuelta ${Math.floor(turn)}`, 810, 400, { size: 66, face: 'title', weight: 740 });
      const { wrong } = before;
      pen.text(String(wrong), 810, 540, { size: 150, face: 'title', weight: 780, tone: wrong > 4 ? colour.bougainvillea : colour.agave });
      const x = 830 + pen.measure(String(wrong), { size: 150, face: 'title', weight: 780 });
      pen.text('errores', x, 516, { size: 50, tone: colour.quiet });
      pen.text(`de ${days.length}`, x, 576, { size: 50, tone: colour.quiet });
    });
  });
}

function scale(pen: Pen, t: number): void {
  pen.headline('Un modelo enorme hace lo mismo', seen(t, 64.4, 71.6));
  pen.with({ alpha: seen(t, 64.6, 71.6) }, () => {
    const grid = 3 + Math.round(9 * span(t, 64.8, 68.4));
    for (let row = 0; row < grid; row++)
      for (let column = 0; column < Math.round(grid * 1.9); column++) {
        const columns = Math.round(grid * 1.9);
        const point = {
          x: mix(150, 1130, columns === 1 ? 0.5 : column / (columns - 1)),
          y: mix(190, 520, grid === 1 ? 0.5 : row / (grid - 1)),
        };
        const lit = 0.5 + 0.5 * Math.sin(t * 3 + column * 0.7 + row * 1.3);
        pen.disc(point, mix(30, 10, (grid - 3) / 9), { fill: lit > 0.5 ? colour.agave : colour.cempasuchil });
      }
    pen.with({ alpha: seen(t, 66) }, () =>
      pen.text('miles de millones de pesos', WIDTH / 2, 630, { size: 64, face: 'title', weight: 720, align: 'center' }),
    );
  });
}

export const neuron: Film = {
  name: 'una-neurona-que-aprende',
  title: 'Una neurona que aprende',
  seconds: 80,
  poster: 58.5,
  draw(pen, t) {
    opening(pen, t, { title: 'Una neurona que aprende', lead: 'De equivocarse a acertar', tone: colour.cempasuchil, other: colour.blue });
    if (t > 5.5 && t < 43.6) one(pen, t);
    if (t > 42.6 && t < 65) many(pen, t);
    if (t > 64 && t < 72) scale(pen, t);
    closing(pen, t, 71.8, {
      words: ['Predecir', 'Comparar', 'Ajustar', 'Repetir'],
      lead: 'Aprender es equivocarse cada vez menos',
      tone: colour.cempasuchil,
    });
  },
};
