import { agentesDeIa } from '../../backend/demo/content/agentes-de-ia.ts';
import { cursoDePython } from '../../backend/demo/content/curso-de-python.ts';
import { fineTuningLlms } from '../../backend/demo/content/fine-tuning-llms.ts';
import { iaNoCode } from '../../backend/demo/content/ia-no-code.ts';
import { mcpServers } from '../../backend/demo/content/mcp-servers.ts';
import type { DemoCourse } from '../../backend/demo/content/types.ts';
import { vibeCoding } from '../../backend/demo/content/vibe-coding.ts';
import type { CatalogueIndex } from '../../backend/projections/catalogue/catalogueIndex.ts';
import { emptyOutline } from '../../events/outline.ts';

/** The demo's courses as the catalogue keeps them, and what a person would ask of them. */

type Entry = Parameters<CatalogueIndex['set']>[0];
const difficulties = { principiante: 'beginner', intermedio: 'intermediate', avanzado: 'advanced' } as const;

const entryOf = (demo: DemoCourse, at: number, instructorName: string): Entry => ({
  course: {
    ...emptyOutline(),
    courseId: at + 1,
    status: 'published',
    featured: true,
    title: demo.nombre,
    description: demo.descripcion,
    category: demo.categoria,
    tier: demo.tipo === 'Premium' ? 'premium' : 'basic',
    difficulty: difficulties[demo.dificultad],
    track: demo.ruta,
    price: demo.precio === null ? null : { amount: demo.precio * 100, currency: 'MXN' },
    createdAt: '2026-03-01T00:00:00.000Z',
    changedAt: '2026-03-01T00:00:00.000Z',
    publishedAt: `2026-03-0${at + 1}T00:00:00.000Z`,
    classTimes: {},
    modules: demo.modulos.map((module, moduleId) => ({
      moduleId,
      title: module.nombre,
      description: module.descripcion,
      content: module.contenido,
      videoUrl: null,
      removed: false,
      objectives: module.objetivos.map((text, objectiveId) => ({ objectiveId, text })),
      classes: module.clases.map((klass, classId) => ({
        classId,
        title: klass.titulo,
        description: klass.descripcion,
        content: '',
        videoUrl: null,
        removed: false,
        resources: [],
        subtopics: klass.subtemas.map(({ titulo, descripcion }, subtopicId) => ({
          subtopicId,
          title: titulo,
          description: descripcion,
          kind: 'reading' as const,
          videoUrl: null,
          minutes: null,
        })),
      })),
    })),
  },
  stats: null,
  reviews: null,
  instructor: null,
  instructorName,
});

export const N = iaNoCode.nombre;
export const P = cursoDePython.nombre;
export const A = agentesDeIa.nombre;
export const M = mcpServers.nombre;
export const V = vibeCoding.nombre;
export const F = fineTuningLlms.nombre;

export const demoEntries = (): Entry[] => [
  entryOf(iaNoCode, 0, 'Julián Ocampo'),
  entryOf(cursoDePython, 1, 'Lucía Fonseca'),
  entryOf(agentesDeIa, 2, 'Julián Ocampo'),
  entryOf(mcpServers, 3, 'Héctor Zamora'),
  entryOf(vibeCoding, 4, 'Lucía Fonseca'),
  entryOf(fineTuningLlms, 5, 'Héctor Zamora'),
];

/** `first`: any of these may stand first. `also`: these have to be found too. */
export type Asked = readonly [question: string, first: readonly string[], also?: readonly string[]];

