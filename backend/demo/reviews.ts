import { uuid5 } from '../../events/ids.ts';
import type { CommandContext } from '../commands/kernel/handle.ts';
import { review, reviewObstacle } from '../commands/learning/review.ts';
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
    { stars: 5, text: 'Llevo una papelería y no sabía ni qué era un disparador. Hoy los avisos de inventario me llegan solos al celular.' },
    {
      stars: 5,
      text: 'Lo que más agradezco: te piden dibujar el proceso en papel antes de tocar nada. Ahí descubrí que hacía el mismo paso dos veces.',
    },
    { stars: 4, text: 'Lo estudié en las noches, de a media hora. Se puede llevar sin prisa y no te pierdes al volver.' },
    { stars: 4, text: 'Útil para la oficina. Me faltó ver qué hacer cuando una herramienta cambia de precio.' },
    { stars: 5, text: 'Mi mamá, de 61 años, lo terminó conmigo. Con eso lo digo todo.' },
    {
      stars: 5,
      text: 'Doy clases de inglés por mi cuenta. Ahora los recordatorios de pago salen solos y ya no tengo que perseguir a nadie.',
    },
    { stars: 4, text: 'Se agradece que avisen qué datos no conviene compartir. Nadie me lo había explicado así.' },
    { stars: 5, text: 'Entré por curiosidad y acabé rehaciendo la forma en que mi despacho recibe facturas.' },
    { stars: 3, text: 'Las primeras clases me parecieron largas; de la cuarta en adelante, muy buenas.' },
    { stars: 5, text: 'El ejercicio de pedirle al asistente que diga «no sé» vale por sí solo la inscripción.' },
    { stars: 4, text: 'Lo hice desde el celular en el camión. Todo se lee bien y guarda por dónde vas.' },
    { stars: 4, text: 'Me habría gustado practicar más el último módulo, pero salí con algo funcionando.' },
    { stars: 5, text: 'Mis compañeros de la clínica ya no copian citas a mano. Gracias.' },
  ],
  'curso-de-python': [
    { stars: 5, text: 'Venía de intentarlo tres veces por mi cuenta. Aquí por fin entendí las funciones y las listas.' },
    { stars: 5, text: 'Los ejercicios suben de dificultad poco a poco y nunca te dejan colgado.' },
    { stars: 4, text: 'Buenas explicaciones. Agregaría más práctica con archivos CSV antes del proyecto.' },
    { stars: 2, text: 'El contenido está bien, pero los videos van demasiado rápido para mí.' },
    { stars: 5, text: 'Empecé sin saber abrir una terminal y acabé con un programa que ordena las fotos de mi negocio.' },
    { stars: 4, text: 'Me gustó que los errores se explican con calma: ya no me asusta el texto rojo.' },
    { stars: 5, text: 'Lo uso para dar clases en la prepa; mis alumnos entienden los ejemplos a la primera.' },
    { stars: 3, text: 'Va bien hasta los diccionarios; ahí tuve que buscar por fuera otro par de ejemplos.' },
    { stars: 4, text: 'El proyecto del final te obliga a juntar todo. Me tomó dos fines de semana y valió la pena.' },
  ],
  'agentes-de-ia': [
    { stars: 5, text: 'La parte de evaluar al agente antes de soltarlo vale todo el curso.' },
    { stars: 5, text: 'Ejemplos reales, con sus errores. Aprendí más de los fallos que de los aciertos.' },
    { stars: 4, text: 'Excelente, aunque conviene llegar con algo de Python.' },
    { stars: 3, text: 'Interesante, pero necesité repetir el módulo de memoria para entenderlo.' },
    { stars: 5, text: 'Por fin alguien que dice cuándo NO hace falta un agente. Me ahorró un proyecto que iba a salir mal.' },
    { stars: 4, text: 'Puse un agente a contestar dudas de envíos y con la lista de pruebas del curso detecté que inventaba fechas.' },
    { stars: 5, text: 'Las figuras del ciclo se me quedaron grabadas. Las pegué junto a mi monitor.' },
    { stars: 4, text: 'Bien explicado el costo por tarea; ojalá hubiera una plantilla para calcularlo.' },
  ],
  'mcp-servers': [
    { stars: 5, text: 'En dos semanas conectamos nuestro inventario al asistente. Directo y sin relleno.' },
    { stars: 4, text: 'Muy buen nivel técnico. Faltó profundizar en permisos.' },
    { stars: 4, text: 'El diagrama de host, cliente y servidor me aclaró lo que llevaba meses confundiendo.' },
    { stars: 5, text: 'Copié el servidor de ejemplo, le cambié dos funciones y ya consulta nuestra base de refacciones.' },
    { stars: 3, text: 'Se nota que está pensado para quien ya programa: a mí me costó la parte de los esquemas.' },
    { stars: 5, text: 'La clase sobre qué no exponer debería ser obligatoria en cualquier empresa.' },
  ],
  'vibe-coding': [
    { stars: 5, text: 'Divertido y honesto: enseña cuándo confiar en lo que escribe el modelo y cuándo no.' },
    { stars: 4, text: 'Me cambió la forma de revisar código. El proyecto final se disfruta.' },
    { stars: 3, text: 'Bien para empezar, esperaba más sobre pruebas.' },
    { stars: 5, text: 'Aprendí a pedir cambios chiquitos y a leerlos antes de aceptarlos. Parece obvio y no lo hacía.' },
    { stars: 4, text: 'Hice la página de mi consultorio en una semana. Lo de guardar versiones me salvó dos veces.' },
    { stars: 4, text: 'Buen ritmo y buen humor. Le sumaría una clase sobre accesibilidad.' },
  ],
  'fine-tuning-llms': [
    { stars: 5, text: 'El mejor material en español que he encontrado sobre preparar datos.' },
    { stars: 4, text: 'Denso, como debe ser. Las clases de evaluación son oro.' },
    { stars: 4, text: 'Exigente pero muy bien llevado. Aparta tiempo para los ejercicios.' },
    {
      stars: 5,
      text: 'Llegué queriendo entrenar un modelo y salí sabiendo que con buenos ejemplos en el prompt me bastaba. Eso también es aprender.',
    },
    { stars: 3, text: 'Muy completo, aunque para seguirlo hace falta una tarjeta gráfica o pagar una en la nube.' },
    { stars: 5, text: 'El cuaderno para limpiar conversaciones ya es parte de nuestro trabajo diario.' },
  ],
};

