import { type Actor, actorRoles } from '../../../../events/define.ts';
import { isSealed } from '../../../../events/privacy.ts';
import type { Recorded } from '../../../../events/store/port.ts';

/** Knows no schemas: a process of its own masks events too, and begins several times as fast without them. */

const MASK = 'cifrado';

/** Which fields of a type are personal, as the registry declares them. */
export type PersonalFieldsOf = (type: string) => readonly string[];

/** The fields of an event that hold something personal, sealed or as an older version stored it. */
export function sealedIn({ type, data }: Pick<Recorded, 'type' | 'data'>, personalOf: PersonalFieldsOf): string[] {
  const personal = new Set(personalOf(type));
  return Object.keys(data).filter((name) => data[name] !== null && (personal.has(name) || isSealed(data[name])));
}

/** As `storedEvent`. */
export function maskedEvent({ id, type, stream, version, position, data, metadata }: Recorded, personalOf: PersonalFieldsOf) {
  const sealed = new Set(sealedIn({ type, data }, personalOf));
  const masked = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, sealed.has(name) ? MASK : value]));
  const { occurredAt, reason, ...meta } = metadata;
  return {
    ...{ id, tipo: type, flujo: stream, numero: version, posicion: position, fecha: String(occurredAt), datos: masked },
    metadatos: { ...meta, ...(reason !== undefined && { reason: MASK }) },
  };
}

/** Who did it; a role of a later release counts as a visitor's. */
export const actorOf = ({ metadata }: Pick<Recorded, 'metadata'>): Actor => {
  const { userId = null, role } = (metadata['actor'] ?? {}) as Partial<Actor>;
  return { userId, role: actorRoles.find((known) => known === role) ?? 'visitor' };
};
