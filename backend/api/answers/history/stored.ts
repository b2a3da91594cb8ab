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
/** Another word wherever something else is masked: by it one knows whether two files of the same events have the same bytes. */
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

/** What an older version stored as it is read today, masked alike; null where it is read as it is stored. */
export function readToday(event: Recorded): { version: number; datos: Readonly<Record<string, unknown>> } | null {
  const definition = registry.get(event.type);
  const written = Number(event.metadata['schemaVersion']);
  if (!definition || !(written < definition.version)) return null;
  const data = upcast(event.type, [written, definition.version], event.data, actorOf(event).userId);
  return { version: definition.version, datos: storedEvent({ ...event, data }).datos };
}
