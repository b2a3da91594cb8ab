import { isSealed } from '../../../../events/privacy.ts';
import { registry } from '../../../../events/registry.ts';
import type { Recorded } from '../../../../events/store/port.ts';

const MASK = 'cifrado';

/** The fields of an event that hold something personal, sealed or as an older version stored it. */
export const sealedFields = ({ type, data }: Pick<Recorded, 'type' | 'data'>): string[] => {
  const personal = new Set<string>(registry.get(type)?.personal?.fields ?? []);
  return Object.keys(data).filter((name) => data[name] !== null && (personal.has(name) || isSealed(data[name])));
};

/**
 * An event as it is stored in the log, for operators and analysts: nothing is decrypted, and personal data that an older version stored in clear are
 * masked like sealed ones.
 */
export function storedEvent({ id, type, stream, version, position, data, metadata }: Recorded) {
  const sealed = new Set(sealedFields({ type, data }));
  const masked = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, sealed.has(name) ? MASK : value]));
  const { occurredAt, reason, ...meta } = metadata;
  return {
    ...{ id, tipo: type, flujo: stream, numero: version, posicion: position, fecha: String(occurredAt), datos: masked },
    metadatos: { ...meta, ...(reason !== undefined && { reason: MASK }) },
  };
}
