import type { NotificationType } from '../../events/notices.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import { inbox } from '../commands/notifications/inbox.ts';
import { everyone } from '../commands/notifications/notifications.ts';
import type { Domain } from '../domain.ts';

/** What the demo school told its people: by its administrator and one who teaches, as their clicks would. */
export interface DemoNotification {
  /** Before the last day. */
  daysAgo: number;
  type: NotificationType;
  title: string;
  message: string;
  /** By its slug: to its learners; null: to everybody. */
  course: string | null;
  by: 'administrator' | 'instructor';
  /** Of ten people, how many saw it on their list and how many opened it. */
  seen: number;
  opened: number;
}

export const demoNotifications: readonly DemoNotification[] = [
  {
    ...{ daysAgo: 84, type: 'general', course: null, by: 'administrator', seen: 9, opened: 7 },
    title: '¡Abrimos la escuela!',
    message:
      'Ya puedes entrar a los primeros cursos. Empieza por «IA No Code» si nunca has programado: es gratis y se termina en dos semanas.',
  },
  {
    ...{ daysAgo: 61, type: 'general', course: null, by: 'administrator', seen: 8, opened: 5 },
    title: 'Nuevo curso: Fine-tuning de LLMs',
    message: 'Se suma un curso avanzado para quienes ya trabajan con modelos. Está incluido en el plan Premium.',
  },
  {
    ...{ daysAgo: 45, type: 'course', course: 'agentes-de-ia', by: 'instructor', seen: 8, opened: 7 },
    title: 'Sesión de dudas del viernes',
    message:
      'Este viernes a las 18:00 (hora de Tijuana) resolvemos en vivo las dudas del módulo de memoria.\n\nTrae tu agente, aunque no funcione todavía.',
  },
  {
    ...{ daysAgo: 26, type: 'urgent', course: null, by: 'administrator', seen: 9, opened: 8 },
    title: 'Mantenimiento el sábado por la noche',
    message: 'El sábado, de 23:00 a 23:30 (hora de Tijuana), la escuela no estará disponible. Tu avance está a salvo.',
  },
  {
    ...{ daysAgo: 12, type: 'course', course: 'ia-no-code', by: 'instructor', seen: 7, opened: 5 },
    title: 'Plantillas nuevas para tus automatizaciones',
    message: 'Subí tres plantillas a los recursos de la segunda clase. Con ellas la práctica toma la mitad del tiempo.',
  },
  {
    ...{ daysAgo: 6, type: 'general', course: null, by: 'administrator', seen: 5, opened: 3 },
    title: 'La comunidad estrena canal de proyectos',
    message: 'Comparte lo que estás construyendo y pide opiniones. Lo encuentras en Comunidad.',
  },
  {
    ...{ daysAgo: 2, type: 'course', course: 'ia-no-code', by: 'instructor', seen: 3, opened: 2 },
    title: 'Reto de la semana',
    message: 'Automatiza una tarea que hagas todos los lunes y cuéntala en la comunidad. La más útil abre la próxima sesión de dudas.',
  },
  {
    ...{ daysAgo: 0.3, type: 'general', course: null, by: 'administrator', seen: 1, opened: 0 },
    title: 'Cambia cómo recibes estos avisos',
    message: 'En tu perfil eliges qué te llega por correo y qué a tus dispositivos. Aquí, en la campana, siempre está todo.',
  },
];

/** Sends it to these people, and lets some of them see and open it. */
export async function sendDemoNotification(
  { commands, notifications }: Domain,
  { title, message, type, seen, opened }: DemoNotification,
  courseId: number | null,
  to: readonly number[],
  context: CommandContext,
): Promise<void> {
  const content = {
    ...{ type, title, message, kind: null, courseId, link: courseId === null ? null : `/courses?courseId=${courseId}` },
    audience: courseId === null ? everyone : { ...everyone, kind: 'course' as const, courseId },
  };
  const { notificationId } = await notifications.send(content, to, context);
  const item = { notificationId, sentAt: context.now.toISOString() };
  // The same people in every load.
  const tenth = (userId: number) => (userId * 7 + notificationId * 3) % 10;
  for (const userId of to) {
    const own = { ...derived(context, userId), actor: { userId, role: 'student' as const } };
    if (tenth(userId) < seen) await commands.handle(inbox, userId, { type: 'see', userId, items: [item] }, derived(own, 'seen'));
    if (tenth(userId) < opened) await commands.handle(inbox, userId, { type: 'read', userId, ...item }, derived(own, 'read'));
  }
}
