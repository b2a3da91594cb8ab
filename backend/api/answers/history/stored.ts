import { isSealed } from '../../../../events/privacy.ts';
import { registry } from '../../../../events/registry.ts';
import type { Recorded } from '../../../../events/store/port.ts';

const MASK = 'cifrado';

/**
 * An event as it is stored in the log, for operators and analysts: nothing is decrypted, and personal data that an older version stored in clear are
 * masked like sealed ones.
 */
export function storedEvent({ id, type, stream, version, position, data, metadata }: Recorded) {
  const personal = new Set<string>(registry.get(type)?.personal?.fields ?? []);
  const masked = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value !== null && (personal.has(name) || isSealed(value)) ? MASK : value]),
  );
  const { occurredAt, reason, ...meta } = metadata;
  return {
    ...{ id, tipo: type, flujo: stream, numero: version, posicion: position, fecha: String(occurredAt), datos: masked },
    metadatos: { ...meta, ...(reason !== undefined && { reason: MASK }) },
  };
}
