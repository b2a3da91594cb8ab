import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';

/**
 * Learning platforms of companies and universities (Moodle, Canvas, …) that open courses of the school by LTI 1.3. What is known of them is public: a
 * platform proves itself by its published keys.
 */

const platformId = z.string().max(40);
const address = z.string().max(2_000);
const terms = {
  platformId,
  /** Of the company or university. */
  name: z.string().min(1).max(80),
  /** How often the school was added there, by the platform's ids; launches from elsewhere are refused. */
  deployments: z.array(z.string().max(255)).max(50),
  /** Where it says who is signed in there. */
  authorization: address,
  /** Where it publishes its keys. */
  keys: address,
  /** Where the school gets what it sends scores with; null: it sends none. */
  tokens: address.nullable(),
  /** Those of the mail addresses that it may vouch for, in lower case. */
  domains: z.array(z.string().max(253)).max(20),
  /** Whether somebody without an account gets one by coming from there. */
  createsAccounts: z.boolean(),
  /** The scholarship code of which whoever comes from there gets a grant, for the course that they open; null: none. */
  codeId: z.string().max(60).nullable(),
};
export const PlatformRegistered = defineEvent('PlatformRegistered', {
  category: 'platforms',
  version: 2,
  /** `issuer` and `clientId`: as its tokens name it and this school. */
  schema: z.object({ ...terms, issuer: z.string().min(1).max(500), clientId: z.string().min(1).max(255) }),
  summary: 'Un administrador registró una plataforma de aprendizaje: desde ella se abren cursos de la escuela.',
  sentence: said('registró la plataforma de aprendizaje «{name}»', 'registered the learning platform “{name}”'),
});
export const PlatformChanged = defineEvent('PlatformChanged', {
  category: 'platforms',
  version: 2,
  schema: z.object(terms),
  summary: 'Un administrador cambió el nombre, las direcciones, los dominios o la beca de una plataforma.',
  sentence: said('cambió la plataforma de aprendizaje «{name}»', 'changed the learning platform “{name}”'),
});
export const PlatformPaused = defineEvent('PlatformPaused', {
  category: 'platforms',
  schema: z.object({ platformId }),
  summary: 'Un administrador detuvo una plataforma: nadie entra desde ella hasta que se reanude.',
  sentence: said('detuvo una plataforma de aprendizaje', 'paused a learning platform'),
});
export const PlatformResumed = defineEvent('PlatformResumed', {
  category: 'platforms',
  schema: z.object({ platformId }),
  summary: 'Un administrador reanudó una plataforma.',
  sentence: said('reanudó una plataforma de aprendizaje', 'resumed a learning platform'),
});
export const PlatformRemoved = defineEvent('PlatformRemoved', {
  category: 'platforms',
  schema: z.object({ platformId }),
  summary: 'Un administrador quitó una plataforma.',
  sentence: said('quitó una plataforma de aprendizaje', 'removed a learning platform'),
});
export const ToolKeyChanged = defineEvent('ToolKeyChanged', {
  category: 'platforms',
  /** `keyId`: the name under which its public part is published. */
  schema: z.object({ keyId: z.string().max(100) }),
  summary: 'Un administrador cambió la llave con que la escuela firma lo que manda a las plataformas de aprendizaje.',
  sentence: said(
    'cambió la llave con que la escuela firma lo que manda a las plataformas de aprendizaje',
    'changed the key with which the school signs what it sends to learning platforms',
  ),
});

export const platformEvents = [
  PlatformRegistered,
  PlatformChanged,
  PlatformPaused,
  PlatformResumed,
  PlatformRemoved,
  ToolKeyChanged,
] as const;
