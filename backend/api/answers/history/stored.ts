import { createHash } from 'node:crypto';
import { upcast } from '../../../../events/codec.ts';
import { maskedFields } from '../../../../events/define.ts';
import { registry } from '../../../../events/registry.ts';
import type { Recorded } from '../../../../events/store/port.ts';
import { actorOf, maskedEvent, sealedIn } from './masked.ts';

const personalOf = (type: string): readonly string[] => {
  const definition = registry.get(type);
  return definition ? maskedFields(definition) : [];
};

/** Which fields of each type are masked by name; `type`: of that alone. */
export const masked = (type: string | null): Record<string, readonly string[]> =>
  Object.fromEntries(
    [...registry.keys()]
      .flatMap((one) => (type === null || one === type ? [[one, personalOf(one)] as const] : []))
      .filter(([, names]) => names.length > 0),
  );
/** A fingerprint of the list of masked fields. Two files of the same events, made with the same list, have the same bytes. */
export const masks = createHash('sha256')
  .update(JSON.stringify(masked(null)))
  .digest('hex')
  .slice(0, 8);

/** The fields of an event that hold something personal, sealed or as an older version stored it. */
export const sealedFields = (event: Pick<Recorded, 'type' | 'data'>): string[] => sealedIn(event, personalOf);

/**
 * An event as it is stored in the log, for operators and analysts: nothing is decrypted, and personal data that an older version stored in clear are
 * masked like sealed ones.
 */
export const storedEvent = (event: Recorded) => maskedEvent(event, personalOf);

/** A number that was read as another one, as it is written. */
class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const DOUBLE_DIGITS = 17;
/** Whether a number is another one once JavaScript has read it. What JavaScript wrote itself is not. */
function isChanged(text: string, read: number): boolean {
  if (/^-?\d+$/.test(text)) return BigInt(text) !== BigInt(read);
  const digits = text
    .replace(/[eE].*/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
  return !Number.isFinite(read) || digits.length > DOUBLE_DIGITS;
}
/** The numbers of the data that are open to everybody and that JavaScript cannot hold, as they are written, by JSON pointer (RFC 6901). */
export function writtenNumbers(event: Pick<Recorded, 'type' | 'data' | 'text'>): Record<string, string> {
  const found: Record<string, string> = {};
  if (event.text === undefined) return found;
  const reviver = (_: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value === 'number' && source !== undefined && isChanged(source, value) ? new Written(source) : value;
  const walk = (value: unknown, at: string): void => {
    if (value instanceof Written) found[at] = value.text;
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  const sealed = new Set(sealedFields(event));
  const data: unknown = JSON.parse(event.text, reviver as (name: string, value: unknown) => unknown);
  walk(Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => !sealed.has(name))), '');
  return found;
}

/** What an older version stored as it is read today, masked alike; null where it is read as it is stored. */
export function readToday(event: Recorded): { version: number; datos: Readonly<Record<string, unknown>> } | null {
  const definition = registry.get(event.type);
  const written = Number(event.metadata['schemaVersion']);
  if (!definition || !(written < definition.version)) return null;
  const data = upcast(event.type, [written, definition.version], event.data, actorOf(event).userId);
  return { version: definition.version, datos: storedEvent({ ...event, data, metadata: event.metadata }).datos };
}
