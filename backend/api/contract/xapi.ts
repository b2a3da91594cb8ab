import { z } from 'zod';
import { numeric } from './common.ts';
import { route } from './route.ts';

/** Statements of the Experience API, made of the log. */

const moment = z.iso.datetime({ offset: true });
const activity = z.object({ objectType: z.literal('Activity'), id: z.string(), definition: z.object({ type: z.string() }) });
const agent = z.object({ objectType: z.literal('Agent'), account: z.object({ homePage: z.string(), name: z.string() }) });

const isAgent = (written: string): boolean => {
  try {
    const read = JSON.parse(written) as Record<string, unknown> | null;
    return ['account', 'mbox', 'mbox_sha1sum', 'openid'].some((name) => read?.[name]);
  } catch {
    return false;
  }
};

export const xapiStatement = z.object({
  id: z.string(),
  /** A person by the number of their account, as analysts see people. */
  actor: agent,
  verb: z.object({ id: z.string(), display: z.record(z.string(), z.string()) }),
  object: activity,
  result: z.record(z.string(), z.unknown()).optional(),
  context: z.record(z.string(), z.unknown()),
  timestamp: z.string(),
  stored: z.string(),
  authority: agent,
  version: z.string(),
});

export const xapiCalls = {
  xapiStatements: route({
    id: 'xapiStatements',
    method: 'GET',
    path: '/api/xapi/statements',
    tag: 'Analítica',
    summary:
      'What learners did as statements of xAPI 1.0.3 or 2.0 (X-Experience-API-Version), newest first: by time, verb, activity, agent and registration; `more` is where the next ones are, and whoever comes again begins at X-Experience-API-Consistent-Through of the last answer. People are accounts by their number',
    policy: 'analytics.read',
    /** Unknown parameters are refused, as xAPI demands: ignoring a filter would answer too much. */
    query: z.strictObject({
      /** Stored after this moment, and up to that one. */
      since: moment.optional(),
      until: moment.optional(),
      /** The address of a verb. */
      verb: z.string().min(1).max(300).optional(),
      /** The address of what it is about. */
      activity: z.url().max(500).optional(),
      /** Who did it, as JSON; of the ways in which xAPI names somebody, only by the account is anybody found. */
      agent: z.string().max(1_000).refine(isAgent, 'MALFORMED').optional(),
      registration: z.uuid().optional(),
      /** 0: as many as the school answers at once. */
      limit: numeric(z.number().int().min(0)).default(0),
      ascending: z.enum(['true', 'false']).default('false'),
      format: z.enum(['exact', 'canonical']).default('exact'),
      /** Of the address in `more`. */
      cursor: z.string().max(60).optional(),
    }),
    live: { still: 'a stretch of the past; whoever collects them asks for what came since' },
    answer: z.object({
      statements: z.array(xapiStatement),
      /** Empty: there are no more. */
      more: z.string(),
    }),
    errors: ['POSITION_INVALID'],
  }),
} as const;
