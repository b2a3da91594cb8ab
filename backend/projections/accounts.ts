import { schoolDay } from '../../events/calendar.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
import type { Handler, Projection } from './projection.ts';

type Figures = Record<'users' | 'students', number>;

/** Counts the active accounts of one block of user numbers, and by how much each day changed the count. */
export interface AccountsDoc {
  kind: 'block';
  figures: Figures;
  /** By day of the school's calendar: the change of the count. */
  days: Record<string, Figures>;
  /** Numbers of deactivated accounts, and of those with another role than student. Of an erased account only the counts stay. */
  inactive: readonly number[];
  others: readonly number[];
  at: string;
}

type Event = StreamEvent<'user'>;

/** Accounts per document. An event's effect on the count depends on the account's state before it, so both are kept in one document. */
export const BLOCK = 500;

const nobody: Figures = { users: 0, students: 0 };
const plus = (a: Figures, b: Figures, sign: 1 | -1): Figures => ({
  users: a.users + sign * b.users,
  students: a.students + sign * b.students,
});

interface Account {
  active: boolean;
  student: boolean;
}
const counts = (account: Account | null): Figures => ({
  users: account?.active ? 1 : 0,
  students: account?.active && account.student ? 1 : 0,
});
const listed = (numbers: readonly number[], number: number, is: boolean): readonly number[] =>
  numbers.includes(number) === is ? numbers : is ? [...numbers, number] : numbers.filter((one) => one !== number);

/** `next`: the account after the event; null once it is erased. */
const account = <T extends Event['type']>(
  next: (event: EventOf<T>, before: Account) => Account | null,
): Handler<AccountsDoc, EventOf<T>> => ({
  key: ({ data }) => String(Math.floor(data.userId / BLOCK)),
  evolve(doc, event, _key) {
    const { userId } = event.data;
    const block = doc ?? { kind: 'block', figures: nobody, days: {}, inactive: [], others: [], at: '' };
    const before = { active: !block.inactive.includes(userId), student: !block.others.includes(userId) };
    const after = next(event as unknown as EventOf<T>, before);
    const was = event.type === 'UserRegistered' ? nobody : counts(before);
    const added = plus(counts(after), was, -1);
    const day = schoolDay(event.meta.occurredAt);
    return {
      kind: 'block',
      figures: plus(block.figures, added, 1),
      days: withEntry(block.days, day, plus(block.days[day] ?? nobody, added, 1)),
      inactive: listed(block.inactive, userId, after !== null && !after.active),
      others: listed(block.others, userId, after !== null && !after.student),
      at: event.meta.occurredAt,
    };
  },
});

/** The number of active accounts, in figures. */
export const accounts: Projection<AccountsDoc, Event> = {
  name: 'accounts',
  version: 1,
  indexes: [['kind']],
  on: {
    UserRegistered: account<'UserRegistered'>(({ data }) => ({ active: true, student: data.role === 'student' })),
    RoleChanged: account<'RoleChanged'>(({ data }, before) => ({ ...before, student: data.to === 'student' })),
    UserDeactivated: account<'UserDeactivated'>((_, before) => ({ ...before, active: false })),
    UserActivated: account<'UserActivated'>((_, before) => ({ ...before, active: true })),
    UserErased: account<'UserErased'>(() => null),
  },
  topics: (id) => [{ topic: 'resumen', id: `cuentas-${id}` }],
};
