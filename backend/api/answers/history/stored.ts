import { upcast } from '../../../../events/codec.ts';
import { maskedFields } from '../../../../events/define.ts';
import { registry } from '../../../../events/registry.ts';
import type { Recorded } from '../../../../events/store/port.ts';
import { actorOf, maskedEvent, sealedIn } from './masked.ts';

const personalOf = (type: string): readonly string[] => {
  const definition = registry.get(type);
  return definition ? maskedFields(definition) : [];
};

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
