import type { Currency } from '../../../../backend/api/contract/choices.ts';
import type { FunnelStep, SchoolFigures } from '../../../../backend/api/contract/figures.ts';

/** The school's figures as numbers for sentences. */

type Step = { id: FunnelStep; valor: number };
type Cohort = SchoolFigures['cohortes'][number];

/** Whole per cent; 0 where there is nothing to divide by. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 100) / whole));

/** The steps of the funnel, each with its share of the step before; requests are not part of it, because they are made by other people. */
export const stepsOf = (funnel: readonly Step[]) => {
  const steps = funnel.filter(({ id }) => id !== 'contactos');
  return steps.map((step, index) => ({ ...step, ofBefore: index === 0 ? null : share(step.valor, steps[index - 1]?.valor ?? 0) }));
};
/** The step with the lowest share of the one before; null where nobody registered. */
export const narrowest = (funnel: readonly Step[]) => {
  const steps = stepsOf(funnel);
  let found: { from: Step; to: Step; lost: number } | null = null;
  for (const [index, to] of steps.entries()) {
    const from = steps[index - 1];
    if (!from || from.valor === 0) continue;
    const lost = share(from.valor - to.valor, from.valor);
    if (found === null || lost > found.lost) found = { from, to, lost };
  }
  return found;
};

/** The share of people whose second week is over and who came back in it; null where there are none. */
export const cameBack = (cohorts: readonly Cohort[]) => {
  const seen = cohorts.filter(({ activas, registros }) => activas.length > 2 && registros > 0);
  const people = seen.reduce((sum, { registros }) => sum + registros, 0);
  if (people === 0) return null;
  const back = seen.reduce((sum, { activas }) => sum + (activas[1] ?? 0), 0);
  return { people, back, share: share(back, people) };
};

/** Of people whose month of first payment is over: the share that paid again in another month; null where there are none. */
export const paidAgain = ({ meses, cohortes }: SchoolFigures['compradores']) => {
  const over = cohortes.filter(({ mes }) => mes !== meses.at(-1));
  const people = over.reduce((sum, { personas }) => sum + personas, 0);
  const back = over.reduce((sum, { volvieron }) => sum + volvieron, 0);
  return people === 0 ? null : { people, share: share(back, people) };
};
/** By currency, what came in each month of all cohorts together, to the cent. */
export const incomeOf = ({ meses, cohortes }: SchoolFigures['compradores']) => {
  const sums = new Map<Currency, number[]>();
  for (const { ingresos } of cohortes)
    for (const { moneda, meses: row } of ingresos) {
      const before = sums.get(moneda) ?? meses.map(() => 0);
      sums.set(
        moneda,
        before.map((sum, at) => Math.round((sum + (row[at] ?? 0)) * 100) / 100),
      );
    }
  return [...sums].map(([moneda, months]) => ({ moneda, meses: months }));
};

/** The hour of the week with most minutes, and the total minutes; null where nobody studied. */
export const busiest = (hours: SchoolFigures['horario']) => {
  let found: { day: number; hour: number; minutes: number } | null = null;
  let total = 0;
  for (const [day, row] of hours.entries())
    for (const [hour, minutes] of row.entries()) {
      total += minutes;
      if (minutes > 0 && (found === null || minutes > found.minutes)) found = { day, hour, minutes };
    }
  return found && { ...found, total };
};
