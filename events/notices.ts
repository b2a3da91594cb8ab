/**
 * What the school tells people by itself: one kind for each reason, with its texts. They are made when somebody reads, so that a better text reaches what was
 * told before, and no words of anybody stand in the log. `{curso}` is the title of the course as it is now, `{nombre}` what the notice is about, as it was called then.
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
} as const satisfies Readonly<Record<string, NoticeKind>>;
export type NoticeKindName = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKindName, ...NoticeKindName[]];

/** The texts of a notice in one language. */
export const noticeWords = (kind: NoticeKindName, tongue: Tongue, names: { curso: string | null; nombre: string | null }): Words => {
  const said = noticeKinds[kind][tongue];
  const otherwise = { es: { curso: 'un curso', nombre: 'algo' }, en: { curso: 'a course', nombre: 'something' } }[tongue];
  const fill = (text: string) => text.replace(/\{(curso|nombre)\}/g, (_, name: 'curso' | 'nombre') => names[name] ?? otherwise[name]);
  return { title: fill(said.title), text: fill(said.text) };
};
