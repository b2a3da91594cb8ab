import { momentInWords, schoolZone } from './calendar.ts';

/**
 * What the school tells people by itself: one kind for each reason, with its texts. They are made when somebody reads, so that a better text reaches what was
 * told before, and no words of anybody stand in the log. `{curso}` is the title of the course as it is now, `{nombre}` what the notice is about, as it was called
 * then, and `{fecha}` the same where it is a time (ISO UTC).
 */

/** What a notification is, for whoever chooses what reaches them where. */
export const notificationTypes = ['general', 'course', 'urgent'] as const;
export type NotificationType = (typeof notificationTypes)[number];

type Tongue = 'es' | 'en';
export type ChannelName = 'mail' | 'push';
type Preferences = Readonly<Partial<Record<NotificationType, Partial<Record<ChannelName, boolean>>>>>;
/** Where the school sends what, as long as the person says nothing else. In the page all of it stands. */
const reachesByDefault: Readonly<Record<ChannelName, readonly NotificationType[]>> = {
  mail: ['course', 'urgent'],
  push: ['general', 'course', 'urgent'],
};
/** Whether a person hears of this type there. */
export const wants = (preferences: Preferences, type: NotificationType, channel: ChannelName): boolean =>
  preferences[type]?.[channel] ?? reachesByDefault[channel].includes(type);

interface Words {
  title: string;
  text: string;
}
interface NoticeKind extends Readonly<Record<Tongue, Words>> {
  type: NotificationType;
}

const course = (es: [string, string], en: [string, string]): NoticeKind => ({
  type: 'course',
  es: { title: es[0], text: es[1] },
  en: { title: en[0], text: en[1] },
});
const general = (es: [string, string], en: [string, string]): NoticeKind => ({ ...course(es, en), type: 'general' });
/** What is lost unless somebody does something: it stands above the page, and goes by mail at once. */
const urgent = (es: [string, string], en: [string, string]): NoticeKind => ({ ...course(es, en), type: 'urgent' });

