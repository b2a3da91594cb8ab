import { daysBetween, schoolDay } from '../../../events/calendar.ts';
import { actorRoles } from '../../../events/define.ts';
import { createFactColumns } from './factColumns.ts';
import { actorCode, type FactLine, hashOf } from './factLines.ts';

/** What a fact has besides its columns: a reason in the log, words in its line. */
export const EXTRA = { reason: 1, words: 2 } as const;
/** In the column of actors: nobody with an account. */
const NOBODY = -1;

export const FIRST_DAY = '1970-01-01';
let lastDay = { day: '', number: 0 };
export const dayNumber = (day: string): number => {
  if (lastDay.day !== day) lastDay = { day, number: daysBetween(FIRST_DAY, day) };
  return lastDay.number;
};

/** One row a fact, in the order of the log. */
export function createRows(folder: string, blockRows: number | undefined) {
  const columns = createFactColumns(folder, blockRows);
  const types: string[] = [];
  const numbers = new Map<string, number>();
  /** The reasons, of the rows that have any. */
  const words = new Map<number, string>();
  /** The keys of the pages, in order, and the first row of each. */
  const pages: string[] = [];
  const firsts: number[] = [];
  return {
    ...{ columns, types, numbers, words, pages, firsts },
    get length() {
      return columns.length;
    },
    add([, at, type, stream, , actor, role, act, reason, about, said]: FactLine, folded: (text: string) => string) {
      let number = numbers.get(type);
      if (number === undefined) {
        number = types.push(type) - 1;
        numbers.set(type, number);
      }
      if (said !== '') words.set(columns.length, folded(said));
      columns.add({
        ...{ type: number, day: dayNumber(schoolDay(at)), time: Date.parse(at) },
        ...{ actor: actor ?? NOBODY, role: actorRoles.indexOf(role), act, stream: hashOf(stream) },
        codes: actor === null ? about : [...about, actorCode(actor)],
        extra: (reason === 1 ? EXTRA.reason : 0) | (said === '' ? 0 : EXTRA.words),
      });
    },
  };
}
export type Rows = ReturnType<typeof createRows>;
