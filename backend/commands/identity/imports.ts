import type { BatchItem } from '../../../events/batches.ts';
import type { Role } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import type { Plan } from '../../../events/types.ts';
import { course } from '../catalogue/course.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { batch, type Planned, within } from '../learning/batch.ts';
import type { Batches } from '../learning/batches.ts';
import { closedByUndoing } from '../learning/batchUndoing.ts';
import type { Learning } from '../learning/learning.ts';
import type { Accounts } from './accounts.ts';
import { usernameFrom } from './googleAccounts.ts';
import type { Reservations } from './reservations.ts';
import { sameName, type UserState, user } from './user.ts';

/** One row of a file: a person, and the courses to give them. */
export interface ImportRow {
  /** The row's number in the file. */
  line: number;
  email: string;
  /** null: derived from the address. */
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  plan: Plan;
  courses: readonly number[];
}
export interface ImportProblem {
  field: 'email' | 'username' | 'courses';
  code: string;
  /** Which of the row's courses it is about. */
  courseId?: number;
}
export interface ImportResult {
  line: number;
  result: 'new' | 'known' | 'refused';
  /** How many courses the row adds. */
  courses: number;
  problems: readonly ImportProblem[];
}

/** How many rows are worked on at once. */
const AT_ONCE = 4;
/** How many people of one name are numbered before they are marked. */
const MOST_NUMBERED = 20;

