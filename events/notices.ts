/**
 * What the school tells people by itself: one kind for each reason, with its texts. They are made when somebody reads, so that a better text reaches what was
 * told before, and no words of anybody stand in the log. `{curso}` is the title of the course as it is now, `{nombre}` what the notice is about, as it was called then.
 */

/** What a notification is, for whoever chooses what reaches them where. */
export const notificationTypes = ['general', 'course', 'urgent'] as const;
export type NotificationType = (typeof notificationTypes)[number];

type Tongue = 'es' | 'en';
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
