import type { OperationSettings } from '../../../events/operations.ts';
import type { EventOf } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';

type AlarmEvent = EventOf<'LagAlarmRaised' | 'LagAlarmCleared'>;
type AlarmCommand = { type: 'raise'; projection: string; seconds: number; events: number | null } | { type: 'clear'; projection: string };
/** Since when each projection is late, ISO. */
type Alarms = Readonly<Record<string, { since: string }>>;

/** Which projections are late; stream `operations-alarms`. */
export const lagAlarms: Decider<Alarms, AlarmCommand, AlarmEvent> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => ({}),
  decide(command, state) {
    const { projection } = command;
    const raised = Object.hasOwn(state, projection);
    if (raised === (command.type === 'raise')) return [];
    if (command.type === 'clear') return [{ type: 'LagAlarmCleared', data: { projection } }];
    return [{ type: 'LagAlarmRaised', data: { projection, seconds: command.seconds, events: command.events } }];
  },
  evolve(state, event) {
    const { projection } = event.data;
    if (event.type === 'LagAlarmRaised') return { ...state, [projection]: { since: event.meta.occurredAt } };
    const { [projection]: _, ...rest } = state;
    return rest;
  },
};
/** The one id of its stream. */
export const ALARMS = 'alarms';

/** What is known of a projection; `seconds`: how long it lags; null: unknown. */
export interface Lagging {
  name: string;
  seconds: number | null;
  events: number | null;
  /** A person stopped it: it is meant to lag. */
  meant: boolean;
}

/** Notices which projections have lagged by too much for too long. Each look is given all of them. */
export function createLagWatch(): (rows: readonly Lagging[], settings: OperationSettings, raised: Alarms, now: number) => AlarmCommand[] {
  /** Since when each lags by too much. */
  const over = new Map<string, number>();
  return (rows, { lagSeconds, lagMinutes }, raised, now) => [
    // A release may have no such projection any more.
    ...Object.keys(rows.length === 0 ? {} : raised).flatMap((name): AlarmCommand[] =>
      rows.some((row) => row.name === name) ? [] : [{ type: 'clear', projection: name }],
    ),
    ...rows.flatMap(({ name, seconds, events, meant }): AlarmCommand[] => {
      const late = !meant && seconds !== null && seconds >= lagSeconds;
      if (!late) over.delete(name);
      // A clock that was put back begins anew.
      else if (!over.has(name) || (over.get(name) ?? now) > now) over.set(name, now);
      const isRaised = Object.hasOwn(raised, name);
      // Where nothing is known of it now, an alarm stays.
      if (!late) return isRaised && (meant || seconds !== null) ? [{ type: 'clear', projection: name }] : [];
      if (isRaised || now - (over.get(name) ?? now) < lagMinutes * 60_000) return [];
      return [{ type: 'raise', projection: name, seconds, events }];
    }),
  ];
}
