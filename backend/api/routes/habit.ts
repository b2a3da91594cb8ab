import { addDays, schoolDay, weekStart } from '../../../events/calendar.ts';
import { forgivingStreak } from '../../../events/habit.ts';
import { goal } from '../../commands/learning/goal.ts';
import { badges, habits } from '../../projections/habits.ts';
import { studyTime } from '../../projections/studyTime.ts';
import type { Implement } from '../calls/implement.ts';
import { badgeIds, habits as contract } from '../contract/habit.ts';
import type { Deps } from '../deps.ts';

/** How regularly somebody studies, and what they set themselves. */
export function habitRoutes(implement: Implement, { commands }: Deps): void {
  implement(contract.habit, {
    async handle({ params: { userId } }, call) {
      const [doc, study] = await Promise.all([call.reads.get(habits, String(userId)), call.reads.get(studyTime, String(userId))]);
      const today = schoolDay(call.now.toISOString());
      const on = (day: string) => (study?.days[day] ?? 0) > 0;
      const { days, forgiven } = forgivingStreak(on, today);
      const monday = weekStart(today);
      const semana = Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((fecha) => ({ fecha, estudio: on(fecha) }));
      return {
        racha: { dias: days, perdonados: forgiven, hoy: on(today) },
        semana,
        meta: { dias: doc?.goal ?? null, llevas: semana.filter(({ estudio }) => estudio).length },
        insignias: badgeIds.map((id) => ({
          ...{ id, fecha: doc?.earned[id] ?? null, de: badges[id].needs },
          llevas: Math.min(badges[id].needs, doc?.[badges[id].of] ?? 0),
        })),
      };
    },
  });
  implement(contract.setGoal, {
    async handle({ params: { userId }, body }, call) {
      call.wrote((await commands.handle(goal, String(userId), { userId, days: body.dias }, call.context())).position);
      return { message: body.dias === 0 ? 'Meta quitada' : 'Meta guardada' };
    },
  });
}
