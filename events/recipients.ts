import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * To whom something was sent, as one text whatever their number: a bit for each number of an account, deflated, in base64. Everybody in a school of 100,000 is a
 * few dozen bytes, any half of them 17 kB.
 */

/** The most account numbers that are read from a text, because stored text may be damaged. */
const MOST_BYTES = 4 * 1024 * 1024;

export const writeRecipients = (ids: readonly number[]): string => {
  const bits = new Uint8Array(ids.length === 0 ? 0 : (ids.reduce((most, id) => (id > most ? id : most), 0) >> 3) + 1);
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] as number) | (1 << (id & 7));
  return deflateRawSync(bits).toString('base64');
};

/** A bit for each account. Throws where the text is not one of ours. */
export const readRecipients = (text: string): Uint8Array =>
  new Uint8Array(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES }));

export const isRecipient = (bits: Uint8Array, id: number): boolean => ((bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;

export const recipientIds = (bits: Uint8Array): number[] => {
  const ids: number[] = [];
  for (let byte = 0; byte < bits.length; byte++)
    for (let bit = 0; bit < 8; bit++) if (((bits[byte] as number) & (1 << bit)) !== 0) ids.push(byte * 8 + bit);
  return ids;
};
