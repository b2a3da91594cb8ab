import { addDays, momentOf, schoolDay } from '../../events/calendar.ts';
import type { WebinarKind } from '../../events/webinars.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import type { Domain } from '../domain.ts';
import { DAY, MINUTE } from './agenda.ts';
import type { DemoPerson } from './people.ts';

/** The live events of the demo school: two that were, three to come. Days are counted from its last one. */

interface DemoWebinar {
  slug: string;
  title: string;
  description: string;
  kind: WebinarKind;
  /** Index into the instructors (0 is the demo account). */
  host: number;
  /** Days after the last one of the school; negative: before it. */
  days: number;
  time: string;
  minutes: number;
  capacity: number;
  place: string | null;
  link: string | null;
  recording: string | null;
  /** Students who registered, of those that had arrived by then; the demo’s own accounts beside them. */
  people: number;
  accounts: readonly ('estudiante' | 'premium')[];
  /** For Premium alone. */
  premium?: true;
}

const programme: readonly DemoWebinar[] = [
  {
    ...{ slug: 'primeros-agentes', kind: 'webinar', host: 0, days: -18, time: '18:00', minutes: 60, capacity: 50 },
    title: 'Tu primer agente de IA, en vivo',
    description:
      'Construimos desde cero un agente que contesta correos de clientes: qué herramientas necesita, cómo probarlo y cuándo no conviene usarlo.\n\nCon tiempo para tus preguntas.',
    ...{ place: null, link: 'https://sala.example/primeros-agentes', recording: 'https://sala.example/primeros-agentes/grabacion' },
    ...{ people: 11, accounts: ['estudiante', 'premium'] },
  },
  {
    ...{ slug: 'datos-limpios', kind: 'workshop', host: 1, days: -6, time: '17:00', minutes: 90, capacity: 30 },
    title: 'Taller: limpia tus datos con Python',
    description: 'Trae una hoja de cálculo desordenada y sal con una lista para analizar. Practicamos con tus propios archivos.',
    ...{ place: null, link: 'https://sala.example/datos-limpios', recording: null, people: 8, accounts: ['premium'] },
  },
  {
    ...{ slug: 'evaluar-agentes', kind: 'workshop', host: 0, days: 3, time: '18:00', minutes: 90, capacity: 8 },
    title: 'Taller: evalúa a tu agente antes de soltarlo',
    description:
      'Escribimos juntos las pruebas que un agente debe pasar antes de hablar con clientes. Grupo pequeño: cada quien trabaja con su propio caso.',
    ...{ place: null, link: 'https://sala.example/evaluar-agentes', recording: null, people: 10, accounts: ['premium'] },
  },
  {
    ...{ slug: 'mcp-en-la-empresa', kind: 'webinar', host: 2, days: 8, time: '19:00', minutes: 60, capacity: 100 },
    title: 'MCP en la empresa: tres historias reales',
    description: 'Tres equipos cuentan qué conectaron a su asistente, qué les salió mal y qué harían distinto hoy.',
    ...{ place: null, link: 'https://sala.example/mcp-en-la-empresa', recording: null, people: 14, accounts: ['estudiante'] },
  },
  {
    ...{ slug: 'encuentro', kind: 'meetup', host: 1, days: 15, time: '10:00', minutes: 180, capacity: 40 },
    title: 'Encuentro de estudiantes en Tijuana',
    description: 'Una mañana para conocernos, mostrar proyectos y tomar café. Trae lo que estés construyendo, aunque no esté terminado.',
    ...{ place: 'Blvd. Agua Caliente 10535, Tijuana, sala de la planta baja', link: null, recording: null, people: 9, accounts: [] },
  },
  {
    ...{ slug: 'mentoria', kind: 'workshop', host: 0, days: 5, time: '18:00', minutes: 60, capacity: 12, premium: true },
    title: 'Mentoría en grupo: trae tu proyecto',
    description: 'Una hora para destrabar lo que estés construyendo: cada quien cuenta en qué va y salimos con el siguiente paso.',
    ...{ place: null, link: 'https://sala.example/mentoria', recording: null, people: 0, accounts: ['premium'] },
  },
];

type Plan = (at: number, name: string, by: DemoPerson, run: (context: CommandContext) => Promise<unknown>) => void;

/** `students`: with when each arrived, epoch milliseconds; `idOf`: known once they did. */
export function planWebinars(
  { webinars }: Domain,
  end: Date,
  {
    instructors,
    students,
    accounts,
    idOf,
    plan,
  }: {
    instructors: readonly DemoPerson[];
    students: readonly { person: DemoPerson; arrived: number }[];
    accounts: Readonly<Record<'estudiante' | 'premium', DemoPerson>>;
    idOf: (person: DemoPerson) => number;
    plan: Plan;
  },
): void {
  for (const [index, one] of programme.entries()) {
    const host = instructors[one.host] as DemoPerson;
    const day = addDays(schoolDay(end.toISOString()), one.days);
    const startsAt = Date.parse(momentOf(day, one.time) ?? '');
    // Announced some days before it, the ones to come in the last days of the school: in this order, far enough apart.
    const announced = one.days < 0 ? startsAt - 7 * DAY : end.getTime() - (6 - index) * DAY;
    let webinarId = 0;
    plan(announced, `webinar ${one.slug}`, host, async (context) => {
      const { title, description, kind, minutes, capacity, place, link, time } = one;
      const made = await webinars.schedule(
        { title, description, kind, minutes, capacity, place, link, time, day, hostId: idOf(host), premium: one.premium ?? false },
        context,
      );
      webinarId = made.webinarId;
    });
    const there = students.filter(({ arrived }) => arrived < announced - DAY);
    const coming = [
      ...one.accounts.map((name) => accounts[name]),
      ...Array.from(
        { length: Math.min(one.people, there.length) },
        (_, at) => there[(at + index * 5) % there.length]?.person as DemoPerson,
      ),
    ].filter((person, at, all) => all.indexOf(person) === at);
    for (const [at, person] of coming.entries())
      plan(announced + (at + 2) * 20 * MINUTE, `webinar ${one.slug} ${person.email}`, person, (context) =>
        webinars.register(webinarId, idOf(person), true, context),
      );
    if (one.days >= 0) continue;
    plan(startsAt + one.minutes * MINUTE, `webinar ${one.slug} came`, host, async (context) => {
      // Two in three came, the demo’s own accounts among them.
      for (const [at, person] of coming.entries())
        if (at % 3 !== 2) await webinars.attend(webinarId, idOf(person), 'host', derived(context, person.email));
      if (one.recording !== null) await webinars.record(webinarId, one.recording, derived(context, 'recording'));
    });
  }
}
