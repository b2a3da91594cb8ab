/** People mentioned while a text is typed: in the field by name, in what is sent by id. */
export interface Called {
  id: number;
  nombre: string;
}

/** Matches a whole name: in `@Anabel`, the name `@Ana` is not mentioned. */
const named = (nombre: string): RegExp => new RegExp(`@${nombre.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{M}\\p{N}])`, 'gu');

/** The typed text as it is sent: names are replaced by ids, longer names first, because one may begin with another. */
export const withIds = (typed: string, called: readonly Called[]): string =>
  [...called]
    .sort((a, b) => b.nombre.length - a.nombre.length)
    .reduce((text, { id, nombre }) => text.replace(named(nombre), `<@${id}>`), typed);

/** The sent text as it is typed: ids are replaced by names. */
export const withNames = (sent: string, called: readonly Called[]): string =>
  called.reduce((text, { id, nombre }) => text.replaceAll(`<@${id}>`, `@${nombre}`), sent);

/** The name being typed before the caret; null: there is none. */
export const beingTyped = (text: string, caret: number): { from: number; words: string } | null => {
  const found = /(?:^|\s)@([\p{L}\p{M}'.-]{0,30}(?: [\p{L}\p{M}'.-]{0,30})?)$/u.exec(text.slice(0, caret));
  const words = found?.[1];
  return words === undefined ? null : { from: caret - words.length - 1, words };
};
