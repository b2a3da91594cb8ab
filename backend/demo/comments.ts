import type { Reaction } from '../../events/comments.ts';
import { forumOf } from '../../events/forums.ts';
import type { ReportReason } from '../../events/moderation.ts';
import { presentClasses, presentModules } from '../../events/outline.ts';
import { course } from '../commands/catalogue/course.ts';
import type { DiscussionPlace } from '../commands/discussion/discussions.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import type { Domain } from '../domain.ts';
import { HOUR } from './agenda.ts';
import { type DemoPerson, demoAccounts, demoStudent, otherInstructors } from './people.ts';

/** What the demo school's people say to each other below the first lessons of two courses; one comment is reported and waits, another was taken down. */

const [administrator, teacher, , ana, mateo] = demoAccounts as readonly [DemoPerson, DemoPerson, DemoPerson, DemoPerson, DemoPerson];
const student = (index: number): DemoPerson => demoStudent(index);

interface Said {
  by: DemoPerson;
  /** Of a topic of the forum. */
  title?: string;
  text: string;
  /** Who reacts to it. */
  liked?: readonly (readonly [DemoPerson, Reaction])[];
  reported?: readonly (readonly [DemoPerson, ReportReason, string])[];
  answers?: readonly Said[];
  /** The answer that the instructor chose, by its place. */
  best?: number;
  /** Why a moderator took it down. */
  removed?: string;
}
interface Talk {
  slug: string;
  /** Which class of the course, from 0; null: in its forum. */
  klass: number | null;
  said: readonly Said[];
}

const talks: readonly Talk[] = [
  {
    slug: 'ia-no-code',
    klass: 0,
    said: [
      {
        by: student(0),
        text: '¿Se puede hacer lo mismo con una hoja que ya tiene **miles de filas**, o conviene empezar con una nueva?',
        liked: [
          [ana, 'like'],
          [student(4), 'like'],
        ],
        answers: [
          { by: student(2), text: 'Yo lo hice con unas 3,000 filas y funcionó, pero tardó bastante la primera vez.' },
          {
            by: teacher,
            text: 'Buena pregunta. Empieza con una copia de 50 filas:\n\n1. prueba el flujo completo,\n2. revisa dos o tres resultados a mano,\n3. y solo entonces pásalo a la hoja grande.',
            liked: [
              [student(0), 'thanks'],
              [student(2), 'insight'],
              [ana, 'thanks'],
            ],
          },
          { by: student(0), text: 'Perfecto, con la copia se entiende mucho mejor qué pasa en cada paso. ¡Gracias!' },
        ],
        best: 1,
      },
      {
        by: student(6),
        text: 'Por si le sirve a alguien: en mi trabajo usamos esto para clasificar correos de clientes y ahorramos unas dos horas al día.',
        liked: [
          [student(8), 'celebrate'],
          [student(10), 'like'],
        ],
        answers: [
          { by: student(8), text: '¿Qué categorías usan? Nosotros terminamos con demasiadas y el modelo se confunde.' },
          { by: student(6), text: 'Solo cinco: *queja*, *pedido*, *factura*, *duda* y *otro*. Con más empezaban los errores.' },
        ],
      },
      {
        by: student(12),
        text: '¡GANA DINERO DESDE CASA! Escríbeme y te paso mi sistema, los primeros diez lugares son gratis.',
        reported: [
          [ana, 'spam', 'No tiene nada que ver con la clase.'],
          [student(4), 'spam', ''],
        ],
      },
    ],
  },
  {
    slug: 'ia-no-code',
    klass: 1,
    said: [
      {
        by: ana,
        text: 'En el ejercicio me sale otro resultado cada vez que lo corro. ¿Es normal?',
        answers: [
          { by: student(14), text: 'A mí también. Bajé la temperatura a 0 y ya casi no cambia.', liked: [[ana, 'thanks']] },
          {
            by: teacher,
            text: 'Es normal: el modelo elige entre varias palabras probables. Con temperatura baja elige casi siempre la misma.',
          },
        ],
        best: 1,
      },
      {
        by: student(16),
        text: 'El ejemplo de la ferretería me aclaró todo. Ojalá haya más casos de negocios chicos.',
        liked: [[ana, 'like']],
      },
      {
        by: student(18),
        text: 'Qué pregunta tan tonta, ¿de verdad no sabes usar una hoja de cálculo?',
        reported: [[student(14), 'offensive', 'Le habla mal a una compañera.']],
        removed: 'Falta al respeto. Aquí cualquier duda es bienvenida.',
      },
    ],
  },
  {
    slug: 'agentes-de-ia',
    klass: 0,
    said: [
      {
        by: mateo,
        text: '¿Cuál es la diferencia práctica entre un agente y un flujo con pasos fijos? En ambos casos llamo a `buscar()` y luego a `responder()`.',
        answers: [
          {
            by: teacher,
            text: 'Quién decide el siguiente paso. En el flujo lo decides tú al escribirlo:\n\n```py\ndatos = buscar(pregunta)\nresponder(datos)\n```\n\nEn el agente lo decide el modelo, y por eso hay que ponerle límites.',
            liked: [
              [mateo, 'insight'],
              [student(17), 'like'],
            ],
          },
          {
            by: student(17),
            text: 'Esto debería estar en letras grandes al principio de todos los cursos.',
            liked: [[mateo, 'celebrate']],
          },
        ],
        best: 0,
      },
      {
        by: student(1),
        text: '¿Alguien más está armando el proyecto con datos de inventario? Podemos comparar resultados.',
        answers: [{ by: mateo, text: 'Yo, pero con citas de un consultorio. Te escribo cuando lo tenga presentable.' }],
      },
    ],
  },
  {
    slug: 'curso-de-python',
    klass: 0,
    said: [
      {
        by: otherInstructors[0] as DemoPerson,
        text: 'Bienvenidos. Antes de empezar, cuenten con qué versión de Python van a trabajar: `python --version`.',
      },
    ],
  },
  {
    slug: 'ia-no-code',
    klass: null,
    said: [
      {
        by: ana,
        title: '¿Qué automatizaron primero en su trabajo?',
        text: 'Empecé con los correos de pedidos: **ahorro media hora al día**. ¿Ustedes por dónde empezaron?',
        liked: [[mateo, 'like']],
        answers: [
          { by: mateo, text: 'Por las citas: un formulario que llena el calendario y avisa por WhatsApp.' },
          { by: student(0), text: 'Por las facturas que llegan en PDF. Todavía reviso a mano los montos.' },
        ],
        best: 0,
      },
      {
        by: mateo,
        title: 'Grupo de estudio los jueves',
        text: 'Nos vemos en línea los jueves a las 19:00 para avanzar juntos. Responde aquí si te sumas.',
        answers: [{ by: ana, text: 'Me sumo a partir de esta semana.' }],
      },
    ],
  },
];