/** A new kind is one entry here; an older release reads one that it does not know as `note`. */
export const noticeKinds = {
  note: general(
    ['Tienes una novedad', 'Ábrela para ver de qué se trata.'],
    ['There is something new for you', 'Open it to see what it is about.'],
  ),
  courseGiven: course(
    ['Ya tienes el curso «{curso}»', 'La escuela te dio acceso. Empieza cuando quieras.'],
    ['“{curso}” is yours now', 'The school gave you access. Start whenever you like.'],
  ),
  courseGrew: course(
    ['Hay contenido nuevo en «{curso}»', 'El curso creció: mira lo que se agregó.'],
    ['There is new content in “{curso}”', 'The course has grown: see what was added.'],
  ),
  courseCompleted: course(
    ['¡Completaste «{curso}»!', 'Terminaste todas las clases. ¡Felicidades!'],
    ['You completed “{curso}”!', 'You finished every class. Congratulations!'],
  ),
  attemptVoided: course(
    ['Se anuló un intento tuyo en «{nombre}»', 'Ya no cuenta, ni como hecho ni como aprobado. El motivo está en Mi historial.'],
    ['An attempt of yours at “{nombre}” was annulled', 'It counts no more, neither as taken nor as passed. The reason is in My history.'],
  ),
  submissionAccepted: course(
    ['Aceptaron tu entrega de «{nombre}»', 'Quien imparte «{curso}» la revisó. ¡Bien hecho!'],
    ['Your submission to “{nombre}” was accepted', 'Whoever teaches “{curso}” reviewed it. Well done!'],
  ),
  submissionReturned: course(
    ['Te devolvieron tu entrega de «{nombre}»', 'Ahí está lo que falta. Corrígela y envíala otra vez.'],
    ['Your submission to “{nombre}” was returned', 'What is missing stands there. Correct it and send it again.'],
  ),
  submissionsWaiting: course(
    ['Hay tareas por revisar en «{nombre}»', 'Alguien de «{curso}» entregó la suya hoy.'],
    ['There are assignments to review in “{nombre}”', 'Somebody in “{curso}” handed theirs in today.'],
  ),
  certificateReady: course(
    ['Tu certificado de «{curso}» está listo', 'Descárgalo, compártelo o corrige el nombre que lleva.'],
    ['Your certificate of “{curso}” is ready', 'Download it, share it, or correct the name on it.'],
  ),
  certificateRevoked: course(
    ['Se revocó tu certificado de «{curso}»', 'Su página pública ya lo dice. Ahí está el motivo.'],
    ['Your certificate of “{curso}” was revoked', 'Its public page says so now. The reason is there.'],
  ),
  certificateExpired: course(
    ['Tu certificado de «{curso}» venció', 'Su página lo dice. Si todavía lo necesitas, pide a la escuela que lo renueve.'],
    ['Your certificate of “{curso}” has expired', 'Its page says so. If you still need it, ask the school to renew it.'],
  ),
  certificateEnding: course(
    [
      'Tu certificado de «{curso}» vence pronto',
      'Está vigente hasta el {fecha}. Si lo vas a necesitar después, pide a la escuela que lo renueve.',
    ],
    ['Your certificate of “{curso}” ends soon', 'It is valid until {fecha}. If you will need it after that, ask the school to renew it.'],
  ),
  certificateRenewed: course(
    ['Tu certificado de «{curso}» se renovó', 'Su enlace es el mismo, y dice hasta cuándo vale.'],
    ['Your certificate of “{curso}” was renewed', 'Its link is the same, and it says until when it is good.'],
  ),
  certificateReinstated: course(
    ['Tu certificado de «{curso}» vuelve a estar vigente', 'La escuela dejó sin efecto la revocación.'],
    ['Your certificate of “{curso}” is valid again', 'The school took the revocation back.'],
  ),
  coursePaid: course(
    ['«{curso}» ya es tuyo', 'Recibimos tu pago. Empieza cuando quieras; tu recibo está en Mis compras.'],
    ['“{curso}” is yours now', 'We received your payment. Start whenever you like; your receipt is in My purchases.'],
  ),
  bundlePaid: course(
    ['«{nombre}» ya es tuyo', 'Recibimos tu pago: todos sus cursos están abiertos. Tu recibo está en Mis compras.'],
    ['“{nombre}” is yours now', 'We received your payment: all its courses are open. Your receipt is in My purchases.'],
  ),
  planEnding: urgent(
    [
      'Tu plan Premium termina pronto',
      'Está pagado hasta el {fecha}. Para seguir, paga otro mes por transferencia: no pierdes ningún día.',
    ],
    ['Your Premium plan ends soon', 'It is paid until {fecha}. To go on, pay for another month by bank transfer: you lose no day.'],
  ),
  giftPaid: general(
    ['Tu regalo «{nombre}» está listo', 'Recibimos tu pago. En Mis compras está su código, y ahí ves cuando lo acepten.'],
    ['Your gift “{nombre}” is ready', 'We received your payment. Its code is in My purchases, where you also see when it is accepted.'],
  ),
  giftClaimed: general(
    ['Aceptaron tu regalo «{nombre}»', 'Ya es de quien lo recibió.'],
    ['Your gift “{nombre}” was accepted', 'It now belongs to whom you gave it.'],
  ),
  giftOpened: course(
    ['«{nombre}» ya es tuyo: te lo regalaron', 'Te espera en Mis cursos.'],
    ['“{nombre}” is yours now: it was a gift', 'It is waiting for you in My courses.'],
  ),
  transferRefused: course(
    [
      'No encontramos tu transferencia',
      'La de «{nombre}» no está en nuestro estado de cuenta. Si ya la hiciste, escríbenos con tu comprobante.',
    ],
    [
      'We did not find your transfer',
      'The one for “{nombre}” is not on our bank statement. If you did send it, write to us with your proof of it.',
    ],
  ),
  transferExpired: course(
    [
      'Se terminó el tiempo para tu transferencia',
      'La de «{nombre}» no llegó a tiempo. Si ya la hiciste, escríbenos; si no, puedes empezar otra vez.',
    ],
    [
      'The time for your transfer is over',
      'The one for “{nombre}” did not come in time. If you did send it, write to us; if not, you can begin again.',
    ],
  ),
  planPaid: general(
    ['Ya tienes el plan Premium', 'Recibimos tu pago: todos los cursos Premium están abiertos para ti.'],
    ['You have the Premium plan now', 'We received your payment: every Premium course is open to you.'],
  ),
  refundMade: general(
    ['Devolvimos tu dinero', 'La devolución de «{nombre}» va en camino. Tu banco puede tardar unos días en mostrarla.'],
    ['We refunded your money', 'The refund of “{nombre}” is on its way. Your bank may take some days to show it.'],
  ),
  refundMadeOtherWay: general(
    [
      'Te devolvimos tu dinero',
      'La escuela te devolvió el dinero de «{nombre}» por otro medio: ya no llega a la tarjeta con la que pagaste.',
    ],
    [
      'We refunded your money',
      'The school gave back the money of “{nombre}” by other means: it no longer goes to the card that you paid with.',
    ],
  ),
  refundFailed: urgent(
    [
      'No pudimos devolver tu dinero',
      'La devolución de «{nombre}» no llegó. La escuela ya lo sabe y la hará otra vez; si cerraste la tarjeta con la que pagaste, escríbenos.',
    ],
    [
      'We could not refund your money',
      'The refund of “{nombre}” did not arrive. The school knows and will make it again; if you closed the card that you paid with, write to us.',
    ],
  ),
  planPastDue: urgent(
    ['No pudimos cobrar tu plan Premium', 'Revisa tu tarjeta: lo intentaremos otra vez en unos días y, mientras, todo sigue abierto.'],
    ['We could not charge your Premium plan', 'Check your card: we will try again in a few days, and everything stays open meanwhile.'],
  ),
  planEnded: course(
    ['Terminó tu plan Premium', 'Lo que compraste o te asignaron sigue siendo tuyo. Puedes volver cuando quieras.'],
    ['Your Premium plan has ended', 'What you bought or were given is still yours. You can come back whenever you like.'],
  ),
  exportReady: general(
    ['Tu exportación «{nombre}» está lista', 'Descárgala desde el registro de eventos en los próximos 30 días.'],
    ['Your export “{nombre}” is ready', 'Download it from the event log within the next 30 days.'],
  ),
  supportAnswered: general(
    ['Respondimos tu solicitud «{nombre}»', 'Ábrela para leer la respuesta o escribir algo más.'],
    ['We answered your request “{nombre}”', 'Open it to read the answer or to write more.'],
  ),
  supportClosed: general(
    ['Cerramos tu solicitud «{nombre}»', 'Si no quedó resuelta, escribe ahí mismo y se abre otra vez.'],
    ['We closed your request “{nombre}”', 'If it is not solved, write there and it opens again.'],
  ),
  supportYours: general(
    ['Estás a cargo de una solicitud de ayuda', 'Ábrela para ver hasta cuándo hay que responder.'],
    ['A request for help is yours to answer', 'Open it to see by when it must be answered.'],
  ),
  groupPaid: course(
    ['«{curso}» ya es tuyo', 'Recibimos tu pago y tienes lugar en tu grupo: empieza el {fecha}. Tu recibo está en Mis compras.'],
    [
      '“{curso}” is yours now',
      'We received your payment and you have a seat in your group: it begins on {fecha}. Your receipt is in My purchases.',
    ],
  ),
  groupTomorrow: course(
    ['Mañana empieza tu grupo de «{curso}»', 'Es «{nombre}». Desde que empiece, el curso está abierto para ti.'],
    ['Your group of “{curso}” begins tomorrow', 'It is “{nombre}”. From its start the course is open to you.'],
  ),
  groupBegan: course(
    ['Empezó tu grupo de «{curso}»', 'Es «{nombre}» y el curso ya está abierto para ti. ¡Adelante!'],
    ['Your group of “{curso}” has begun', 'It is “{nombre}”, and the course is open to you now. Go ahead!'],
  ),
  groupMoved: course(
    [
      'Cambió la fecha de tu grupo de «{curso}»',
      'Ahora empieza el {fecha}. Tu lugar sigue siendo tuyo, y hasta entonces puedes elegir otro grupo.',
    ],
    [
      'Your group of “{curso}” has another date',
      'It now begins on {fecha}. Your seat is still yours, and until then you can choose another group.',
    ],
  ),
  groupChanged: course(
    ['Ahora estás en el grupo «{nombre}»', 'La escuela te cambió de grupo en «{curso}». En la página del curso están sus fechas.'],
    ['You are now in the group “{nombre}”', 'The school moved you to another group of “{curso}”. Its dates are on the page of the course.'],
  ),
  groupCancelled: urgent(
    [
      'Se canceló tu grupo «{nombre}»',
      'El curso «{curso}» ya está abierto para ti, a tu ritmo; también puedes elegir otro grupo. En su página está el motivo.',
    ],
    [
      'Your group “{nombre}” was cancelled',
      'The course “{curso}” is open to you now, at your own pace; you can also choose another group. The reason is on its page.',
    ],
  ),
  groupReinstated: course(
    ['Tu grupo «{nombre}» sí empieza', 'El de «{curso}» vuelve a estar en pie y conservas tu lugar.'],
    ['Your group “{nombre}” begins after all', 'The one of “{curso}” is back on, and your seat is still yours.'],
  ),
  webinarTomorrow: general(
    ['Mañana: «{nombre}»', 'Tienes un lugar en este evento.'],
    ['Tomorrow: “{nombre}”', 'You have a seat in this event.'],
  ),
  webinarSoon: general(
    ['«{nombre}» empieza en una hora', 'Entra desde la página del evento.'],
    ['“{nombre}” begins in an hour', 'Join from the page of the event.'],
  ),
  webinarSeat: general(
    ['Tienes lugar en «{nombre}»', 'Se liberó un lugar y es tuyo: ya no estás en la lista de espera.'],
    ['You have a seat in “{nombre}”', 'A seat became free and it is yours: you are no longer on the waiting list.'],
  ),
  webinarPlanOver: general(
    [
      'Dejaste tu lugar en «{nombre}»',
      'Es un evento de Premium y tu plan terminó. Si vuelves antes de que empiece, puedes inscribirte otra vez.',
    ],
    [
      'Your seat in “{nombre}” was given on',
      'The event is for Premium and your plan has ended. Come back before it begins, and you can register again.',
    ],
  ),
  webinarChanged: general(
    ['Cambió «{nombre}»', 'Mira cómo queda. Tu lugar sigue siendo tuyo.'],
    ['“{nombre}” changed', 'See what it is like now. Your seat is still yours.'],
  ),
  webinarCancelled: general(
    ['Se canceló «{nombre}»', 'El evento ya no se hará. Ahí está el motivo.'],
    ['“{nombre}” was cancelled', 'The event will not take place. The reason is there.'],
  ),
  webinarReinstated: general(
    ['«{nombre}» sí se hará', 'El evento vuelve a estar en pie y conservas lo que apartaste.'],
    ['“{nombre}” is back on', 'The event takes place after all, and what you had is still yours.'],
  ),
  commentMention: course(
    ['Te mencionaron en «{nombre}»', 'Alguien te llamó en los comentarios de «{curso}».'],
    ['You were mentioned in “{nombre}”', 'Somebody called you in the comments of “{curso}”.'],
  ),
  commentReply: course(
    ['Respondieron a tu comentario en «{nombre}»', 'Hay una respuesta nueva en tu hilo de «{curso}».'],
    ['Your comment in “{nombre}” was answered', 'There is a new answer in your thread of “{curso}”.'],
  ),
  commentBest: course(
    ['Tu respuesta en «{nombre}» es la mejor del hilo', 'La eligió quien imparte «{curso}». ¡Gracias por ayudar!'],
    ['Your answer in “{nombre}” is the best of its thread', 'Whoever teaches “{curso}” chose it. Thank you for helping!'],
  ),
  commentRemoved: course(
    ['Se retiró tu comentario en «{nombre}»', 'Ahí está el motivo. Si no estás de acuerdo, puedes pedir que se revise.'],
    ['Your comment in “{nombre}” was taken down', 'The reason is there. If you disagree, you can ask to have it looked at again.'],
  ),
  commentRestored: course(
    ['Tu comentario en «{nombre}» vuelve a verse', 'Quien modera revisó la decisión y lo restauró.'],
    ['Your comment in “{nombre}” is shown again', 'A moderator looked at the decision again and restored it.'],
  ),
  removalUpheld: course(
    ['Tu comentario en «{nombre}» sigue retirado', 'Quien modera revisó tu apelación y mantuvo la decisión. Ahí está el motivo.'],
    ['Your comment in “{nombre}” stays down', 'A moderator looked at your appeal and kept the decision. The reason is there.'],
  ),
  reportRemoved: course(
    ['Se retiró el comentario que reportaste', 'Gracias por avisar: así se cuida la conversación de «{curso}».'],
    ['The comment that you reported was taken down', 'Thank you for telling us: that keeps the conversation of “{curso}” in good shape.'],
  ),
  reportAttended: course(
    ['Se atendió tu reporte', 'Quien modera «{curso}» se ocupó de lo que reportaste. Gracias por avisar.'],
    ['Your report was attended to', 'A moderator of “{curso}” took care of what you reported. Thank you for telling us.'],
  ),
  reportDismissed: course(
    ['Se revisó tu reporte', 'Quien modera «{curso}» decidió que el comentario se queda. Gracias por avisar.'],
    ['Your report was looked at', 'A moderator of “{curso}” decided that the comment stays. Thank you for telling us.'],
  ),
  personWarned: general(
    ['Recibiste una advertencia', 'Es por un comentario tuyo. Ahí está el motivo, y puedes pedir que se revise.'],
    ['You were given a warning', 'It is about a comment of yours. The reason is there, and you can ask to have it looked at again.'],
  ),
  personMuted: general(
    ['No puedes comentar hasta el {fecha}', 'Puedes seguir leyendo. Ahí está el motivo, y puedes pedir que se revise.'],
    ['You cannot comment until {fecha}', 'You can still read. The reason is there, and you can ask to have it looked at again.'],
  ),
  personSuspended: general(
    ['Se suspendió tu participación en los comentarios', 'Puedes seguir leyendo. Ahí está el motivo, y puedes pedir que se revise.'],
    ['You were suspended from commenting', 'You can still read. The reason is there, and you can ask to have it looked at again.'],
  ),
  sanctionLifted: general(
    ['Se levantó una sanción tuya', 'Quien modera revisó la decisión. Ahí está el motivo.'],
    ['A sanction of yours was lifted', 'A moderator looked at the decision again. The reason is there.'],
  ),
  webhookStopped: general(
    ['Se detuvo el webhook «{nombre}»', 'El otro programa no recibe lo que la escuela le avisa. Nada se pierde: espera a que lo reanudes.'],
    [
      'The webhook “{nombre}” stopped',
      'The other program does not get what the school tells it. Nothing is lost: it waits until you resume it.',
    ],
  ),
  sanctionUpheld: general(
    ['Se mantiene tu sanción', 'Quien modera revisó tu apelación y mantuvo la decisión. Ahí está el motivo.'],
    ['Your sanction stands', 'A moderator looked at your appeal and kept the decision. The reason is there.'],
  ),
} as const satisfies Readonly<Record<string, NoticeKind>>;
export type NoticeKindName = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKindName, ...NoticeKindName[]];

/** Kinds that what other people do brings about, as often as they like. */
export const talkKinds: ReadonlySet<NoticeKindName> = new Set(['commentMention', 'commentReply', 'commentBest']);

/** "2 de marzo a las 9:00 a.m. hora de Tijuana": in the school's zone. */
const moment = (iso: string, tongue: Tongue): string =>
  Number.isNaN(Date.parse(iso)) ? iso : momentInWords(iso, { zone: schoolZone(), locale: { es: 'es-MX', en: 'en' }[tongue] });

/** The texts of a notice in one language. */
export const noticeWords = (kind: NoticeKindName, tongue: Tongue, names: { curso: string | null; nombre: string | null }): Words => {
  const said = noticeKinds[kind][tongue];
  const otherwise = { es: { curso: 'un curso', nombre: 'algo' }, en: { curso: 'a course', nombre: 'something' } }[tongue];
  const fill = (text: string) =>
    text.replace(/\{(curso|nombre|fecha)\}/g, (_, name: 'curso' | 'nombre' | 'fecha') =>
      name === 'fecha' ? moment(names.nombre ?? '', tongue) : (names[name] ?? otherwise[name]),
    );
  return { title: fill(said.title), text: fill(said.text) };
};
