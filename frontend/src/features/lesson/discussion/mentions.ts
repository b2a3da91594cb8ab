/** Who was called while a text was typed: there by name, in what is sent by id. */
export interface Called {
  id: number;
  nombre: string;
}

/** A name to its end: of somebody who is called `@Ana`, `@Anabel` is not the name. */
const named = (nombre: string): RegExp => new RegExp(`@${nombre.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{M}\\p{N}])`, 'gu');

/** What is typed as it is sent: names give way to ids, the longer first, for one may begin as another does. */
export const withIds = (typed: string, called: readonly Called[]): string =>
  [...called]
    .sort((a, b) => b.nombre.length - a.nombre.length)
    .reduce((text, { id, nombre }) => text.replace(named(nombre), `<@${id}>`), typed);

/** What was sent as it is typed: ids give way to names. */
export const withNames = (sent: string, called: readonly Called[]): string =>
  called.reduce((text, { id, nombre }) => text.replaceAll(`<@${id}>`, `@${nombre}`), sent);

/** The name that is being typed before the caret; null: none is. */
export const beingTyped = (text: string, caret: number): { from: number; words: string } | null => {
  const found = /(?:^|\s)@([\p{L}\p{M}'.-]{0,30}(?: [\p{L}\p{M}'.-]{0,30})?)$/u.exec(text.slice(0, caret));
  const words = found?.[1];
  return words === undefined ? null : { from: caret - words.length - 1, words };
};
