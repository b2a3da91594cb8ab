import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Position } from '../../../events/store/port.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { OwnWrites } from '../plugins/ownWrites.ts';
import type { Away } from '../plugins/rates.ts';

/** How new an answer is: waits until it is as new as its caller asks, and says where it is behind. */
export function createFreshness({ commands, logger, reads }: Pick<Deps, 'commands' | 'logger' | 'reads'>, ownWrites: OwnWrites) {
  const { store } = commands.log;
  // The log is read once per halt, not once per answer.
  let halt: { position: Position | null; since: string } | undefined;
  /** When the first event occurred that a halted answer lacks; null where it lacks none, or the log cannot be read. */
  const missingSince = async (position: Position | null): Promise<string | null> => {
    if (halt?.position === position) return halt.since;
    try {
      // Read undecoded: the event that halted the projection may not be decodable.
      for await (const { metadata } of store.readAll(position, { limit: 1 })) {
        if (typeof metadata.occurredAt !== 'string') return null;
        halt = { position, since: metadata.occurredAt };
        return halt.since;
      }
    } catch (error) {
      logger.warn({ error }, 'since when an answer is halted could not be read');
    }
    return null;
  };
  return {
    /** Before a read: waits for `X-Min-Position`, or for the caller’s own last write. Throws NOT_CAUGHT_UP. `self`: the names of the caller in `ownWrites`. */
    async wait({ headers }: FastifyRequest, self: readonly string[], away: Away): Promise<void> {
      const minimum = headers['x-min-position'];
      if (minimum === undefined) return ownWrites.reflected(self);
      if (typeof minimum !== 'string' || minimum === '' || minimum === '0') return;
      const wanted = store.parsePosition(minimum);
      if (wanted === null) throw new ApiError('MALFORMED', { errors: [{ path: 'X-Min-Position', message: 'No es una posición.' }] });
      const reached = await reads.position();
      // A call that waits for a position gives up its place in the line, so that other reads of the same person or place go on.
      if ((reached === null || reached < wanted) && !(await away(() => reads.waitFor(wanted))))
        throw new ApiError('NOT_CAUGHT_UP', { headers: { 'retry-after': '1' } });
    },
    /** After a read: `X-Stale` where a read model behind the answer is halted, and since when. */
    async mark(reply: FastifyReply, session: ReadSession): Promise<void> {
      if (!session.stale()) return;
      reply.header('x-stale', 'true');
      const since = await missingSince(await session.position());
      if (since) reply.header('x-stale-since', since);
    },
  };
}
