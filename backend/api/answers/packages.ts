import { type FileName, fileAddress, filesIn, personalBuckets } from '../../../events/files.ts';
import type { Money } from '../../../events/types.ts';
import type { WholeCourse } from '../../commands/catalogue/wholeCourses.ts';
import type { WholeQuiz } from '../../commands/learning/quizzes.ts';
import { type CoursePackage, PACKAGE_FORMAT, PACKAGE_VERSION, type PackedQuiz } from '../contract/packages.ts';
import { difficulties, exerciseRules, resourceKinds, subtopicKinds, tiers, unlockRules, videoRules, videoTexts } from './courses.ts';
import { feedbackOf, rulesOf } from './quizzes.ts';

/** A course as the JSON of a package, and back. A round trip changes only ids and who teaches it. */

const inverse = <K extends string, V extends string | number>(names: Readonly<Record<K, V>>): ((value: V) => K) => {
  const known = new Map(Object.entries(names).map(([name, value]) => [value as V, name as K]));
  return (value) => known.get(value) as K;
};
const difficultyOf = inverse(difficulties);
const tierOf = inverse(tiers);
const unlockRuleOf = inverse(unlockRules);
const videoRuleOf = inverse(videoRules);
const exerciseRuleOf = inverse(exerciseRules);
const subtopicKindOf = inverse(subtopicKinds);
const resourceKindOf = inverse(resourceKinds);
const videoTextOf = inverse(videoTexts);

const packedQuizOf = ({ settings, questions }: WholeQuiz): PackedQuiz => ({
  reglas: rulesOf(settings),
  preguntas: questions.map(({ text, instruction, points, options }) => ({
    ...{ question: text, instruction, points },
    options: options.map((one) => ({ text: one.text, is_correct: one.correct, explanation: one.explanation })),
  })),
});
const quizOf = ({ reglas, preguntas }: PackedQuiz): WholeQuiz => ({
  settings: {
    ...{ passMark: reglas.aprobatoria, attempts: reglas.intentos, minutes: reglas.minutos, shuffle: reglas.barajar },
    feedback: feedbackOf(reglas.resultados),
  },
  questions: preguntas.map(({ question, instruction, points, options }) => ({
    ...{ text: question, instruction, points },
    options: options.map((one) => ({ text: one.text, correct: one.is_correct, explanation: one.explanation })),
  })),
});

const decimals = (money: Money | null): number | null => (money ? money.amount / 100 : null);

/** The school's files that a course refers to, except pictures of people. */
export const filesOf = (whole: WholeCourse): FileName[] =>
  filesIn(JSON.stringify(whole)).filter(({ bucket }) => !personalBuckets.has(bucket));

/** Pictures of people that a course refers to: they are never exported. */
export const personalFilesOf = (whole: WholeCourse): FileName[] =>
  filesIn(JSON.stringify(whole)).filter(({ bucket }) => personalBuckets.has(bucket));

export const packageOf = (
  { fields, modules, videoTexts: texts }: WholeCourse,
  archivos: CoursePackage['archivos'] = [],
  ausentes: CoursePackage['ausentes'] = [],
): CoursePackage => ({
  formato: PACKAGE_FORMAT,
  version: PACKAGE_VERSION,
  curso: {
    nombre: fields.title,
    descripcion: fields.description,
    categoria: fields.category,
    tipo: tiers[fields.tier],
    dificultad: difficulties[fields.difficulty],
    level: fields.track,
    duration: fields.duration,
    img_curso: fields.imageUrl,
    descripcion_imagen: fields.imageAlt,
    precio: decimals(fields.price),
    price: decimals(fields.previousPrice),
    moneda: (fields.price ?? fields.previousPrice)?.currency ?? 'MXN',
    stripe_price_id: fields.providerPriceId,
    desbloqueo: unlockRules[fields.unlockRule],
    ver_videos: videoRules[fields.videoRule],
    resolver_ejercicios: exerciseRules[fields.exerciseRule],
  },
  modulos: modules.map((module) => ({
    nombre: module.title,
    descripcion: module.description,
    contenido: module.content,
    link_video: module.videoUrl,
    objetivos: [...module.objectives],
    sesiones: module.classes.map((klass) => ({
      titulo: klass.title,
      descripcion: klass.description,
      contenido: klass.content,
      link_video: klass.videoUrl,
      subtemas: klass.subtopics.map((subtopic) => ({
        titulo: subtopic.title,
        descripcion: subtopic.description,
        tipo: subtopicKinds[subtopic.kind],
        link_video: subtopic.videoUrl,
        duracion: subtopic.minutes,
        contenido_texto: subtopic.text ?? '',
        ...(subtopic.quiz && { evaluacion: packedQuizOf(subtopic.quiz) }),
      })),
      recursos: klass.resources.map((resource) => ({
        ...{ titulo: resource.title, link_recurso: resource.url, tipo_recurso: resourceKinds[resource.kind] },
      })),
    })),
  })),
  videos: texts.map(({ url, text }) => ({ link: url, texto: videoTexts[text] })),
  archivos,
  ausentes,
});

