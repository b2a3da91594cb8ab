import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { isSchoolZone } from '../../events/calendar.ts';
import type { ApiSettings } from '../api/settings.ts';
import type { S3Credentials, S3Place } from '../integrations/files/s3.ts';
import { readScanner } from '../integrations/files/scanner.ts';
import { readSender, readSmtpUrl } from '../integrations/mail/settings.ts';
import type { SmtpOptions } from '../integrations/mail/smtp.ts';
import type { ProviderSettings } from '../integrations/payments/open.ts';
import { readHeaders, type TelemetrySettings } from '../integrations/telemetry/settings.ts';
import type { PasswordCost } from '../integrations/vault/passwords.ts';
import { type CopyMark, readCopyMark } from './copyMark.ts';

const empty = (value: unknown) => (value === '' ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(empty, schema.optional());
const withDefault = <S extends z.ZodType>(schema: S, value: string) => z.preprocess((given) => empty(given) ?? value, schema);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const whole = z.string().regex(/^\d+$/).transform(Number);
const roleName = z.enum(['api', 'projector', 'reactor']);

const secret = z.string().min(32);
const wrappingKey = z.base64().refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64');
const secrets = z.object({ sessionSecret: secret, personalDataKey: wrappingKey });
type Secrets = z.output<typeof secrets>;

const listOf = (fits: (part: string) => boolean, message: string) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every(fits), message);
const isHost = (part: string): boolean => URL.canParse(`http://${part}`) && new URL(`http://${part}`).host === part.toLowerCase();
/** `crm.intranet:8443`, `10.0.0.5:80`, `[::1]:8080`. */
const isHostPort = (part: string): boolean => /:\d{1,5}$/.test(part) && URL.canParse(`x://${part}`);
const isProxy = (part: string): boolean => {
  const [address = '', bits, ...more] = part.split('/');
  const kind = isIP(address);
  if (bits === undefined) return kind !== 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(part);
  return more.length === 0 && kind !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128);
};

const environment = z.object({
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(whole.pipe(z.number().max(65_535)), '3000'),
  PUBLIC_URL: optional(z.url()),
  PUBLIC_ALIASES: withDefault(listOf(isHost, 'must be host names, divided by commas'), ''),
  TRUST_PROXY: withDefault(
    z.union([
      z.literal('none').transform(() => false),
      whole.pipe(z.number().min(1).max(20)),
      listOf(isProxy, 'must be loopback, none, a number of hops, or addresses and networks'),
    ]),
    'loopback',
  ),
  DATA_DIR: withDefault(z.string(), './data'),
  EVENT_STORE: withDefault(z.union([z.literal('sqlite'), z.string().regex(/^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/)]), 'sqlite'),
  READ_STORE: withDefault(z.union([z.literal('sqlite'), z.string().regex(/^mongodb(\+srv)?:\/\/\S+$/)]), 'sqlite'),
  ROLES: withDefault(
    z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .pipe(z.array(roleName).min(1)),
    'api,projector,reactor',
  ),
  DEMO: optional(flag),
  SESSION_SECRET: optional(secret),
  PERSONAL_DATA_KEY: optional(wrappingKey),
  GOOGLE_CLIENT_ID: optional(z.string().max(300)),
  GOOGLE_CLIENT_SECRET: optional(z.string().max(300)),
  GOOGLE_ISSUER: optional(z.url()),
  STRIPE_SECRET_KEY: optional(z.string().max(300)),
  STRIPE_WEBHOOK_SECRET: optional(z.string().max(300)),
  STRIPE_API_BASE: optional(z.url({ protocol: /^https?$/ })),
  LEADS_WEBHOOK_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: optional(z.string().refine((value) => readSmtpUrl(value) !== null, 'must be smtp://… or smtps://…')),
  MAIL_FROM: optional(z.string().refine((value) => readSender(value) !== null, 'must be an address, or a name with an address in <>')),
  FILES_URL: withDefault(z.string().regex(/^(file|mongodb|mongodb(\+srv)?:\/\/\S+|s3:\/\/\S+)$/), 'file'),
  S3_ACCESS_KEY_ID: optional(z.string().max(200)),
  S3_SECRET_ACCESS_KEY: optional(z.string().max(200)),
  FILE_SCANNER: optional(z.string().refine((value) => readScanner(value) !== null, 'must be clamd://host:port')),
  ERASURES_FILE: optional(z.string()),
  LINK_CHECKS: optional(flag),
  WEBHOOKS: optional(flag),
  WEBHOOK_PRIVATE_HOSTS: withDefault(listOf(isHostPort, 'must be hosts with their ports, divided by commas'), ''),
  DATABASE_CHECKS: withDefault(flag, 'true'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    z.string().refine((value) => readHeaders(value) !== null, 'must be name=value, divided by commas, percent-encoded'),
  ),
  OTEL_SERVICE_NAME: withDefault(z.string().max(100), 'aulaviva'),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
      .transform(Number),
    '1',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: withDefault(whole.pipe(z.number().min(1_000).max(3_600_000)), '60000'),
  METRICS_TOKEN: optional(z.string().min(16).max(200).regex(/^\S+$/)),
  SCHOOL_ZONE: optional(z.string().refine(isSchoolZone, 'must be a time zone that is whole hours away from UTC, as America/Bogota')),
  AUTH_GENERIC_ERRORS: withDefault(flag, 'false'),
  LOG_LEVEL: withDefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  LOGIN_LIMIT: withDefault(whole, '10'),
  SESSION_LIMIT: withDefault(whole.pipe(z.number().min(1)), '60'),
  FORM_LIMIT: withDefault(whole, '30'),
  UPLOAD_LIMIT: withDefault(whole, '100'),
  USE_RATE: withDefault(whole.pipe(z.number().min(1)), '100'),
  STUDY_RATE: withDefault(whole.pipe(z.number().min(1)), '20'),
  MAKE_RATE: withDefault(whole.pipe(z.number().min(1)), '30'),
});

