import type { SubtopicKind } from '../../events/catalogue.ts';
import { defaultSettings } from '../../events/quiz.ts';
import { course } from '../commands/catalogue/course.ts';
import { AGAIN_MS, externalLinks } from '../commands/catalogue/links.ts';
import { derived } from '../commands/kernel/handle.ts';
import type { WholeQuiz } from '../commands/learning/quizzes.ts';
import type { Domain } from '../domain.ts';
import { type Agenda, DAY, HOUR, MINUTE } from './agenda.ts';
import { agentesDeIa } from './content/agentes-de-ia.ts';
import { cursoDePython } from './content/curso-de-python.ts';
import { fineTuningLlms } from './content/fine-tuning-llms.ts';
import { iaNoCode } from './content/ia-no-code.ts';
import { mcpServers } from './content/mcp-servers.ts';
import type { DemoCourse, DemoQuestion, DemoSubtopic } from './content/types.ts';
import { vibeCoding } from './content/vibe-coding.ts';
import { type DemoPerson, demoAccounts, otherInstructors } from './people.ts';

const tiers = { Básico: 'basic', Premium: 'premium' } as const;
const difficulties = { principiante: 'beginner', intermedio: 'intermediate', avanzado: 'advanced' } as const;
/** Names under `.example` and the like never exist (RFC 2606): the result of checking such a link is known without the internet. */
const NOBODYS = /\.example$/;
const kinds: Record<DemoSubtopic['tipo'], SubtopicKind> = {
  lectura: 'reading',
  video: 'video',
  evaluacion: 'assessment',
  ejercicio: 'exercise',
};
const wholeQuiz = (questions: readonly DemoQuestion[]): WholeQuiz => ({
  settings: defaultSettings,
  questions: questions.map(({ pregunta, puntos, opciones }) => ({
    ...{ text: pregunta, instruction: '', points: puntos },
    options: opciones.map(({ texto, correcta, porque = '' }) => ({ text: texto, correct: correcta, explanation: porque })),
  })),
});
const resourceKinds = { 1: 'document', 2: 'video', 3: 'other' } as const;

export const instructors: readonly DemoPerson[] = [demoAccounts[1] as DemoPerson, ...otherInstructors];

/** `teacher`: index into the instructors (0 is the demo account); `opened`: days after the school began. */
export const programme: readonly { course: DemoCourse; teacher: number; opened: number; featured: boolean }[] = [
  { course: iaNoCode, teacher: 0, opened: 0, featured: true },
  { course: cursoDePython, teacher: 1, opened: 1, featured: true },
  { course: agentesDeIa, teacher: 0, opened: 3, featured: true },
  { course: mcpServers, teacher: 2, opened: 8, featured: true },
  { course: vibeCoding, teacher: 1, opened: 15, featured: true },
  { course: fineTuningLlms, teacher: 2, opened: 24, featured: true },
];

/** A course is written by its instructor, published by the administrator, and its links are checked a month later. */
export function planCourse(
  domain: Domain,
  agenda: Agenda,
  { course: one, teacher, opened, featured }: (typeof programme)[number],
  begin: number,
): void {
  const { authoring, commands, quizzes } = domain;
  const { plan, actorOf, idOf, courseIdOf, byAdministrator, courseIds } = agenda;
  const at = begin + opened * DAY + 2 * HOUR;
  const author = instructors[teacher] as DemoPerson;
  const byAuthor = () => actorOf(author);
  plan(at, `create ${one.slug}`, byAdministrator, async (context) => {
    const { courseId } = await authoring.createCourse(
      {
        title: one.nombre,
        description: one.descripcion,
        category: one.categoria,
        tier: tiers[one.tipo],
        difficulty: difficulties[one.dificultad],
        track: one.ruta,
        duration: one.duracion,
        instructorId: idOf(author),
        imageUrl: null,
        imageAlt: null,
        price: one.precio === null ? null : { amount: Math.round(one.precio * 100), currency: 'MXN' },
        previousPrice: null,
        providerPriceId: null,
        unlockRule: 'sequential',
        videoRule: 'optional',
        exerciseRule: 'optional',
      },
      context,
    );
    courseIds.set(one.slug, courseId);
  });
  let clock = at + 30 * MINUTE;
  const moduleIds = new Map<number, number>();
  for (const [m, module] of one.modulos.entries()) {
    clock += 7 * MINUTE;
    plan(clock, `module ${one.slug} ${m}`, byAuthor, async (context) => {
      const { moduleId } = await authoring.addModule(
        courseIdOf(one),
        { title: module.nombre, description: module.descripcion, content: module.contenido, videoUrl: null },
        context,
      );
      moduleIds.set(m, moduleId);
      await authoring.setObjectives(courseIdOf(one), moduleId, module.objetivos, derived(context, 'objectives'));
    });
    for (const [c, klass] of module.clases.entries()) {
      clock += 18 * MINUTE;
      plan(clock, `class ${one.slug} ${m} ${c}`, byAuthor, async (context) => {
        const made = await authoring.addClass(
          courseIdOf(one),
          moduleIds.get(m) as number,
          {
            title: klass.titulo,
            description: klass.descripcion,
            videoUrl: null,
            subtopics: klass.subtemas.map((subtopic) => ({
              title: subtopic.titulo,
              description: subtopic.descripcion,
              kind: kinds[subtopic.tipo],
              videoUrl: subtopic.tipo === 'video' ? subtopic.video : null,
              minutes: subtopic.tipo === 'evaluacion' ? null : subtopic.duracion,
              text: subtopic.tipo === 'evaluacion' ? null : subtopic.texto,
            })),
            resources: klass.recursos.map((resource) => ({
              title: resource.titulo,
              url: resource.enlace,
              kind: resourceKinds[resource.tipo],
            })),
          },
          context,
        );
        for (const [at, subtopic] of klass.subtemas.entries()) {
          if (subtopic.tipo !== 'evaluacion') continue;
          const ids = { courseId: courseIdOf(one), moduleId: moduleIds.get(m) as number, classId: made.classId };
          await quizzes.bring({ ...ids, subtopicId: made.subtopicIds[at] as number }, wholeQuiz(subtopic.preguntas), context);
        }
      });
    }
  }
  clock += HOUR;
  const captioned = one.modulos
    .flatMap(({ clases }) => clases.flatMap(({ subtemas }) => subtemas))
    .flatMap((subtopic) => (subtopic.tipo === 'video' && subtopic.subtitulos ? [subtopic.video] : []));
  for (const [v, videoUrl] of captioned.entries())
    plan(clock - MINUTE, `captions ${one.slug} ${v}`, byAuthor, (context) =>
      authoring.change(courseIdOf(one), { type: 'declareVideoText', videoUrl, text: 'captions' }, context),
    );
  plan(clock, `publish ${one.slug}`, byAdministrator, async (context) => {
    if (featured) await authoring.change(courseIdOf(one), { type: 'change', featured: true }, derived(context, 'featured'));
    await authoring.change(courseIdOf(one), { type: 'publish', withoutCaptions: true }, { ...context, reason: 'Revisado y listo' });
    await quizzes.publishAll(courseIdOf(one), context);
  });
  // The school checks links by itself, and one is dead: the second check records it.
  for (const look of [1, 2])
    plan(clock + 30 * DAY + look * AGAIN_MS, `links ${one.slug} ${look}`, byAdministrator, async ({ now }) => {
      const { state } = await commands.load(course, courseIdOf(one));
      for (const place of externalLinks(state))
        if (NOBODYS.test(new URL(place.link).hostname)) await domain.links.observe(place, { state: 'dead', reason: 'no-host' }, now);
    });
}
