import type { ExportPlanEvent } from '../../../events/operations.ts';
import type { DataOf } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

/** `by`: the account whose plan it is. */
export type Planned = Omit<DataOf<'ExportPlanned'>, 'name'> & { name: string };
export type MadeExport = Omit<DataOf<'PlannedExportMade'>, 'planId'>;
export interface ExportPlanState extends Planned {
  /** The last exports, the newest first. */
  made: readonly MadeExport[];
}
export type ExportPlanCommand =
  | { type: 'plan'; plan: Planned }
  /** `by`: whose plan it must be; null: anybody's. */
  | { type: 'end'; planId: string; by: number | null; cause: DataOf<'ExportPlanEnded'>['cause'] }
  | { type: 'made'; planId: string; made: MadeExport };

/** The most plans of the whole school, and of one person. */
export const MOST_PLANS = 20;
export const MOST_OF_ONE = 5;
/** How many exports are kept of each plan. */
const KEPT = 31;
/** The one id of their stream. */
export const PLANS = 'plans';

/** Exports that the school makes by itself; stream `operations-plans`. Errors: TOO_MANY_ITEMS, EXPORT_PLAN_NOT_FOUND. */
export const exportPlans: Decider<GrowingMap<string, ExportPlanState>, ExportPlanCommand, ExportPlanEvent> = {
  category: 'operations',
  wordless: 'where lost',
  passesOver: true,
  initial: () => new GrowingMap(),
  decide(command, state) {
    if (command.type === 'plan') {
      const { plan } = command;
      if (state.has(plan.planId)) return [];
      const own = [...state].filter(([, { by }]) => by === plan.by).length;
      if (state.size >= MOST_PLANS || own >= MOST_OF_ONE) return refuse('TOO_MANY_ITEMS');
      return [{ type: 'ExportPlanned', data: plan }];
    }
    const { planId } = command;
    const plan = state.get(planId);
    if (command.type === 'end') {
      if (!plan || (command.by !== null && plan.by !== command.by)) return refuse('EXPORT_PLAN_NOT_FOUND');
      return [{ type: 'ExportPlanEnded', data: { planId, cause: command.cause } }];
    }
    // The plan was ended meanwhile, or this export is made already.
    if (!plan || plan.made.some(({ due }) => due >= command.made.due)) return [];
    return [{ type: 'PlannedExportMade', data: { planId, ...command.made } }];
  },
  evolve(state, event) {
    if (event.type === 'ExportPlanned') {
      const { name, ...plan } = event.data;
      // The person who planned it was erased.
      return name === null ? state.without(plan.planId) : state.with(plan.planId, { ...plan, name, made: [] });
    }
    if (event.type === 'ExportPlanEnded') return state.without(event.data.planId);
    const { planId, ...made } = event.data;
    const plan = state.get(planId);
    return plan ? state.with(planId, { ...plan, made: [made, ...plan.made].slice(0, KEPT) }) : state;
  },
};
