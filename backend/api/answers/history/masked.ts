import { type Actor, actorRoles } from '../../../../events/define.ts';
import { isSealed } from '../../../../events/privacy.ts';
import type { JsonObject, Recorded } from '../../../../events/store/port.ts';

/** Imports no schemas: a separate process masks events too, and starts several times as fast without them. */

const MASK = 'cifrado';

/** Which fields of a type are masked, as the registry declares them. */
export type PersonalFieldsOf = (type: string) => readonly string[];

/** The fields of an event that hold something personal, sealed or as an older version stored it. */
export function sealedIn({ type, data }: Pick<Recorded, 'type' | 'data'>, personalOf: PersonalFieldsOf): string[] {
  const personal = new Set(personalOf(type));
  return Object.keys(data).filter((name) => data[name] !== null && (personal.has(name) || isSealed(data[name])));
}

/**
 * A picture of a person is open to whoever has its address, and the stream of its file is named after that: of the name only the beginning is told, so
 * that nobody sees the face behind a number.
 */
const PICTURE = /(img_perfiluser[_/][0-9a-f]{12})[0-9a-f]{52}/g;
export const shownStream = (stream: string): string => stream.replace(PICTURE, '$1');
/** Whether a stream's name is one of those; the whole name is found by looking through its category. */
export const isShortened = (stream: string): boolean => /^file-img_perfiluser_[0-9a-f]{12}$/.test(stream);
/** The stream whose events name the documents of files by their keys. */
const CHECKS = 'operations-documents';

/** The same shape as `storedEvent` returns. */
export function maskedEvent({ id, type, stream, version, position, data, metadata }: Recorded, personalOf: PersonalFieldsOf) {
  const sealed = new Set(sealedIn({ type, data }, personalOf));
  const flujo = shownStream(stream);
  const said: JsonObject = stream === CHECKS ? JSON.parse(JSON.stringify(data).replace(PICTURE, '$1')) : data;
  const hidden = (name: string) => sealed.has(name) || (name === 'hash' && flujo !== stream);
  const masked = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, hidden(name) ? MASK : value]));
  const { occurredAt, reason, ...meta } = metadata;
  return {
    ...{ id, tipo: type, flujo, numero: version, posicion: position, fecha: String(occurredAt), datos: masked },
    metadatos: { ...meta, ...(reason !== undefined && { reason: MASK }) },
  };
}

/** Who did it; a role that only a later release knows counts as a visitor. */
export const actorOf = ({ metadata }: Pick<Recorded, 'metadata'>): Actor => {
  const { userId = null, role } = (metadata['actor'] ?? {}) as Partial<Actor>;
  return { userId, role: actorRoles.find((known) => known === role) ?? 'visitor' };
};