/** Where uploaded files are stored. */
export type FilesPlace = { kind: 'disk' } | { kind: 'mongodb'; url: string } | { kind: 's3'; place: S3Place; credentials: S3Credentials };

/** All settings of the environment. */
export interface Config extends ApiSettings {
  host: string;
  port: number;
  eventStore: string;
  readStore: string;
  roles: readonly z.output<typeof roleName>[];
  copy: CopyMark | null;
  /** The value of DEMO; undefined: on an empty embedded store, or one that has the demo. */
  demo: boolean | undefined;
  personalDataKey: Uint8Array;
  /** Names reservation streams; derived from the personal-data key, and never rotates. */
  reservationKey: Uint8Array;
  mail: Pick<SmtpOptions, 'url' | 'from'> | null;
  /** The ledger of erasures; null where nothing is embedded and none was configured. */
  erasuresFile: string | null;
  /** Whether the school checks links; undefined: unless it is the demo. */
  linkChecks: boolean | undefined;
  /** Whether the school tells other programs what happens; undefined: unless it is the demo. */
  webhooks: boolean | undefined;
  /** Whether the embedded databases are looked through for damage. */
  databaseChecks: boolean;
  /** The zone to open the school in; null: nobody said. */
  zone: string | null;
  logLevel: z.output<typeof environment>['LOG_LEVEL'];
  /** Keys of the payment provider; null: the school does not charge online, or only in its demo. */
  stripe: ProviderSettings | null;
  files: FilesPlace;
  /** Where traces and metrics are sent; null: nowhere, and nothing is loaded for it. */
  telemetry: TelemetrySettings | null;
  /** Only for tests, not a setting: passwords hashed at no cost. */
  passwordCost?: PasswordCost;
  /** Only for tests, not a setting: how long a lease of projector and reactors lasts without renewal, in milliseconds. */
  leaseMs?: number;
}

/** A setting is wrong: one clear line, without its value. */
export class BadConfig extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadConfig';
  }
}

