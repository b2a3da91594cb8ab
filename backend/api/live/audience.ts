import { isRecipient, readRecipients } from '../../../events/recipients.ts';
import type { Change } from '../../projections/kernel/readStore.ts';
import { readTopic, saidToMany } from '../contract/topics.ts';

/** Changes for many people at once are one change of a common topic, with a list of recipients. For each connection it becomes a change of the recipient's own topic. */

/** The common topic behind one that is followed; null: there is none. */
export const commonOf = (topic: string): string | null => {
  const read = readTopic(topic);
  return read && saidToMany(read.key);
};
export const withCommon = (topics: Iterable<string>): string[] => [
  ...new Set([...topics].flatMap((topic) => [topic, commonOf(topic) ?? topic])),
];

/** The recipients of the last change: read once, however many connections follow. */
let last: { people: unknown; bits: Uint8Array | null } | null = null;
const bitsOf = ({ view }: Change): Uint8Array | null => {
  const people = view?.people;
  if (last?.people !== people || !last) {
    let bits: Uint8Array | null = null;
    try {
      bits = typeof people === 'string' && people !== '' ? readRecipients(people) : null;
    } catch {
      // Recipients that cannot be read count as none.
    }
    last = { people, bits };
  }
  return last.bits;
};

/** The change as followers of these topics get it: unchanged where its topic is one of them; of a common topic, as a change of each of them that it is for. */
export const changesFor = (change: Change, topics: ReadonlySet<string>): Change[] => {
  if (topics.has(change.topic)) return [change];
  const bits = bitsOf(change);
  return [...topics].flatMap((topic) => {
    if (commonOf(topic) !== change.topic) return [];
    const { view: _, ...plain } = change;
    const id = readTopic(topic)?.id ?? null;
    return bits !== null && id !== null && isRecipient(bits, id) ? [{ ...plain, topic }] : [];
  });
};
