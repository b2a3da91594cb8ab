import type { JsonObject } from './store/port.ts';

/** Takes stored data of one schema version to the next. Pure; personal fields are still sealed and pass through untouched. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** Key: `<EventType>@<version it takes from>`. A step once shipped is never changed. */
export const upcasters: ReadonlyMap<string, Upcaster> = new Map();
