import { schoolDay, schoolHour, weekdayOf } from '../../../events/calendar.ts';
import type { DataOf } from '../../../events/registry.ts';
import { user } from '../identity/user.ts';
import { type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { exportPlans, type MadeExport, PLANS, type Planned } from '../operations/exportPlans.ts';

export const MAKE_EXPORT = 'makeExport';
const HOUR_MS = 3_600_000;
/** Whoever may download events. */
const MAY_EXPORT: ReadonlySet<string> = new Set(['administrator', 'analyst', 'auditor']);

/**
 * The first moment after this at which it is due, on the school's clock: once a day, where clocks are set forward over its hour with the hour after, where they
 * are set back with the first of the two. `weekday`: 0 is Monday. `made`: when it was due last.
 */
export function nextExport(after: Date, { hour, weekday }: Pick<Planned, 'hour' | 'weekday'>, made: string | null = null): string {
  const lastDay = made === null ? null : schoolDay(made);
  for (let at = Math.floor(after.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS; ; at += HOUR_MS) {
    const [iso, before] = [at, at - HOUR_MS].map((one) => new Date(one).toISOString()) as [string, string];
    const day = schoolDay(iso);
    const [now, earlier] = [schoolHour(iso), schoolDay(before) === day ? schoolHour(before) : -1];
    const comes = now === hour || (earlier < hour && hour < now);
    if (comes && day !== lastDay && (weekday === null || weekday === weekdayOf(day) - 1)) return iso;
  }
}

const schedule = (
  timer: Pick<Timer, 'schedule'>,
  plan: Pick<Planned, 'planId' | 'hour' | 'weekday'>,
  after: Date,
  made: string | null = null,
): Promise<void> =>
  timer.schedule({ thing: `export ${plan.planId}`, due: nextExport(after, plan, made), kind: MAKE_EXPORT, data: { planId: plan.planId } });

/** When a planned export is made for the first time. */
export const exportReactor = (timer: Pick<Timer, 'schedule'>): Reactor => ({
  name: 'exports',
  on: {
    ExportPlanned: async (event) => {
      const { data } = event as { data: DataOf<'ExportPlanned'> };
      await schedule(timer, data, new Date(event.meta.occurredAt));
    },
  },
});

/**
 * Makes an export that is due, tells whoever planned it, and plans the next one. What it holds is kept as the part of the log that it covers, with the hash
 * of its bytes: the file is made again of the log when it is downloaded. One that was due while the school stood still is made once, late.
 */
export function makeExportAction(
  commands: Commands,
  notifications: Pick<Notifications, 'notify'>,
  timer: () => Pick<Timer, 'schedule'>,
  make: (plan: Planned, after: string | null) => Promise<Pick<MadeExport, 'until' | 'rows' | 'bytes' | 'sha256'>>,
): DeadlineAction {
  const planOf = async (planId: string) => (await commands.load(exportPlans, PLANS)).state.get(planId);
  return async ({ data, due }, context) => {
    const planId = String(data['planId']);
    const plan = await planOf(planId);
    if (!plan || plan.by === null) return;
    const { state: person } = await commands.load(user, plan.by);
    if (person.status !== 'active' || !MAY_EXPORT.has(person.role)) {
      await commands.handle(exportPlans, PLANS, { type: 'end', planId, by: null, cause: 'account' }, derived(context, 'end'));
      return;
    }
    if (!plan.made.some((one) => one.due >= due)) {
      const after = plan.fresh ? (plan.made[0]?.until ?? null) : null;
      const made = { due, after, ...(await make(plan, after)) };
      await commands.handle(exportPlans, PLANS, { type: 'made', planId, made }, derived(context, 'made'));
    }
    await notifications.notify(plan.by, { kind: 'exportReady', name: plan.name, link: '/analytics/events?programadas=1' }, context);
    await schedule(timer(), plan, context.now, due);
  };
}