/** Written before the search was changed; two answers were widened after (docs/decisions/0045-own-search.md). */
export const questions: readonly Asked[] = [
  // By name, however it is written.
  ['ia no-code', [N]],
  ['IA no code', [N]],
  ['nocode', [N]],
  ['sin código', [N]],
  ['sin codigo', [N]],
  ['sin programar', [N]],
  ['sin saber programar', [N]],
  ['no sé programar', [N]],
  ['python', [P]],
  ['pyhton', [P]],
  ['curso de python', [P]],
  ['mcp', [M]],
  ['mcpserver', [M]],
  ['servidor mcp', [M]],
  ['tutorial de mcp', [M]],
  ['vibecoding', [V]],
  ['vibe coding', [V]],
  ['vive coding', [V]],
  ['finetuning', [F]],
  ['fine-tuning', [F]],
  ['fine tuning', [F]],
  ['finetunning', [F]],
  ['agentes', [A]],
  ['agente de ia', [A]],
  ['agents', [A]],
  // A subject, in the words of who looks for it.
  ['curso de ia', [N, A], [N, A]],
  ['cursos de inteligencia artificial', [N, A], [N, A]],
  ['inteligensia artifisial', [N, A]],
  ['ai', [N, A]],
  ['inteligencia artificial para mi negocio', [N]],
  ['ajuste fino', [F]],
  ['entrenar un modelo', [F]],
  ['entrenar mi propia ia', [F]],
  ['llm', [F]],
  ['modelos de lenguaje', [F, N], [F, N]],
  ['lora', [F]],
  ['qlora', [F]],
  ['chatgpt', [N]],
  ['bots', [A, N]],
  ['crear un chatbot', [A, N]],
  ['chatbot para whatsapp', [N]],
  ['whatsapp', [N]],
  ['programación', [P, V], [P, V]],
  ['aprender a programar', [P]],
  ['aprender python desde cero', [P]],
  ['programación para principiantes', [P]],
  ['programar desde cero', [P]],
  ['programar con ia', [V, A], [V]],
  ['análisis de datos', [P]],
  ['ciencia de datos', [P]],
  ['data science', [P]],
  ['pandas', [P]],
  ['machine learning', [P, F]],
  ['model context protocol', [M]],
  ['conectar ia con mis sistemas', [M]],
  ['oauth', [M]],
  ['integraciones', [M]],
  ['crear una app', [V]],
  ['hacer una página web con ia', [V]],
  ['git', [V]],
  ['automatizar', [N]],
  ['automatización de tareas', [N]],
  ['automatizar correos', [N]],
  ['zapier', [N]],
  ['n8n', [N]],
  ['cómo escribir buenos prompts', [N, M], [N]],
  ['typescript', [A, M], [A, M]],
  ['¿cómo hago un agente de IA?', [A]],
  ['quiero aprender a usar la inteligencia artificial en mi trabajo', [N, A]],
  // What the school says of a course beside its texts.
  ['cursos gratis', [N]],
  ['curso gratuito de ia', [N]],
  ['para principiantes', [N, P], [N, P]],
  ['avanzado', [F]],
  ['ocampo', [N, A], [N, A]],
  // Nothing has all of it: what comes near.
  ['agentes con python', [A, P], [A, P]],
  ['javascript', [A, M, V]],
];

/** Written at the same time, and not looked at while the search was changed: 20 of 22 were right at once. */
export const heldOut: readonly Asked[] = [
  ['curso para emprendedores', [N]],
  ['quiero hacer un asistente virtual', [N, A]],
  ['low code', [N]],
  ['desarrollo web', [V]],
  ['deep learning', [F]],
  ['hojas de cálculo', [N]],
  ['variables y ciclos', [P]],
  ['pruebas automáticas', [P, M, V]],
  ['phyton basico', [P]],
  ['agentes inteligentes', [A]],
  ['multiagentes', [A]],
  ['entrenamiento de LLM', [F]],
  ['crear apps sin programar', [N, V]],
  ['ia para pymes', [N]],
  ['protocolo mcp', [M]],
  ['ajustar un modelo de lenguaje', [F]],
  ['cursos premium', [A, M, V, F], [A, M, V, F]],
  ['código', [P, V]],
  ['como usar chat gpt', [N]],
  ['fine tunning', [F]],
  ['sincodigo', [N]],
  ['quiero que la ia conteste mis mensajes', [N, A], [N]],
];
