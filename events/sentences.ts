export type Tongue = 'es' | 'en';
/**
 * The sentence that tells an event in a history, in each language. `{quien}` is who did it, `{que}` the name of what it is about; other braces are fields
 * of the event, which the reader puts into words (`backend/api/answers/history/words.ts`).
 */
export type Sentence = Readonly<Record<Tongue, string>>;

export const said = (es: string, en: string): Sentence => ({ es: `{quien} ${es}`, en: `{quien} ${en}` });
/** For events about something with a name of its own. */
export const named = (es: string, en: string): Sentence => said(`${es} «{que}»`, `${en} “{que}”`);

/** For edits of one field of a class: more exact than «cambió la clase». */
export const classSentences: Readonly<Record<string, Sentence>> = {
  title: named('cambió el título de la clase', 'changed the title of the class'),
  description: named('cambió la descripción de la clase', 'changed the description of the class'),
  videoUrl: named('cambió el video de la clase', 'changed the video of the class'),
};
