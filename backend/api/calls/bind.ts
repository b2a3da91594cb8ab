import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uuid5 } from '../../../events/ids.ts';
import { spans } from '../../../events/spans.ts';
import { policies } from '../contract/policy.ts';
import type { RouteContract } from '../contract/route.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { isLoopback, placeOf } from '../limits.ts';
import type { Access } from '../plugins/access.ts';
import { toApiError } from '../plugins/errors.ts';
import { createIdempotency } from '../plugins/idempotency.ts';
import type { Identity } from '../plugins/identity.ts';
import type { OwnWrites } from '../plugins/ownWrites.ts';
import type { Away, Rates } from '../plugins/rates.ts';
import type { Received, Uploads } from '../plugins/uploads.ts';
import { ownerOf } from '../plugins/viewing.ts';
import { createAdmission } from './admission.ts';
import { atItsField, demandedVersion, misnamed, parse } from './checks.ts';
import { createFreshness } from './freshness.ts';
import type { Implement, Input, Owns } from './implement.ts';
import { OpenCall } from './openCall.ts';
import { createOrigins } from './origin.ts';
import { type Answering, createSender } from './sending.ts';

/** For calls that hold no place in the line of reads. */
const here: Away = (wait) => wait();

const KEY = /^[\x21-\x7e]{1,200}$/;
/** The `Idempotency-Key`, checked. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key))) throw new ApiError('IDEMPOTENCY_KEY_INVALID');
  return key;
}

/** Each path of the call: its aliases too, and each without its trailing slash. */
const addressesOf = ({ path, aliases = [] }: RouteContract): Set<string> =>
  new Set([path, ...aliases, ...(path.endsWith('/') ? [path.slice(0, -1)] : [])]);

interface BindOptions {
  checkAnswers: boolean;
  ownWrites: OwnWrites;
  rates: Rates;
  access: Access;
  uploads?: Uploads;
}

/** Binds contracts to handlers: permission, validation, positions, idempotency and the answer, in one place. */
export function createImplement(app: FastifyInstance, deps: Deps, owns: Owns, options: BindOptions): Implement {
  const { clock, config, sessionTokens } = deps;
  const { ownWrites, rates, access, uploads } = options;
  const originOf = createOrigins(config.sessionSecret);
  const admission = createAdmission(deps, owns, access, originOf);
  const freshness = createFreshness(deps, ownWrites);
  const send = createSender(deps, freshness);
  const idempotency = createIdempotency(deps.answers, config.sessionSecret, () => clock().getTime());

  return (contract, implementation) => {
    const open = 'open' in policies[contract.policy];
    const write = contract.method !== 'GET';
    /** On calls that are open to everybody a key counts as no caller: it must not open there what it was not given. */
    const callerOf = ({ identity }: FastifyRequest): Identity | null => (open && identity?.key ? null : identity);

    /** Only reads of people take turns: writes are few, a key has a rate limit of its own, and calls of this machine render pages for everybody. */
    const inTurn = <T>(request: FastifyRequest, answer: (away: Away) => Promise<T>): Promise<T> => {
      const { identity } = request;
      if (write || identity?.key) return answer(here);
      const { ip } = request;
      if (identity) return rates.inTurn('person', ownerOf(identity), answer);
      return isLoopback(ip) ? answer(here) : rates.inTurn('place', placeOf(ip), answer);
    };
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { identity } = request;
      try {
        const { sending } = await inTurn(request, async (away) => {
          // Callers who disconnected while waiting need no answer.
          if (request.socket.destroyed) return { sending: reply.hijack() };
          return received(request, reply, away);
        });
        return sending;
      } catch (error) {
        const code = toApiError(error)?.code;
        const by = identity && { userId: ownerOf(identity), role: identity.viewer?.role ?? identity.role };
        if (by && code) access.refused(by, contract.id, code, originOf(request, clock()));
        throw error;
      }
    };

    const received = async (request: FastifyRequest, reply: FastifyReply, away: Away): Promise<Answering> => {
      const identity = callerOf(request);
      admission.admit(contract, identity);
      const input = {
        params: parse(contract.params, request.params, 'params'),
        query: parse(contract.query, request.query, 'query'),
        body: undefined,
      } as Input<typeof contract>;
      const maxBytes = contract.upload ? ((await implementation.uploadLimit?.(input, { identity })) ?? 0) : 0;
      const form =
        contract.upload && uploads ? await uploads.receive(request, identity?.userId ?? 0, { ...contract.upload, maxBytes }) : null;
      try {
        return await answered(request, reply, input, form, away);
      } catch (error) {
        throw atItsField(contract, input.body, error);
      } finally {
        await form?.discard();
      }
    };

    /** After the form, where the call takes one, was received. */
    const answered = async (
      request: FastifyRequest,
      reply: FastifyReply,
      input: Input<typeof contract>,
      form: Received | null,
      away: Away,
    ): Promise<Answering> => {
      const identity = callerOf(request);
      input.body = parse(contract.body, form ? form.fields : request.body, 'body') as typeof input.body;
      await admission.authorise(contract, implementation, input, identity);
      await admission.record(contract, input, identity, request);
      const odd = misnamed(contract, request.body);
      if (odd) throw odd;
      // Receiving the body may have taken minutes: a session that ended meanwhile must not change the account.
      if (contract.account && identity && !(await sessionTokens.current(identity))) throw new ApiError('SESSION_ENDED');

      const caller = identity?.key ? `key ${identity.key.id}` : identity && `person ${identity.userId}`;
      const self = [request.ip, ...(caller ? [caller] : [])];
      if (!write) await freshness.wait(request, self, away);

      const key = keyOf(request);
      // Two visitors may choose the same key: their network places tell them apart.
      const scope = `${identity?.key?.id ?? identity?.userId ?? `visitor ${request.ip}`} ${contract.method} ${request.url.split('?')[0]}`;
      const commandId = key === undefined ? randomUUID() : uuid5('http', scope, key);
      request.correlationId = commandId;
      if (spans.callBegan.hasSubscribers) spans.callBegan.publish({ correlationId: commandId });
      const call = new OpenCall({
        ...{ deps, request, reply, identity, write, commandId, now: clock() },
        ifMatch: write ? demandedVersion(contract, request.headers['if-match']) : null,
        status: contract.status ?? 200,
        uploads: form?.uploads ?? [],
        origin: (now) => originOf(request, now),
        noteWrite: (position) => ownWrites.note(self, position),
      });
      const run = async () => {
        const answer = await implementation.handle(input, call);
        // Streamed: there is no whole answer to validate.
        if (answer instanceof Readable) return answer;
        return options.checkAnswers ? contract.answer.parse(answer) : answer;
      };
      if (!write || key === undefined) return send.answer(reply, contract, await run(), call, call.outcome);
      const kept = await idempotency.once(scope, key, form?.digest ?? request.body ?? null, async () => ({
        body: JSON.stringify(await run()) ?? '',
        ...call.outcome,
      }));
      return send.kept(reply, kept, call);
    };

    for (const url of addressesOf(contract))
      app.route({
        method: contract.method,
        url,
        ...(contract.maxBody !== undefined && { bodyLimit: contract.maxBody }),
        handler,
        // Before the body is read.
        onRequest: ({ identity }, _, done) => {
          try {
            if (!open && !identity) throw new ApiError('AUTH_REQUIRED');
            if (identity?.key) rates.takeByKey(identity.key);
            else if (identity) rates.take(!write ? 'use' : contract.use ? 'study' : 'make', ownerOf(identity));
          } catch (error) {
            return done(error as Error);
          }
          done();
        },
      });
  };
}