/** Imports people and their courses from a file, in parts: each part is first checked, then imported under one batch that can be undone. */
export function createImports(
  commands: Commands,
  accounts: Accounts,
  learning: Learning,
  reservations: Reservations,
  batches: Batches,
  findByEmail: (address: string) => Promise<UserState | null>,
) {
  const problemsOf = async (
    row: ImportRow,
    known: UserState | null,
    /** The account was closed by undoing an import, and is given back. */
    closed: boolean,
    isTaken: (username: string) => Promise<boolean>,
  ): Promise<ImportProblem[]> => {
    const problems: ImportProblem[] = [];
    if (known && known.status !== 'active' && !closed) problems.push({ field: 'email', code: 'ACCOUNT_INACTIVE' });
    const named = closed ? !sameName('username', row.username, known?.username) : !known;
    if (named && row.username !== null && (await isTaken(row.username))) problems.push({ field: 'username', code: 'USERNAME_TAKEN' });
    for (const courseId of row.courses) {
      const { status } = (await commands.load(course, courseId, { within: 1_000 })).state;
      if (status !== 'none' && status !== 'archived') continue;
      problems.push({ field: 'courses', code: status === 'none' ? 'COURSE_NOT_FOUND' : 'COURSE_ARCHIVED', courseId });
    }
    return problems;
  };
  /**
   * The first of `ana`, `ana2`, `ana3`… that is free, or else `ana` with a mark of the address. `claimed`: the names that rows of the same part, which are
   * worked on at once, have or are about to have.
   */
  const freeUsername = async (email: string, claimed: Set<string>, own: CommandContext): Promise<string> => {
    const base = usernameFrom(email);
    const numbered = Array.from({ length: MOST_NUMBERED }, (_, at) => (at === 0 ? base : `${base}${at + 1}`));
    for (const candidate of [...numbered, `${base}-${uuid5(email, 'username').slice(0, 8)}`]) {
      if (claimed.has(candidate)) continue;
      claimed.add(candidate);
      if (!(await accounts.usernameTaken(candidate, own))) return candidate;
    }
    return refuse('USERNAME_TAKEN');
  };
  /** Whether the batch wrote such an event, or any, to a stream: what a part that died half-way has left behind. */
  const ofBatch = async (stream: string, batchId: string, only?: string): Promise<boolean> => {
    for await (const { type, metadata } of commands.log.store.readStream(stream))
      if (metadata.correlationId === batchId && (only === undefined || type === only)) return true;
    return false;
  };
  /** Gives an account back that the undoing of an import closed, as the row has it now, with a new invitation. */
  const giveBack = async ({ userId, username, role }: UserState, row: ImportRow, own: CommandContext): Promise<void> => {
    const step = (name: string) => derived(own, 'back', name);
    await accounts.govern(userId, { type: 'activate' }, step('activate'));
    if (row.role !== role) await accounts.govern(userId, { type: 'changeRole', role: row.role }, step('role'));
    await commands.handle(user, userId, { type: 'changePlan', plan: row.plan }, step('plan'));
    const names = { firstName: row.firstName ?? undefined, lastName: row.lastName ?? undefined };
    await commands.handle(user, userId, { type: 'changeName', ...names }, step('name'));
    if (row.username !== null && !sameName('username', row.username, username))
      await accounts.changeUsername(userId, row.username, step('username'));
    await commands.handle(user, userId, { type: 'invite' }, step('invite'));
  };
  /** Runs several at once, in order. */
  const each = async <Out>(rows: readonly ImportRow[], act: (row: ImportRow) => Promise<Out>): Promise<Out[]> => {
    const out: Out[] = [];
    let next = 0;
    const work = async () => {
      for (let at = next++; at < rows.length; at = next++) out[at] = await act(rows[at] as ImportRow);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return out;
  };

  return {
    /** A dry run: writes nothing. */
    look: (rows: readonly ImportRow[], now: Date): Promise<ImportResult[]> =>
      each(rows, async (row) => {
        const known = await findByEmail(row.email);
        const closed = known !== null && (await closedByUndoing(commands, known));
        const problems = await problemsOf(row, known, closed, (username) => reservations.taken('username', username, null, now));
        return {
          line: row.line,
          result: problems.length > 0 ? 'refused' : known && !closed ? 'known' : 'new',
          courses: row.courses.length,
          problems,
        };
      }),

    open: (context: CommandContext, planned: Planned | null = null) => batches.open('import', context, planned),

    /**
     * Imports a part: people without an account get one and an invitation, existing accounts are not changed; all get their courses.
     * Repeating a part has no further effect. Errors: BATCH_NOT_FOUND, BATCH_UNDONE, CONFLICT (parts must come in order).
     */
    async bring(
      batchId: string,
      part: number,
      rows: readonly ImportRow[],
      context: CommandContext,
    ): Promise<{ results: ImportResult[]; position: Position | null }> {
      const { state } = await commands.load(batch, batchId);
      if (state.kind !== 'import') refuse('BATCH_NOT_FOUND');
      if (state.undone) refuse('BATCH_UNDONE');
      if (state.closed || part > state.parts) refuse('CONFLICT');
      const { each: step, shared } = within(batchId, context);
      const registered: number[] = [];
      const items: BatchItem[] = [];
      const claimed = new Set(rows.flatMap(({ username }) => username?.toLowerCase() ?? []));
      const results = await each(rows, async (row): Promise<ImportResult> => {
        const { line } = row;
        const known = await findByEmail(row.email);
        // Identified by the row, not by the sender: a part that died half-way is recognised when it is repeated.
        const own = derived({ ...step, commandId: batchId }, 'row', part, line);
        const closed = known !== null && (await closedByUndoing(commands, known));
        const problems = await problemsOf(row, known, closed, (username) => accounts.usernameTaken(username, own));
        if (problems.length > 0) return { line, result: 'refused', courses: 0, problems };
        let giving: number | undefined;
        try {
          let userId = known?.userId;
          const isBack = userId !== undefined && (closed || (await ofBatch(streamOf('user', userId), batchId, 'UserActivated')));
          const isNew = userId === undefined || isBack || (await ofBatch(streamOf('user', userId), batchId, 'UserRegistered'));
          if (known && isBack) await giveBack(known, row, own);
          if (userId === undefined) {
            const { courses: _, line: __, username, ...person } = row;
            const given = { ...person, username: username ?? (await freeUsername(row.email, claimed, own)) };
            const origin = { source: 'administrator', termsVersion: null, campaign: null, invited: true } as const;
            userId = (await accounts.register({ ...given, ...origin }, own, async () => undefined)).userId;
          }
          if (isNew) registered.push(userId);
          let courses = 0;
          for (const courseId of row.courses) {
            giving = courseId;
            const { appended } = await learning.assign(userId, courseId, derived(own, 'course', courseId));
            if (appended > 0 || (await ofBatch(streamOf('enrolment', `${userId}_${courseId}`), batchId))) {
              courses++;
              items.push({ userId, courseId, act: 'give' });
            }
          }
          return { line, result: isNew ? 'new' : 'known', courses, problems: [] };
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          const field = error.code === 'USERNAME_TAKEN' ? 'username' : error.code.startsWith('COURSE_') ? 'courses' : 'email';
          const about = field === 'courses' && giving !== undefined ? { courseId: giving } : {};
          return { line, result: 'refused', courses: 0, problems: [{ field, code: error.code, ...about }] };
        }
      });
      const record = { type: 'record', batchId, part, items, registered } as const;
      const { position } = await commands.handle(batch, batchId, record, derived(shared, 'record', part));
      return { results, position };
    },
  };
}
export type Imports = ReturnType<typeof createImports>;
