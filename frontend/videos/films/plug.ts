import { between, closing, colour, type Film, mix, opening, type Pen, pop, seen, span, Track, WIDTH } from '../stage.ts';

const apps = ['Chat', 'Editor', 'Agente'].map((word, index) => ({ word, x: 300, y: 250 + index * 160 }));
const systems = ['Inventario', 'Correo', 'Agenda', 'Archivos'].map((word, index) => ({ word, x: 950, y: 205 + index * 135 }));
const tones = [colour.blue, colour.bougainvillea, colour.agave];
const hub = { x: 625, y: 410 };

function cables(pen: Pen, t: number): void {
  pen.headline('Antes: un cable para cada par', seen(t, 6, 20));
  pen.headline('Con MCP: un enchufe para todos', seen(t, 20, 33));
  pen.with({ alpha: seen(t, 6.3, 33) }, () => {
    const joined = span(t, 20.6, 23.6);
    let index = 0;
    for (const [row, app] of apps.entries())
      for (const system of systems) {
        const at = 8 + index * 0.5;
        index++;
        // Each cable bends until it passes through the hub.
        const middle = between({ x: mix(app.x, system.x, 0.5), y: mix(app.y, system.y, 0.5) }, hub, joined);
        const way = new Track(
          [
            app,
            { x: mix(app.x + 100, middle.x - 140, joined), y: mix(app.y, app.y, joined) },
            middle,
            { x: mix(system.x - 100, middle.x + 140, joined), y: system.y },
            system,
          ],
          70,
        );
        pen.track(way, { tone: tones[row] ?? colour.agave, heavy: mix(7, 12, joined), share: span(t, at, at + 0.8) });
      }
    for (const [list, align, aside] of [
      [apps, 'right', -46],
      [systems, 'left', 46],
    ] as const)
      for (const [row, { word, x, y }] of list.entries()) {
        pen.station(
          { x, y },
          { tone: list === apps ? (tones[row] ?? colour.agave) : colour.ink, radius: 26, scale: pop(t, 6.5 + row * 0.2) },
        );
        pen.with({ alpha: seen(t, 6.7 + row * 0.2) }, () => pen.text(word, x + aside, y, { size: 52, align, weight: 640 }));
      }
    pen.with({ scale: pop(t, 23.2), about: hub }, () => {
      pen.disc(hub, 86, { fill: colour.cempasuchil, edge: colour.sheet, heavy: 10 });
      pen.text('MCP', hub.x, hub.y + 3, { size: 62, face: 'title', weight: 780, align: 'center' });
    });
    const made = Math.min(12, Math.max(0, Math.ceil((t - 8) / 0.5)));
    pen.with({ alpha: seen(t, 8.2, 20.4) }, () =>
      pen.text(t < 14.4 ? `${made} conexiones` : '3 × 4 = 12 conexiones', 625, 676, {
        size: 56,
        face: 'title',
        weight: 740,
        align: 'center',
        tone: colour.bougainvillea,
      }),
    );
    pen.with({ alpha: seen(t, 24.4, 33) }, () =>
      pen.text('3 + 4 = 7 conexiones', 625, 676, { size: 56, face: 'title', weight: 740, align: 'center', tone: colour.agave }),
    );
  });
}

