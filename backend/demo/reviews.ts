import { uuid5 } from '../../events/ids.ts';
import type { CommandContext } from '../commands/kernel/handle.ts';
import { review, reviewObstacle } from '../commands/learning/review.ts';
import type { Reviews } from '../commands/learning/reviews.ts';
import type { Domain } from '../domain.ts';

/** Reviews by the demo school's learners. Who says what depends on the learner's number, so that every load is the same. */

interface Said {
  stars: number;
  text: string;
}

const byCourse: Readonly<Record<string, readonly Said[]>> = {
  'ia-no-code': [
    { stars: 5, text: 'Armé mi primera automatización sin saber programar. Ahora mi hoja de pedidos se llena sola.' },
    { stars: 5, text: 'Muy paciente con quien empieza. Cada clase termina con algo que ya puedes usar en tu trabajo.' },
    { stars: 4, text: 'Claro y práctico. Me habría gustado un ejemplo más con hojas de cálculo grandes.' },
    { stars: 4, text: 'Lo tomé con mi equipo de ventas y todos pudimos seguirlo. Los recursos descargables ayudan mucho.' },
    { stars: 3, text: 'Buen inicio, pero si ya usas estas herramientas el primer módulo se siente lento.' },
  ],
  'curso-de-python': [
    { stars: 5, text: 'Venía de intentarlo tres veces por mi cuenta. Aquí por fin entendí las funciones y las listas.' },
    { stars: 5, text: 'Los ejercicios suben de dificultad poco a poco y nunca te dejan colgado.' },
    { stars: 4, text: 'Buenas explicaciones. Agregaría más práctica con archivos CSV antes del proyecto.' },
    { stars: 2, text: 'El contenido está bien, pero los videos van demasiado rápido para mí.' },
  ],
  'agentes-de-ia': [
    { stars: 5, text: 'La parte de evaluar al agente antes de soltarlo vale todo el curso.' },
    { stars: 5, text: 'Ejemplos reales, con sus errores. Aprendí más de los fallos que de los aciertos.' },
    { stars: 4, text: 'Excelente, aunque conviene llegar con algo de Python.' },
    { stars: 3, text: 'Interesante, pero necesité repetir el módulo de memoria para entenderlo.' },
  ],
  'mcp-servers': [
    { stars: 5, text: 'En dos semanas conectamos nuestro inventario al asistente. Directo y sin relleno.' },
    { stars: 4, text: 'Muy buen nivel técnico. Faltó profundizar en permisos.' },
    { stars: 4, text: 'El diagrama de host, cliente y servidor me aclaró lo que llevaba meses confundiendo.' },
  ],
  'vibe-coding': [
    { stars: 5, text: 'Divertido y honesto: enseña cuándo confiar en lo que escribe el modelo y cuándo no.' },
    { stars: 4, text: 'Me cambió la forma de revisar código. El proyecto final se disfruta.' },
    { stars: 3, text: 'Bien para empezar, esperaba más sobre pruebas.' },
  ],
  'fine-tuning-llms': [
    { stars: 5, text: 'El mejor material en español que he encontrado sobre preparar datos.' },
    { stars: 4, text: 'Denso, como debe ser. Las clases de evaluación son oro.' },
    { stars: 4, text: 'Exigente pero muy bien llevado. Aparta tiempo para los ejercicios.' },
  ],
};
/** Some reviews have only stars. */
const starsOnly: readonly Said[] = [
  { stars: 5, text: '' },
  { stars: 4, text: '' },
];

const chance = (...parts: readonly string[]): number => Number.parseInt(uuid5('demo review', ...parts).slice(0, 8), 16) / 0x1_0000_0000;

/** This learner's review of this course; null: none. */
export function demoReview(email: string, slug: string): Said | null {
  if (chance('speaks', email, slug) > 0.6) return null;
  const said = [...(byCourse[slug] ?? []), ...starsOnly];
  return said[Math.floor(chance('says', email, slug) * said.length)] ?? null;
}

/** Posts it as the learner would; learners without enough progress post nothing. */
export async function writeDemoReview(
  reviews: Reviews,
  userId: number,
  courseId: number,
  said: Said,
  context: CommandContext,
): Promise<void> {
  if (reviewObstacle(await reviews.eligibility(userId, courseId)) !== null) return;
  await reviews.write(userId, courseId, said, context);
}

/** A review against the school's rules: an administrator hides it. */
export const unwelcome = {
  slug: 'ia-no-code',
  said: { stars: 1, text: 'Mejor compren mis plantillas, escríbanme y se las dejo a mitad de precio.' },
  reason: 'Publicidad ajena al curso',
} as const;

export async function hideDemoReview(
  { commands, reviews }: Pick<Domain, 'commands' | 'reviews'>,
  userId: number,
  courseId: number,
  context: CommandContext,
): Promise<void> {
  const { state } = await commands.load(review, `${userId}_${courseId}`);
  if (state.posted) await reviews.hide(userId, courseId, unwelcome.reason, context);
}
