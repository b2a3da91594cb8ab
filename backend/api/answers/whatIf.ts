import { schoolDay } from '../../../events/calendar.ts';
import type { EventLog } from '../../../events/log.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import { streamOf } from '../../../events/streams.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { passes } from '../../commands/learning/attempt.ts';
import type { Order, Purchases } from '../../commands/payments/order.ts';
import { purchases } from '../../commands/payments/purchases.ts';
import { type AttemptDoc, attempts } from '../../projections/attempts.ts';
import { type CaseDoc, cases } from '../../projections/moderation.ts';
import { orders } from '../../projections/orders.ts';
import type { Recorded } from '../../projections/projection.ts';
import { type Found, pagesOf, type ReadSession } from '../../projections/reading/reads.ts';
import type { WhatIfCase } from '../contract/whatIf.ts';
import { stateOf } from './cases.ts';

/**
 * Rules tried on the past. Each asks the code that applies the rule (a decider, or what the page shows) under the present and under the changed value, and
 * keeps where the two answers differ. Nothing is appended, and what is read is bounded in number and time.
 */

export const PAGE = 500;
/** The most learners, comments or purchases that one answer examines, and the most milliseconds it takes. */
export const MOST = 20_000;
export const MOST_MS = 8_000;

export type Change = Omit<WhatIfCase, 'nombre' | 'que'> & { courseId: number | null; title: string | null };
export interface Tried {
  examined: number;
  complete: boolean;
  changes: Change[];
}
/** What a try reads, and the rule as it stands and as it might be. `from` and `now`: ISO UTC. */
export interface Trial {
  reads: ReadSession;
  log: EventLog;
  from: string;
  now: Date;
  before: number;
  after: number;
}

/** Examines what is found until everything is seen, or the bound is reached. */
export async function examine<D extends object>(
  pages: AsyncIterable<readonly Found<D>[]>,
  look: (doc: D, changes: Change[]) => void | Promise<void>,
): Promise<Tried> {
  const until = performance.now() + MOST_MS;
  const changes: Change[] = [];
  let examined = 0;
  for await (const page of pages)
    for (const { doc } of page) {
      if (examined >= MOST || performance.now() > until) return { examined, complete: false, changes };
      await look(doc, changes);
      examined++;
    }
  return { examined, complete: true, changes };
}

/** Learners who would have passed or failed by their attempts of the period; an earlier attempt keeps its result. */
export function tryPassMark({ reads, from, before, after }: Trial, courseId: number, subtopicId: number): Promise<Tried> {
  const counts = ({ voided, grade }: AttemptDoc): boolean => !voided && grade !== null;
  return examine(pagesOf(reads, attempts, { where: { courseId, subtopicId }, limit: PAGE }), (doc, changes) => {
    const counted = doc.attempts.filter(counts);
    const passedBy = (mark: number): boolean =>
      counted.some(({ grade, closedAt }) => (grade === null ? false : (closedAt ?? '') >= from ? passes(grade, mark) : grade.passed));
    const last = counted.findLast(({ closedAt }) => (closedAt ?? '') >= from);
    const passed = passedBy(after);
    // Compared with today's pass mark, which may differ from the one by which they were graded.
    if (last === undefined || passed === passedBy(before)) return;
    changes.push({
      ...{ clase: passed ? 'aprobaria' : 'reprobaria', id_usuario: doc.userId, courseId, title: null },
      ...{ fecha: last.closedAt ?? last.startedAt, valor: doc.best ?? 0 },
    });
  });
}

type Moderated = Recorded<StreamEvent<'moderation'>>;
const folded = (doc: CaseDoc | null, event: Moderated): CaseDoc | null => {
  const handler = cases.on[event.type] as { evolve(doc: CaseDoc | null, event: Moderated, key: string): CaseDoc | null } | undefined;
  return handler ? handler.evolve(doc, event, String(event.data.commentId)) : doc;
};