type Plan = (at: number, name: string, by: DemoPerson, run: (context: CommandContext) => Promise<unknown>) => void;
interface Ids {
  person: (person: DemoPerson) => number;
  course: (slug: string) => number;
}

/** Plans what is said, from `from` on (epoch milliseconds): one thing after another, so that every load says it in the same order. */
export function planComments({ commands, discussions, moderating }: Domain, from: number, ids: Ids, plan: Plan): void {
  let at = from;
  let steps = 0;
  const next = (by: DemoPerson, run: (context: CommandContext) => Promise<unknown>) => {
    at += 0.7 * HOUR;
    plan(at, `comment comments ${steps++}`, by, run);
  };
  const placeOf = async (slug: string, klass: number | null): Promise<DiscussionPlace> => {
    const courseId = ids.course(slug);
    if (klass === null) return { courseId, moduleId: null, classId: null, subtopicId: forumOf(courseId) };
    const { state } = await commands.load(course, courseId);
    const places = presentModules(state).flatMap(({ moduleId, ...module }) =>
      presentClasses({ moduleId, ...module }).map(({ classId, subtopics }) => ({
        moduleId,
        classId,
        subtopicId: subtopics[0]?.subtopicId ?? 0,
      })),
    );
    return { courseId, ...(places[klass] as Omit<DiscussionPlace, 'courseId'>) };
  };
  /** Who never confirmed an address says nothing. */
  const may = async (by: DemoPerson, slug: string, now: Date) =>
    (await discussions.obstacle(ids.person(by), ids.course(slug), now)) === null;

  const say = ({ slug, klass }: Talk, said: Said, root: () => number | null) => {
    const made: { id: number | null } = { id: null };
    next(said.by, async (context) => {
      const rootId = root();
      if (!(await may(said.by, slug, context.now)) || rootId === 0) return;
      const about = { text: said.text, title: said.title ?? null, answered: rootId === null ? null : await discussions.find(rootId) };
      made.id = (await discussions.post(ids.person(said.by), { ...(await placeOf(slug, klass)), staff: false }, about, context)).commentId;
    });
    const answers = (said.answers ?? []).map((answer) => say({ slug, klass, said: [] }, answer, () => made.id ?? 0));
    const liked = said.liked ?? [];
    if (liked.length > 0)
      next(teacher, async (context) => {
        for (const [by, reaction] of liked)
          if (made.id !== null && (await may(by, slug, context.now))) {
            const userId = ids.person(by);
            const own = { ...derived(context, 'react', userId), actor: { userId, role: by.role } };
            await discussions.react(userId, await discussions.find(made.id), { reaction, given: true }, own);
          }
      });
    for (const [by, reason, text] of said.reported ?? [])
      next(by, async (context) => {
        if (made.id === null || !(await may(by, slug, context.now))) return;
        await moderating.report(ids.person(by), await discussions.find(made.id), { reason, text }, context);
      });
    const { removed, best } = said;
    if (removed !== undefined)
      next(administrator, async (context) => {
        if (made.id !== null)
          await moderating.decide(
            await discussions.find(made.id),
            { decision: 'remove', reason: removed },
            { ...context, reason: removed },
          );
      });
    if (best !== undefined)
      next(teacher, async (context) => {
        const answer = answers[best]?.id ?? null;
        if (made.id !== null && answer !== null) await moderating.chooseBest(await discussions.find(made.id), answer, context);
      });
    return made;
  };
  for (const talk of talks) for (const said of talk.said) say(talk, said, () => null);
}
