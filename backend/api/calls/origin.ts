import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { schoolDay } from '../../../events/calendar.ts';
import type { Origin } from '../../../events/define.ts';
import { placeOf } from '../limits.ts';

/** What a client calls itself, `web/1.4.0` or `import/2`. The form has no room for a person's address. */
const CLIENT = /^[A-Za-z][\w.-]{0,19}\/[\w.+-]{1,20}$/;
/** 40 bits: enough to tell the addresses of one day apart, too few to say of one that it was this. */
const MARK_CHARACTERS = 10;
/** How many marks are remembered at once. */
const KEPT = 1_000;

/**
 * Says from where a command came, for its events: which client, and a mark of the address. Marks are made with the school's secret and the day, so that
 * they tell whether two commands of a day came from one place and nothing else: not which place, nor whether it is that of another day.
 */
export function createOrigins(secret: string) {
  /** By day and place: each HMAC is an object outside of V8's heap, which stays until a collection ends it. */
  const marks = new Map<string, string>();
  const markOf = (day: string, place: string): string => {
    const name = `origin ${day} ${place}`;
    const known = marks.get(name);
    if (known !== undefined) return known;
    if (marks.size >= KEPT) marks.clear();
    const mark = createHmac('sha256', secret).update(name).digest('base64url').slice(0, MARK_CHARACTERS);
    marks.set(name, mark);
    return mark;
  };
  return ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>, now: Date): Origin => {
    const client = headers['x-client'];
    return {
      address: markOf(schoolDay(now.toISOString()), placeOf(ip)),
      ...(typeof client === 'string' && CLIENT.test(client) && { client }),
    };
  };
}