function offers(pen: Pen, t: number): void {
  pen.headline('Un servidor dice qué ofrece', seen(t, 33, 45));
  pen.with({ alpha: seen(t, 33.2, 45) }, () => {
    const stem = new Track([
      { x: 170, y: 400 },
      { x: 330, y: 400 },
    ]);
    pen.track(stem, { tone: colour.cempasuchil, share: span(t, 33.6, 34.4), heavy: 18 });
    for (const [index, [word, more, tone]] of (
      [
        ['Herramientas', 'lo que se puede hacer', colour.bougainvillea],
        ['Recursos', 'lo que se puede leer', colour.blue],
        ['Prompts', 'instrucciones listas para usar', colour.agave],
      ] as const
    ).entries()) {
      const y = 230 + index * 170;
      const at = 34.4 + index * 2.6;
      const branch = new Track(
        [
          { x: 330, y: 400 },
          { x: 330, y },
          { x: 470, y },
        ],
        60,
      );
      pen.track(branch, { tone, share: span(t, at, at + 0.9), heavy: 16 });
      pen.station({ x: 470, y }, { tone, radius: 30, scale: pop(t, at + 0.7), full: span(t, at + 1, at + 1.5) });
      pen.with({ alpha: seen(t, at + 0.8) }, () => {
        pen.text(word, 530, y - 28, { size: 62, face: 'title', weight: 740, tone });
        pen.text(more, 530, y + 40, { size: 50, tone: colour.quiet, weight: 520 });
      });
    }
    pen.with({ scale: pop(t, 33.4), about: { x: 170, y: 400 } }, () => {
      pen.disc({ x: 170, y: 400 }, 80, { fill: colour.cempasuchil });
      pen.text('MCP', 170, 403, { size: 58, face: 'title', weight: 780, align: 'center' });
    });
  });
}

const way = new Track([
  { x: 190, y: 330 },
  { x: 1090, y: 330 },
]);
const places = [
  { x: 190, word: 'Modelo' },
  { x: 640, word: 'Tu programa' },
  { x: 1090, word: 'Servidor' },
];
/** Where the request stands at each second: there, and back. */
const journey = [
  { from: 46.4, to: 47.8, start: 0, end: 0.5, word: 'Quiere llamar: consultar_existencia', mono: false },
  { from: 50, to: 51.4, start: 0.5, end: 1, word: 'consultar_existencia("MOC-15")', mono: true },
  { from: 53.4, to: 54.8, start: 1, end: 0.5, word: 'Quedan: 8', mono: true },
  { from: 56, to: 57.2, start: 0.5, end: 0, word: '«Quedan ocho mochilas»', mono: false },
];
function call(pen: Pen, t: number): void {
  pen.headline('El modelo propone, tu código ejecuta', seen(t, 45.2, 60.4));
  pen.with({ alpha: seen(t, 45.4, 60.4) }, () => {
    pen.track(way, { tone: colour.line, heavy: 18, share: span(t, 45.5, 46.3) });
    for (const [index, { x, word }] of places.entries()) {
      const tone = [colour.blue, colour.ink, colour.cempasuchil][index] ?? colour.ink;
      pen.station({ x, y: 330 }, { tone, radius: 44, scale: pop(t, 45.6 + index * 0.2) });
      pen.text(word, x, 236, { size: 52, align: 'center', face: 'title', weight: 720 });
    }
    const now = journey.findLast(({ from }) => t >= from);
    if (!now) return;
    pen.train(way.at(mix(now.start, now.end, span(t, now.from, now.to))), { radius: 28 });
    const next = journey[journey.indexOf(now) + 1];
    pen.with({ alpha: seen(t, now.from + 0.2, next ? next.from + 0.1 : 70, 0.35) }, () => {
      pen.box(90, 440, 1100, 170, { edge: now.mono ? colour.agave : colour.blue, heavy: 6 });
      pen.text(now.word, WIDTH / 2, 527, { size: 56, align: 'center', face: now.mono ? 'mono' : 'body', weight: 640 });
    });
  });
}

export const plug: Film = {
  name: 'un-enchufe-para-todo',
  title: 'Un enchufe para todo: MCP',
  seconds: 69,
  poster: 28,
  draw(pen, t) {
    opening(pen, t, { title: 'Un enchufe para todo', lead: 'MCP en un minuto', tone: colour.blue, other: colour.cempasuchil });
    if (t > 5.5 && t < 33.6) cables(pen, t);
    if (t > 32.6 && t < 45.6) offers(pen, t);
    if (t > 44.8 && t < 61) call(pen, t);
    closing(pen, t, 60.6, { words: ['Tu app', 'MCP', 'Tus sistemas'], lead: 'Se conecta una vez; sirve para todas', tone: colour.blue });
  },
};
