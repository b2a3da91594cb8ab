import { z } from 'zod';
import { email, nameErrors, password, session, username } from './auth.ts';
import { isSeen, line, optionalLine, optionalName } from './common.ts';
import { route } from './route.ts';

/** The first administrator, by the code in the address that the start printed. */
export const setupBody = z.object({
  code: z.string().max(200),
  first_name: line(120)
    .refine((name) => name !== '', 'REQUIRED_FIELDS')
    .refine(isSeen, 'INVALID_TEXT'),
  last_name: optionalName(120),
  username,
  email,
  password,
  /** The name of the school; it can be given later. */
  school: optionalLine(200),
});

/** Optional parts of a self-hosted school. */
export const setupMissing = z.object({
  id: z.enum(['mail', 'payments', 'google', 'phone', 'files', 'publicAddress']),
  /** The environment variable that sets it; null where this version has none. */
  variable: z.string().nullable(),
});
export type SetupMissing = z.output<typeof setupMissing>;

export const setupState = z.object({
  /** There is no administrator, and no demo school. */
  needed: z.boolean(),
  /** Only for administrators: what is not configured yet. */
  missing: z.array(setupMissing).optional(),
  /** Only for administrators: the steps already done on the screens. */
  begun: z.object({ name: z.boolean(), logo: z.boolean(), course: z.boolean() }).optional(),
});
export type SetupState = z.output<typeof setupState>;

export const setup = {
  setupState: route({
    id: 'setupState',
    method: 'GET',
    path: '/api/setup',
    tag: 'Administración',
    policy: 'open',
    now: true,
    summary: 'Whether the school has no administrator yet; for administrators also what is not set yet',
    live: { still: 'what the environment sets changes with a new start' },
    answer: setupState,
  }),
  setUp: route({
    id: 'setUp',
    method: 'POST',
    path: '/api/setup',
    tag: 'Administración',
    policy: 'open',
    summary: 'Make the first administrator, by the code that the start printed, and begin their session',
    body: setupBody,
    answer: session,
    status: 201,
    errors: [
      'SETUP_CODE_INVALID',
      'SETUP_DONE',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'USERNAME_INVALID',
      'WEAK_PASSWORD',
      'INVALID_EMAIL',
      'REQUIRED_FIELDS',
    ],
    fieldErrors: { ...nameErrors, WEAK_PASSWORD: 'password' },
  }),
} as const;
