import { expect, test } from 'vitest';
import { busiest, cameBack, incomeOf, narrowest, paidAgain, stepsOf } from './figures.ts';

const funnel = (registros: number, inscripciones: number, comienzos: number, finales: number) =>
  Object.entries({ contactos: 90, registros, inscripciones, comienzos, finales }).map(([id, valor]) => ({ id: id as 'registros', valor }));
const cohort = (registros: number, activas: number[]) => ({
  ...{ semana: '2026-03-02', registros, inscripciones: 0, pagos: 0, comienzos: 0, finales: 0, activas },
});

// rows: J05
test('the finding of the steps is where most are lost; requests are no step of those who registered', () => {
  expect(stepsOf(funnel(40, 30, 10, 5)).map(({ ofBefore }) => ofBefore)).toEqual([null, 75, 33, 50]);
  expect(narrowest(funnel(40, 30, 10, 5))).toMatchObject({ from: { id: 'inscripciones' }, to: { id: 'comienzos' }, lost: 67 });
  expect(narrowest(funnel(0, 0, 0, 0))).toBeNull();
  expect(narrowest(funnel(4, 0, 0, 0))).toMatchObject({ to: { id: 'inscripciones' }, lost: 100 });
});

// rows: J06
test('who came back is counted of weeks that are over; the busiest hour is named with all there is', () => {
  expect(cameBack([cohort(10, [8, 4, 2]), cohort(10, [6, 1, 0]), cohort(50, [40, 30]), cohort(0, [0, 0, 0])])).toEqual({
    ...{ people: 20, back: 5, share: 25 },
  });
  expect(cameBack([cohort(50, [40, 30])])).toBeNull();
  const hours = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  expect(busiest(hours)).toBeNull();
  (hours[1] ?? [])[19] = 50;
  (hours[6] ?? [])[0] = 20;
  expect(busiest(hours)).toEqual({ day: 1, hour: 19, minutes: 50, total: 70 });
});

// rows: J05
test('who paid again is counted of months that are over; what came of each month adds up to the cent', () => {
  const cohort = (mes: string | null, personas: number, volvieron: number, meses: number[]) => ({
    ...{ mes, personas, volvieron, pagaron: [0, 0], ingresos: [{ moneda: 'MXN' as const, meses }] },
  });
  const meses = ['2026-02', '2026-03'];
  const cohortes = [cohort(null, 2, 2, [0.1, 10]), cohort('2026-02', 2, 0, [0.2, -5]), cohort('2026-03', 9, 0, [0, 1.15])];
  expect(paidAgain({ meses, cohortes })).toEqual({ people: 4, share: 50 });
  expect(paidAgain({ meses, cohortes: cohortes.slice(2) })).toBeNull();
  expect(incomeOf({ meses, cohortes })).toEqual([{ moneda: 'MXN', meses: [0.3, 6.15] }]);
});