/** Generated once, in DATA_DIR, readable only by the owner. */
function ownSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch {
    throw new BadConfig(`DATA_DIR: cannot write to ${dataDir}`);
  }
  const fresh: Secrets = { sessionSecret: randomBytes(32).toString('base64url'), personalDataKey: randomBytes(32).toString('base64') };
  try {
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx', flush: true });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new BadConfig(`DATA_DIR: cannot write to ${dataDir}`);
    try {
      return secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      throw new BadConfig(
        `DATA_DIR: secrets.json cannot be used: put it back from a backup, or set SESSION_SECRET and PERSONAL_DATA_KEY (without that key no personal field can be read)`,
      );
    }
  }
}

/** `s3://bucket?endpoint=…&region=…&prefix=…`; null where it is not such an address. */
function readS3Url(address: string): S3Place | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || !['', '/'].includes(url.pathname) || url.username) return null;
  const { endpoint = null, region = 'us-east-1', prefix = '', ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0 || !/^[a-z0-9-]{1,40}$/.test(region) || !/^(\w[\w.-]*\/)*$/.test(prefix)) return null;
  if (endpoint !== null && !/^https?:\/\/[^/?#@\s]+\/?$/.test(endpoint)) return null;
  return { bucket: url.hostname, endpoint: endpoint?.replace(/\/$/, '') ?? null, region, prefix };
}

function filesPlace(value: z.output<typeof environment>): FilesPlace {
  if (value.FILES_URL === 'file') return { kind: 'disk' };
  if (value.FILES_URL.startsWith('mongodb')) {
    const url = value.FILES_URL === 'mongodb' ? value.READ_STORE : value.FILES_URL;
    if (!url.startsWith('mongodb')) throw new BadConfig('FILES_URL: mongodb means that of READ_STORE, which is none; or write its address');
    return { kind: 'mongodb', url };
  }
  const place = readS3Url(value.FILES_URL);
  if (!place) throw new BadConfig('FILES_URL: must be s3://bucket, with endpoint=, region= and prefix= where they are needed');
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (!accessKeyId || !secretAccessKey) throw new BadConfig('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required with FILES_URL=s3://…');
  return { kind: 's3', place, credentials: { accessKeyId, secretAccessKey } };
}

/** The settings that a test copy takes from the environment: where it listens and how much it allows. No other one leads into it, or out of it. */
const OF_A_COPY: ReadonlySet<string> = new Set([
  ...['HOST', 'PORT', 'PUBLIC_URL', 'PUBLIC_ALIASES', 'TRUST_PROXY', 'DATA_DIR', 'METRICS_TOKEN', 'DATABASE_CHECKS', 'LOG_LEVEL'],
  ...['AUTH_GENERIC_ERRORS', 'LOGIN_LIMIT', 'SESSION_LIMIT', 'FORM_LIMIT', 'UPLOAD_LIMIT', 'USE_RATE', 'STUDY_RATE', 'MAKE_RATE'],
]);

/** Reads and validates the environment once. Throws BadConfig. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const place = path.resolve(given.DATA_DIR || './data');
  let copy: Config['copy'] = null;
  try {
    copy = readCopyMark(place);
  } catch {
    throw new BadConfig(`DATA_DIR: copy.json in ${place} cannot be read, so nobody knows what is copied there`);
  }
  const env = copy
    ? {
        ...Object.fromEntries(Object.entries(given).filter(([name]) => OF_A_COPY.has(name))),
        DEMO: 'false',
        LINK_CHECKS: 'false',
        WEBHOOKS: 'false',
      }
    : given;
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadConfig(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`);
  }
  const value = parsed.data;
  const embedded = value.EVENT_STORE === 'sqlite' || value.READ_STORE === 'sqlite';
  if (embedded && value.ROLES.length !== 3) throw new BadConfig('ROLES: with a sqlite store one process runs api, projector and reactor');
  const dataDir = path.resolve(value.DATA_DIR);
  const remote = value.EVENT_STORE !== 'sqlite' || value.READ_STORE !== 'sqlite';
  if (remote && (!value.SESSION_SECRET || !value.PERSONAL_DATA_KEY))
    throw new BadConfig('SESSION_SECRET and PERSONAL_DATA_KEY are required when a store is remote');
  if (value.STRIPE_SECRET_KEY && !value.STRIPE_WEBHOOK_SECRET)
    throw new BadConfig('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY');
  if (value.GOOGLE_CLIENT_ID && !value.GOOGLE_CLIENT_SECRET) throw new BadConfig('GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID');
  const from = value.MAIL_FROM === undefined ? null : readSender(value.MAIL_FROM);
  if (value.SMTP_URL !== undefined && !from) throw new BadConfig('MAIL_FROM is required with SMTP_URL');
  const made = value.SESSION_SECRET && value.PERSONAL_DATA_KEY ? null : ownSecrets(dataDir);
  const personalDataKey = Buffer.from(value.PERSONAL_DATA_KEY ?? made?.personalDataKey ?? '', 'base64');
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    publicAliases: value.PUBLIC_ALIASES.map((host) => host.toLowerCase()),
    trustProxy: value.TRUST_PROXY,
    dataDir,
    eventStore: value.EVENT_STORE,
    readStore: value.READ_STORE,
    roles: value.ROLES,
    demo: value.DEMO,
    sessionSecret: value.SESSION_SECRET ?? made?.sessionSecret ?? '',
    personalDataKey,
    reservationKey: new Uint8Array(hkdfSync('sha256', personalDataKey, 'aulaviva', 'reservations', 32)),
    stripe:
      value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET
        ? { secretKey: value.STRIPE_SECRET_KEY, webhookSecret: value.STRIPE_WEBHOOK_SECRET, base: value.STRIPE_API_BASE }
        : null,
    google: value.GOOGLE_CLIENT_ID
      ? {
          clientId: value.GOOGLE_CLIENT_ID,
          clientSecret: value.GOOGLE_CLIENT_SECRET ?? '',
          issuer: (value.GOOGLE_ISSUER ?? 'https://accounts.google.com').replace(/\/+$/, ''),
        }
      : null,
    genericAuthErrors: value.AUTH_GENERIC_ERRORS,
    leadsWebhookUrl: value.LEADS_WEBHOOK_URL ?? null,
    mail: value.SMTP_URL !== undefined && from ? { url: value.SMTP_URL, from } : null,
    copy,
    erasuresFile: value.ERASURES_FILE ? path.resolve(value.ERASURES_FILE) : embedded ? path.join(dataDir, 'erasures.jsonl') : null,
    linkChecks: value.LINK_CHECKS,
    webhooks: value.WEBHOOKS,
    webhookPrivateHosts: value.WEBHOOK_PRIVATE_HOSTS,
    databaseChecks: value.DATABASE_CHECKS,
    metricsToken: value.METRICS_TOKEN ?? null,
    zone: value.SCHOOL_ZONE ?? null,
    logLevel: value.LOG_LEVEL,
    files: filesPlace(value),
    fileScanner: value.FILE_SCANNER === undefined ? null : readScanner(value.FILE_SCANNER),
    telemetry:
      value.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: readHeaders(value.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
            service: value.OTEL_SERVICE_NAME,
            ratio: value.OTEL_TRACES_SAMPLER_ARG,
            metricsEveryMs: value.OTEL_METRIC_EXPORT_INTERVAL,
          },
    limits: { logins: value.LOGIN_LIMIT, sessions: value.SESSION_LIMIT, forms: value.FORM_LIMIT, uploads: value.UPLOAD_LIMIT },
    // After a pause, at once: the pages of many windows, what a device kept while it was away, and what an import makes in ten seconds.
    rates: {
      use: { perSecond: value.USE_RATE, burst: 10 * value.USE_RATE },
      study: { perSecond: value.STUDY_RATE, burst: 15 * value.STUDY_RATE },
      make: { perSecond: value.MAKE_RATE, burst: 10 * value.MAKE_RATE },
    },
  };
}