export function wholeOf({ curso, modulos, videos }: CoursePackage, instructorId: number | null): WholeCourse {
  const money = (pesos: number | null): Money | null =>
    pesos === null ? null : { amount: Math.round(pesos * 100), currency: curso.moneda };
  return {
    fields: {
      title: curso.nombre,
      description: curso.descripcion,
      category: curso.categoria,
      tier: tierOf(curso.tipo),
      difficulty: difficultyOf(curso.dificultad),
      track: curso.level,
      duration: curso.duration,
      instructorId,
      imageUrl: curso.img_curso,
      imageAlt: curso.descripcion_imagen,
      price: money(curso.precio),
      previousPrice: money(curso.price),
      providerPriceId: curso.stripe_price_id,
      unlockRule: unlockRuleOf(curso.desbloqueo),
      videoRule: videoRuleOf(curso.ver_videos),
      exerciseRule: exerciseRuleOf(curso.resolver_ejercicios),
    },
    videoTexts: videos.map(({ link, texto }) => ({ url: link, text: videoTextOf(texto) })),
    modules: modulos.map((module) => ({
      ...{ title: module.nombre, description: module.descripcion, content: module.contenido, videoUrl: module.link_video },
      objectives: module.objetivos,
      classes: module.sesiones.map((klass) => ({
        ...{ title: klass.titulo, description: klass.descripcion, content: klass.contenido, videoUrl: klass.link_video },
        subtopics: klass.subtemas.map((subtopic) => ({
          ...{ title: subtopic.titulo, description: subtopic.descripcion, kind: subtopicKindOf(subtopic.tipo) },
          ...{ videoUrl: subtopic.link_video, minutes: subtopic.duracion, text: subtopic.contenido_texto || null },
          quiz: subtopic.evaluacion ? quizOf(subtopic.evaluacion) : null,
        })),
        resources: klass.recursos.map((resource) => ({
          title: resource.titulo,
          url: resource.link_recurso,
          kind: resourceKindOf(resource.tipo_recurso as 1 | 2 | 3),
        })),
      })),
    })),
  };
}

/** A course with the addresses of its files replaced. */
export const readdressed = (text: CoursePackage, addresses: ReadonlyMap<string, string>): CoursePackage =>
  JSON.parse(
    filesIn(JSON.stringify(text)).reduce((json, name) => {
      const address = fileAddress(name);
      return json.replaceAll(address, addresses.get(address) ?? address);
    }, JSON.stringify(text)),
  ) as CoursePackage;

const kinds = { video: 'Video', lectura: 'Lectura', evaluacion: 'Evaluación', ejercicio: 'Ejercicio' } as const;
/** A course as plain text for reading. In Spanish, as the course is. */
export function textOf({ curso, modulos }: CoursePackage): string {
  const lines: string[] = [curso.nombre, '='.repeat(curso.nombre.length), '', curso.descripcion, ''];
  const say = (...more: (string | null)[]) => lines.push(...more.filter((line): line is string => line !== null && line !== ''), '');
  for (const [at, module] of modulos.entries()) {
    say(`Módulo ${at + 1}: ${module.nombre}`, '-'.repeat(`Módulo ${at + 1}: ${module.nombre}`.length));
    say(module.descripcion);
    say(module.contenido);
    if (module.link_video) say(`Video: ${module.link_video}`);
    if (module.objetivos.length > 0) say('Objetivos:', ...module.objetivos.map((text) => `- ${text}`));
    for (const [place, klass] of module.sesiones.entries()) {
      say(`Clase ${at + 1}.${place + 1}: ${klass.titulo}`);
      say(klass.descripcion);
      say(klass.contenido);
      if (klass.link_video) say(`Video: ${klass.link_video}`);
      for (const subtopic of klass.subtemas) {
        const minutes = subtopic.duracion === null ? '' : ` (${subtopic.duracion} min)`;
        say(`${kinds[subtopic.tipo]}: ${subtopic.titulo}${minutes}`, subtopic.link_video, subtopic.descripcion, subtopic.contenido_texto);
        // Which answers are right is left out: readers are to find out themselves.
        for (const [number, { question, instruction, options }] of (subtopic.evaluacion?.preguntas ?? []).entries())
          say(`${number + 1}. ${question}`, instruction, ...options.map((one) => `- ${one.text}`));
      }
      if (klass.recursos.length > 0) say('Recursos:', ...klass.recursos.map((one) => `- ${one.titulo}: ${one.link_recurso}`));
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
