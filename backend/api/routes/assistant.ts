import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { access } from '../../commands/operations/access.ts';
import type { School } from '../answers/assistant/tools.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { assistantCalls as contract } from '../contract/assistant.ts';
import type { errorAnswer } from '../contract/common.ts';
import type { Deps } from '../deps.ts';
import { ApiError, isCode } from '../error.ts';
import type { Identity } from '../plugins/identity.ts';
import { PASS, type Passes } from '../plugins/passes.ts';
import { createAssistant, type Use } from './assistantServer.ts';

const USES_PER_HOUR = 300;
const HOUR = 60 * 60_000;
/** The most calls of one caller at a time. */
const AT_ONCE = 4;
/** A tool that takes longer is given up; a question of SQL has its own ten seconds. */
const PATIENCE_MS = 20_000;

/** Calls that the process makes to itself have no address, above all not that of this machine, which may see more. */
const NOWHERE = '192.0.2.1';

/** Thrown where the school's own call refuses; the assistant is told the reason. */
const refusal = (answer: { json(): unknown; headers: Readonly<Record<string, unknown>> }): ApiError => {
  const { code = '', message = '', errors = [] } = answer.json() as z.output<typeof errorAnswer>;
  const more = errors.map(({ path, message: said }) => (path ? `${path}: ${said}` : said)).join('; ');
  const wait = answer.headers['retry-after'];
  return new ApiError(isCode(code) ? code : 'INTERNAL', {
    detail: more ? `${message} ${more}` : message,
    headers: wait === undefined ? {} : { 'retry-after': String(wait) },
  });
};

/** The school as an assistant asks it: by its own calls, with no more than the rights of an analyst who reads. */
function schoolsFor(http: FastifyInstance, { config, statuses, clock }: Deps, passes: Passes<Identity>) {
  /** The caller, with no more than the rights of an analyst who reads. */
  const analystOf = (identity: Identity): Identity => {
    const { userId, sessionId, expiresAt, key } = identity;
    return {
      ...{ userId, sessionId, expiresAt, role: 'analyst', token: '', byCookie: false },
      // Its own calls are counted where they come in.
      key: { id: key?.id ?? `session ${userId}`, scopes: new Set(['analytics.read']), perSecond: Number.MAX_SAFE_INTEGER },
    };
  };
  const schoolFor = (identity: Identity, call: Call): School => {
    const host = new URL(config.publicUrl).host;
    const signal = AbortSignal.any([call.gone, AbortSignal.timeout(PATIENCE_MS)]);
    return {
      async read(asked, query) {
        const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
        const pass = passes.give(analystOf(identity));
        const url = `${asked.path}?${new URLSearchParams(given)}`;
        const answer = await http
          .inject({ method: 'GET', url, headers: { host, [PASS]: pass }, remoteAddress: NOWHERE, signal })
          // A call that was given up before it was looked at leaves no pass behind.
          .finally(() => passes.take(pass));
        if (answer.statusCode !== 200) throw refusal(answer);
        return answer.json();
      },
      statuses,
      now: () => clock().getTime(),
    };
  };
  return schoolFor;
}

/** What an assistant may ask at once and in an hour, and the record of what it asked. */
function usesOf({ commands, limits }: Deps) {
  const answering = new Map<string, number>();
  return ({ caller, userId, keyId }: { caller: string; userId: number; keyId: string | null }, call: Call): Use => {
    const use: Use = {
      async begin() {
        const before = answering.get(caller) ?? 0;
        if (before >= AT_ONCE) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } });
        answering.set(caller, before + 1);
        try {
          await limits.count('assistant', caller, USES_PER_HOUR, HOUR);
        } catch (error) {
          use.end();
          throw error;
        }
      },
      end() {
        const left = (answering.get(caller) ?? 1) - 1;
        if (left > 0) answering.set(caller, left);
        else answering.delete(caller);
      },
      async record(data) {
        const event = { type: 'AssistantAsked', data: { userId, keyId, ...data } } as const;
        call.wrote((await commands.handle(access, userId, { type: 'note', event }, call.context())).position);
      },
    };
    return use;
  };
}

/** The assistants of analysts (Model Context Protocol). Whatever the role of whoever connects one, it is answered as an analyst is. */
export function assistantRoutes(http: FastifyInstance, implement: Implement, deps: Deps, passes: Passes<Identity>): void {
  const schoolFor = schoolsFor(http, deps, passes);
  const countedUse = usesOf(deps);

  // Nothing is pushed, and there are no sessions to end: clients of the protocol ask, and go on with this answer.
  http.route({
    method: ['GET', 'DELETE'],
    url: contract.askAssistant.path,
    handler: async () => {
      throw new ApiError('NOT_FOUND', { status: 405, headers: { allow: 'POST' } });
    },
  });
  implement(contract.askAssistant, {
    async handle({ body }, call) {
      const { identity } = call;
      const { userId } = signedIn(call);
      if (!identity) throw new ApiError('AUTH_REQUIRED');
      const keyId = identity.key?.id ?? null;
      const caller = keyId === null ? `person ${userId}` : `key ${keyId}`;
      const assistant = await createAssistant((error) => deps.logger.warn({ err: error }, 'what an assistant asked was not answered'));
      const { status, answer } = await assistant.answer(
        body,
        call.sent('mcp-protocol-version'),
        schoolFor(identity, call),
        countedUse({ caller, userId, keyId }, call),
      );
      call.status(status);
      return answer;
    },
  });
}
