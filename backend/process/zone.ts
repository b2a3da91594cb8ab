import { countDaysIn, FIRST_ZONE, SchoolZoneChosen } from '../../events/calendar.ts';
import { uuid5 } from '../../events/ids.ts';
import type { EventLog } from '../../events/log.ts';
import { VersionConflict } from '../../events/store/port.ts';
import { BadConfig } from './config.ts';

const STREAM = 'site-calendar';

async function onRecord({ readStream }: EventLog): Promise<string | null> {
  for await (const { data } of readStream(STREAM)) return (data as { zone: string }).zone;
  return null;
}

/**
 * Sets the time zone in which this process counts days: the one given when its log was empty. Called before anything else is written.
 * Throws BadConfig where a later start gives another one.
 */
export async function settleZone(log: EventLog, wanted: string | null, now: Date): Promise<void> {
  let zone = await onRecord(log);
  if (zone === null && wanted !== null && wanted !== FIRST_ZONE && (await log.store.head()) === null) {
    const id = uuid5('zone', wanted);
    const actor = { userId: null, role: 'system' } as const;
    const meta = { commandId: id, correlationId: id, causationId: id, actor, occurredAt: now.toISOString() };
    await log.append(STREAM, 'none', [{ type: SchoolZoneChosen.type, data: { zone: wanted } }], meta).catch((error: unknown) => {
      // Another process was first.
      if (!(error instanceof VersionConflict)) throw error;
    });
    zone = await onRecord(log);
  }
  zone ??= FIRST_ZONE;
  if (wanted !== null && wanted !== zone) throw new BadConfig(`SCHOOL_ZONE: this school counts its days in ${zone}, which stays so`);
  countDaysIn(zone);
}
