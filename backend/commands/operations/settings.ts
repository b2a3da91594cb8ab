import { isDeepStrictEqual } from 'node:util';
import type { OperationSettings } from '../../../events/operations.ts';
import type { EventOf } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';

type Changed = EventOf<'OperationSettingsChanged'>;

/** How read models are watched, one object; stream `operations-settings`. Fields that a command leaves out stay as they are. */
export const operationSettings: Decider<OperationSettings, { type: 'change'; settings: Partial<OperationSettings> }, Changed> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => ({ differencePercent: 20, keepDays: 7, lagSeconds: 60, lagMinutes: 5 }),
  decide({ settings }, state) {
    const data = { ...state, ...settings };
    return isDeepStrictEqual(data, state) ? [] : [{ type: 'OperationSettingsChanged', data }];
  },
  // Its category has events of other streams, which are not its own.
  evolve: (state, event) => (event.type === 'OperationSettingsChanged' ? event.data : state),
};
/** The one id of its stream. */
export const SETTINGS = 'settings';