/** Comments that the reports of the period made urgent under one threshold and not under the other, or sooner or later than under the other. */
export async function tryUrgency({ reads, log, from, before, after }: Trial): Promise<Tried> {
  const all: Tried = { examined: 0, complete: true, changes: [] };
  for (const waits of [true, false]) {
    const tried = await examine(
      pagesOf(reads, cases, { where: { waits, lastAt: { gte: from } }, sort: ['-lastAt'], limit: PAGE }),
      async ({ commentId, courseId, authorId }, changes) => {
        let doc: CaseDoc | null = null;
        let most = { at: from, open: 0 };
        const urgent: Record<'before' | 'after', typeof most | null> = { before: null, after: null };
        for await (const event of log.readStream(streamOf('moderation', commentId), 0, undefined, 'where lost')) {
          doc = folded(doc, event as Moderated);
          if (doc === null || event.type !== 'CommentReported' || event.meta.occurredAt < from) continue;
          const now = { at: event.meta.occurredAt, open: doc.open };
          if (now.open > most.open) most = now;
          if (stateOf(doc, { urgentAbove: before }) === 'URGENTE') urgent.before ??= now;
          if (stateOf(doc, { urgentAbove: after }) === 'URGENTE') urgent.after ??= now;
        }
        const add = (clase: WhatIfCase['clase'], { at, open }: typeof most) =>
          changes.push({ clase, id_usuario: authorId, courseId, title: null, fecha: at, valor: open });
        if (urgent.before && urgent.after) {
          // Urgent under both thresholds, but from different reports on.
          if (urgent.before !== urgent.after) add(after < before ? 'urgenteAntes' : 'urgenteDespues', urgent.after);
        } else if (urgent.after) add('urgente', most);
        else if (urgent.before) add('noUrgente', most);
      },
    );
    all.examined += tried.examined;
    all.complete &&= tried.complete;
    all.changes.push(...tried.changes);
  }
  return all;
}

/** Whether its buyer could get the money back at `now`, by the decider of purchases. */
function givesBack(state: Purchases, order: Order, refundDays: number, userId: number, now: string): boolean {
  try {
    const { orderId } = order;
    const events = purchases.decide({ type: 'refund', by: 'learner', userId, orderId, now }, state.with(orderId, { ...order, refundDays }));
    return events.length > 0;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const isOwnRefund = ({ type, data }: Recorded<StreamEvent<'purchases'>>): boolean =>
  type === 'RefundRequested' && 'by' in data && data.by === 'learner';
const DAY_MS = 86_400_000;
/** A payment may come up to this many days after its order was begun. */
const LATE_DAYS = 90;
const daysAfter = (at: string, paidAt: string | null): number => Math.floor((Date.parse(at) - Date.parse(paidAt ?? at)) / DAY_MS);

/** Purchases of the period: refunds that their buyers were given and would not have been, and what can be asked for today under one rule alone. */
export function tryRefundDays({ reads, log, from, now, before, after }: Trial): Promise<Tried> {
  const begun = new Date(Date.parse(from) - LATE_DAYS * DAY_MS).toISOString();
  return examine(
    pagesOf(reads, orders, { where: { wasPaid: true, startedAt: { gte: begun } }, sort: ['startedAt'], limit: PAGE }),
    async ({ userId, orderId, courseId, title, paidAt }, changes) => {
      if (paidAt === null || paidAt < from) return;
      let state = purchases.initial();
      const add = (clase: WhatIfCase['clase'], at: string) =>
        changes.push({ clase, id_usuario: userId, courseId, title, fecha: at, valor: daysAfter(at, paidAt) });
      for await (const event of log.readStream(streamOf('purchases', userId), 0, undefined, 'where lost')) {
        const bought = event as Recorded<StreamEvent<'purchases'>>;
        const asked = isOwnRefund(bought) && bought.data.orderId === orderId ? state.get(orderId) : undefined;
        const at = bought.meta.occurredAt;
        if (asked && givesBack(state, asked, before, userId, at) && !givesBack(state, asked, after, userId, at)) add('reembolsoNegado', at);
        state = purchases.evolve(state, event as never);
      }
      const order = state.get(orderId);
      if (!order) return;
      const at = now.toISOString();
      // Decided by the rule asked about, not by the refund period that the purchase was sold with.
      const then = givesBack(state, order, after, userId, at);
      if (then !== givesBack(state, order, before, userId, at)) add(then ? 'aunReembolsable' : 'yaNoReembolsable', at);
    },
  );
}

/** The instant this many days before `now`, and its day in the school's calendar. */
export const periodOf = (now: Date, days: number): { day: string; from: string } => {
  const from = new Date(now.getTime() - days * DAY_MS).toISOString();
  return { day: schoolDay(from), from };
};
