import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readable } from '../../../events/log.ts';
import { outgoing } from '../../../events/outgoing.ts';
import { momentsOf, occurredAt } from '../../../events/store/moments.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { type Statement, statementOf, typesOfVerb, xapiTypes } from '../../../events/xapi.ts';
import type { Implement } from '../calls/implement.ts';
import { xapiCalls as contract } from '../contract/xapi.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const MOST = 100;
const PAGE = 500;
/** How long one answer searches, in milliseconds; then it returns where to go on. */
const STRETCH_MS = 400;
/** A statement carries the time at which its call began, and enters the log when that is done: within this many milliseconds, later ones may precede it. */
const WRITTEN_WITHIN_MS = 60_000;

interface Look {
  after: Position | null;
  backwards: boolean;
  limit: number;
  /** Epoch milliseconds. */
  since: number;
  until: number;
  /** null: all are wanted. */
  wanted: ((statement: Statement) => boolean) | null;
}
interface Looked {
  found: Statement[];
  /** The last event that was examined. */
  last: Recorded | null;
  end: boolean;
}
const VERSIONS = /^(1\.0(?:\.[0-3])?|2\.0(?:\.0)?)$/;

/** Whether an agent, as JSON, is who did something; people are known by their account alone. */
const sameAccount = (agent: string, { account }: Statement['actor']): boolean => {
  const asked = (JSON.parse(agent) as { account?: Partial<typeof account> }).account;
  return asked?.homePage === account.homePage && asked.name === account.name;
};

/** Searches the log for statements; `school`: its public address. */
function looking(log: Deps['commands']['log'], school: string) {
  const { store } = log;
  const moments = momentsOf(store);
  /** The wanted statements of these events, by their ids. Nothing personal goes out. */
  const statementsOf = async (events: readonly Recorded[], wanted: Look['wanted']) =>
    new Map(
      (await readable(log, events, true)).flatMap((event): [string, Statement][] => {
        const message = outgoing(event);
        const made = message && statementOf(message, school);
        return made && (wanted === null || wanted(made)) ? [[message.event.id, made]] : [];
      }),
    );

  /** Statements of events of these types, from a place on, for as long as one answer may take. */
  return async (types: readonly string[], { after, backwards, limit, since, until, wanted }: Look): Promise<Looked> => {
    const seen: Looked = { found: [], last: null, end: types.length === 0 };
    if (seen.end) return seen;
    const isNarrow = since > Number.NEGATIVE_INFINITY || until < Number.POSITIVE_INFINITY;
    const part = isNarrow ? await moments.between(since, until) : { after: null, next: null };
    if (part === null) return { ...seen, end: true };
    const [begin, end] = backwards ? [part.next, part.after] : [part.after, part.next];
    const stop = performance.now() + STRETCH_MS;
    for await (const page of store.pages(after ?? begin, { backwards, pageSize: wanted ? PAGE : limit + 1, types })) {
      const within = (event: Recorded) => occurredAt(event) > since && occurredAt(event) <= until;
      const statements = await statementsOf(page.filter(within), wanted);
      for (const event of page) {
        if (seen.found.length === limit) return seen;
        if (end !== null && (backwards ? event.position <= end : event.position >= end)) return { ...seen, end: true };
        seen.last = event;
        const made = statements.get(event.id);
        if (made) seen.found.push(made);
      }
      if (performance.now() > stop) return seen;
      await nextTurn();
    }
    return { ...seen, end: true };
  };
}

/** Statements of xAPI, for whoever collects them. */
export function xapiRoutes(implement: Implement, { commands, config }: Deps): void {
  const { log } = commands;
  const { store } = log;
  const home = `${new URL(config.publicUrl).origin}/`;
  const authority = { objectType: 'Agent' as const, account: { homePage: home, name: 'aulaviva' } };

  const look = looking(log, config.publicUrl);

  implement(contract.xapiStatements, {
    async handle({ query }, call) {
      const asked = call.sent('x-experience-api-version') ?? '1.0.3';
      const version = VERSIONS.test(asked) ? (asked.startsWith('2') ? '2.0.0' : '1.0.3') : null;
      call.header('x-experience-api-version', version ?? '1.0.3');
      if (version === null)
        throw new ApiError('MALFORMED', { errors: [{ path: 'X-Experience-API-Version', message: 'Es 1.0.3 o 2.0.0.' }] });
      const after = query.cursor === undefined ? null : store.parsePosition(query.cursor);
      if (query.cursor !== undefined && after === null) throw new ApiError('POSITION_INVALID');
      const limit = query.limit === 0 ? MOST : Math.min(query.limit, MOST);
      const since = query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.since);
      const until = query.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.until);
      const types = query.verb === undefined ? xapiTypes : typesOfVerb(query.verb);
      const backwards = query.ascending === 'false';

      const { verb, activity, agent, registration } = query;
      // A graded attempt is passed or failed.
      const wanted = (statement: Statement) =>
        (verb === undefined || statement.verb.id === verb) &&
        (activity === undefined || statement.object.id === activity) &&
        (agent === undefined || sameAccount(agent, statement.actor)) &&
        (registration === undefined || statement.context['registration'] === registration);
      const narrowed = [verb, activity, agent, registration].some((one) => one !== undefined);
      const { found, last, end } = await look(types, { after, backwards, limit, since, until, wanted: narrowed ? wanted : null });
      const statements = found.map((made) => ({
        ...made,
        ...{ stored: made.timestamp, authority, version: version === '2.0.0' ? '2.0.0' : '1.0.0' },
      }));
      if (!end && last) call.header('x-next-cursor', last.position);
      call.header('x-experience-api-consistent-through', new Date(call.now.getTime() - WRITTEN_WITHIN_MS).toISOString());
      const { cursor: _, ...same } = query;
      const more = new URLSearchParams(
        Object.entries({ ...same, cursor: last?.position ?? '' }).map(([name, value]) => [name, String(value)]),
      );
      return { statements, more: end || last === null ? '' : `${contract.xapiStatements.path}?${more}` };
    },
  });
}