const chance = (...parts: readonly string[]): number => Number.parseInt(uuid5('demo review', ...parts).slice(0, 8), 16) / 0x1_0000_0000;

/** Whether this learner reviews this course. */
export const reviewsCourse = (email: string, slug: string): boolean => chance('speaks', email, slug) <= 0.9;

/** The reviews of one load of the demo: nobody says what somebody else said, and who comes after all words gives only stars. */
export function createDemoReviews({ reviews }: Pick<Domain, 'reviews'>) {
  const left = new Map(Object.entries(byCourse).map(([slug, said]) => [slug, [...said]]));
  const saying = (email: string, slug: string): Said => {
    const unsaid = chance('words', email, slug) < 0.85 ? (left.get(slug) ?? []) : [];
    const [said] = unsaid.splice(Math.floor(chance('says', email, slug) * unsaid.length), 1);
    // Some say nothing besides.
    return said ?? { stars: chance('stars', email, slug) < 0.6 ? 5 : 4, text: '' };
  };
  return {
    /** Posts it as the learner would; learners without enough progress post nothing. `said`: instead of words of the course's own. */
    async write(
      userId: number,
      courseId: number,
      by: { email: string; slug: string },
      context: CommandContext,
      said?: Said,
    ): Promise<void> {
      if (reviewObstacle(await reviews.eligibility(userId, courseId)) !== null) return;
      await reviews.write(userId, courseId, said ?? saying(by.email, by.slug), context);
    },
  };
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
