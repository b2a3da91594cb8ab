import { addDays, dayStart, schoolDay, weekdayOf } from '../../../events/calendar.ts';
import { type VisitSource, visitSources } from '../../../events/visits.ts';
import type { JourneyFigures, JourneyStep } from '../../projections/journeyFigures.ts';
import { type JourneyDoc, journeys } from '../../projections/journeys.ts';
import { leads } from '../../projections/leads.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { studyHours } from '../../projections/studyHours.ts';
import { users } from '../../projections/users.ts';
import { visits } from '../../projections/visits.ts';
import { shownName } from '../answers/people.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { FIGURE_DAYS } from '../contract/choices.ts';
import { type buyerSteps, figures as contract, type SchoolFigures, type VisitOrigin } from '../contract/figures.ts';

const PAGE = 500;

async function minutesByHour(from: string, to: string, { reads }: Call): Promise<number[][]> {
  const seconds = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for await (const page of pagesOf(reads, studyHours, {
    where: { day: { gte: from, lte: to } },
    sort: ['day'],
    limit: PAGE,
  })) {
    for (const { doc } of page) {
      const row = seconds[weekdayOf(doc.day) - 1];
      doc.hours.forEach((more, hour) => {
        if (row) row[hour] = (row[hour] ?? 0) + more;
      });
    }
  }
  return seconds.map((row) => row.map((one) => Math.round(one / 60)));
}

const origins: Readonly<Record<VisitSource, VisitOrigin>> = {
  ...{ direct: 'directas', search: 'buscadores', social: 'redes', campaign: 'campanas', other: 'otros' },
};
async function visitsOf(from: string, to: string, { reads }: Call): Promise<SchoolFigures['visitas']> {
  const sum = new Map<VisitSource, number>();
  for await (const page of pagesOf(reads, visits, { where: { day: { gte: from, lte: to } }, sort: ['day'], limit: PAGE }))
    for (const { doc } of page) for (const source of visitSources) sum.set(source, (sum.get(source) ?? 0) + doc[source]);
  const [first] = (await reads.find(visits, { sort: ['day'], limit: 1 })).docs;
  return {
    desde: first?.doc.day ?? null,
    origenes: visitSources.map((source) => ({ id: origins[source], valor: sum.get(source) ?? 0 })),
  };
}

const stepNames: Readonly<Record<(typeof buyerSteps)[number], JourneyStep>> = {
  ...{ registros: 'registered', pagos: 'paid', inscripciones: 'enrolled', comienzos: 'began', finales: 'completed' },
};
/** Who may read names beside figures. */
const NAMED: ReadonlySet<string> = new Set(['administrator', 'auditor']);

/** The period that was asked for, in days of the school's calendar; by default the last `FIGURE_DAYS`. */
function daysOf({ desde, hasta }: { desde?: string | undefined; hasta?: string | undefined }, { now }: Call) {
  const today = schoolDay(now.toISOString());
  const last = hasta ?? today;
  return { today, hasta: last, desde: desde ?? addDays(last, 1 - FIGURE_DAYS) };
}

/** The school in figures; only administrators and auditors see whose they are. */
export function figureRoutes(implement: Implement, people: JourneyFigures): void {
  implement(contract.schoolFigures, {
    async handle({ query }, call): Promise<SchoolFigures> {
      const { today, desde, hasta } = daysOf(query, call);
      const captured = { capturedAt: { gte: dayStart(desde), lt: dayStart(addDays(hasta, 1)) } };
      // Read first, so that X-Position is one that the in-memory figures have reached.
      await call.reads.get(journeys, '0');
      const steps = await people.steps(desde, hasta);
      const cohorts = await people.cohorts(today);
      const buyers = await people.buyers(today);
      return {
        desde,
        hasta,
        embudo: [
          { id: 'contactos', valor: await call.reads.count(leads, captured) },
          { id: 'registros', valor: steps.registered },
          { id: 'inscripciones', valor: steps.enrolled },
          { id: 'comienzos', valor: steps.began },
          { id: 'finales', valor: steps.completed },
        ],
        embudo_compra: [
          { id: 'registros', valor: steps.registered },
          { id: 'pagos', valor: steps.paid },
          { id: 'inscripciones', valor: steps.ofPaid.enrolled },
          { id: 'comienzos', valor: steps.ofPaid.began },
          { id: 'finales', valor: steps.ofPaid.completed },
        ],
        visitas: await visitsOf(desde, hasta, call),
        convertidos: await call.reads.count(leads, { ...captured, status: 'converted' }),
        cohortes: cohorts.map(({ week, registered, enrolled, paid, began, completed, active }) => ({
          ...{ semana: week, registros: registered, inscripciones: enrolled, pagos: paid, comienzos: began, finales: completed },
          activas: active,
        })),
        compradores: {
          meses: buyers.months,
          cohortes: buyers.cohorts.map(({ month, people: personas, cameBack, active, revenue }) => ({
            ...{ mes: month, personas, volvieron: cameBack, pagaron: active },
            ingresos: [...revenue].sort().map(([moneda, months]) => ({ moneda, meses: months.map((amount) => amount / 100) })),
          })),
        },
        horario: await minutesByHour(desde, hasta, call),
      };
    },
  });
  implement(contract.stepPeople, {
    async handle({ query: { paso, compra, limit, cursor, ...asked } }, call) {
      const { desde, hasta } = daysOf(asked, call);
      await call.reads.get(journeys, '0');
      const step = stepNames[paso];
      const all = await people.reached(desde, hasta, step, compra === '1');
      const from = Number(cursor ?? 0);
      const page = all.slice(from, from + limit);
      const named = NAMED.has(signedIn(call).role);
      const found = named
        ? await call.reads.getMany(
            users,
            page.map(({ userId }) => String(userId)),
          )
        : null;
      const nameOf = ({ userId }: JourneyDoc) => {
        const person = found?.get(String(userId));
        return person ? shownName(person, 'staff') || null : null;
      };
      return {
        personas: page.map((doc) => ({
          ...{ id_usuario: doc.userId, nombre: nameOf(doc), registro: doc.registered, fecha: doc[step] ?? doc.registered },
        })),
        total: all.length,
        siguiente: from + limit < all.length ? String(from + limit) : null,
      };
    },
  });
}
