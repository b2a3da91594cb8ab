import { maskedFields } from '../../../../events/define.ts';
import { registry } from '../../../../events/registry.ts';
import type { Recorded } from '../../../../events/store/port.ts';
import { maskedEvent, sealedIn } from './masked.ts';

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
