import { readFileSync } from 'node:fs';
import { outgoingSchema, outgoingTypes } from '../../../events/outgoing.ts';
import { registry } from '../../../events/registry.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { openApiDocument } from '../contract/openapi.ts';

/** The package that programs in TypeScript or JavaScript call the school with, made from the OpenAPI document of this very release. */

type Schema = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const NAME = /^[A-Za-z_$][\w$]*$/;
const named = (name: string): string => (NAME.test(name) ? name : JSON.stringify(name));
const union = (parts: readonly string[]): string => [...new Set(parts)].join(' | ');
const grouped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);
const comment = (text: string, indent = ''): string => `${indent}/** ${text.replaceAll('*/', '*∕').replace(/\s+/g, ' ').trim()} */\n`;

/** A JSON Schema as a type. */
export function typeOf(schema: Schema, indent = ''): string {
  const { nullable, enum: values, anyOf, oneOf, allOf, type, items, properties, additionalProperties, format, const: only } = schema;
  const orNull = (made: string) => (nullable === true ? union([made, 'null']) : made);
  if (only !== undefined) return orNull(JSON.stringify(only));
  if (Array.isArray(values)) return orNull(union(values.map((value) => JSON.stringify(value))));
  const parts = anyOf ?? oneOf;
  if (Array.isArray(parts)) return orNull(union(parts.map((part: Schema) => typeOf(part, indent))));
  if (Array.isArray(allOf)) return orNull(allOf.map((part: Schema) => grouped(typeOf(part, indent))).join(' & '));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, indent)));
  switch (type) {
    case 'string':
      return orNull(format === 'binary' ? 'Blob' : 'string');
    case 'number':
    case 'integer':
      return orNull('number');
    case 'boolean':
    case 'null':
      return orNull(type);
    case 'array':
      return orNull(`${grouped(items ? typeOf(items as Schema, indent) : 'unknown')}[]`);
    case 'object':
      return orNull(objectOf(properties as Record<string, Schema> | undefined, schema['required'], additionalProperties, indent));
    default:
      return orNull('unknown');
  }
}
function objectOf(properties: Record<string, Schema> | undefined, required: unknown, more: unknown, indent: string): string {
  const inner = `${indent}  `;
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties ?? {}).map(
    ([name, part]) => `${inner}${named(name)}${needed.has(name) ? '' : '?'}: ${typeOf(part, inner)};\n`,
  );
  if (fields.length === 0) return `Record<string, ${more && typeof more === 'object' ? typeOf(more as Schema, indent) : 'unknown'}>`;
  return `{\n${fields.join('')}${indent}}`;
}

const objectSchema = (of: Operation['parameters']): Schema => ({
  type: 'object',
  properties: Object.fromEntries(of.map(({ name, schema }) => [name, schema])),
  required: of.filter(({ required }) => required).map(({ name }) => name),
});

/** What a call is given, and what it answers. */
function callOf({ parameters, requestBody, responses }: Operation): {
  given: string;
  needed: boolean;
  answer: string;
  type: string | null;
} {
  const indent = '    ';
  const [params, query] = (['path', 'query'] as const).map((where) => parameters.filter((one) => one.in === where));
  const body = requestBody?.content['application/json']?.schema;
  const isForm = requestBody !== undefined && body === undefined;
  // A body without a required field may be left out by whoever has nothing to say; the school wants one.
  const bodyNeeded = isForm || body !== undefined;
  const parts = [
    ...(params?.length ? [`${indent}params: ${typeOf(objectSchema(params), indent)};\n`] : []),
    ...(query?.length
      ? [`${indent}query${query.some(({ required }) => required) ? '' : '?'}: ${typeOf(objectSchema(query), indent)};\n`]
      : []),
    ...(isForm ? [`${indent}body: FormData;\n`] : body ? [`${indent}body: ${typeOf(body, indent)};\n`] : []),
  ];
  const [, answered] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [[type, content] = ['application/json', { schema: {} }]] = Object.entries(answered?.content ?? {});
  const isJson = type === 'application/json';
  return {
    given: parts.length === 0 ? '{}' : `{\n${parts.join('')}  }`,
    needed: Boolean(params?.length) || bodyNeeded || Boolean(query?.some(({ required }) => required)),
    answer: isJson ? typeOf(content.schema, '  ') : 'Response',
    type: isJson ? null : type,
  };
}

const RUNTIME_TYPES = `/** What every call takes besides what is its own. */
export interface Options {
  /** The version that a change is made from; another one is refused with VERSION_CONFLICT. */
  ifMatch?: number;
  /** Under the same key a write is done once; without one each call has its own, which its repetitions share. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
export interface Answer<T> {
  /** A \`Response\` where the answer is no JSON: a file, to be read as it comes. */
  data: T;
  /** The position of the log that the answer reflects, or that was written. */
  position: string | null;
  /** The cursor of the next page; null on the last, and where there are no pages. */
  next: string | null;
  /** The answer lacks what happened last, because a view of the school has stopped. */
  stale: boolean;
}
export type Client = {
  [Name in keyof Calls]: (
    ...given: Calls[Name]['needed'] extends true ? [Calls[Name]['given'] & Options] : [(Calls[Name]['given'] & Options)?]
  ) => Promise<Answer<Calls[Name]['answer']>>;
};
export interface ClientOptions {
  /** The school's address: \`https://escuela.mx\`. */
  url: string;
  /** A key of the school (/admin/integrations), or a session's token; without one only what is open to everybody answers. */
  key?: string;
  fetch?: typeof fetch;
  /** How often a call is repeated where nothing answered, or the school asks to wait. */
  retries?: number;
}
/** Reads wait for what the same client wrote before; writes that get no answer are repeated and done once. */
export declare function createClient(options: ClientOptions): Client;

/** A call was refused. \`message\` is in Spanish, for people; \`code\` is for programs. */
export declare class AulavivaError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: { path: string; message: string; actual?: unknown }[];
  readonly call: keyof Calls;
}
export type ErrorCode = keyof Errors;

/** All pages of a list, one after the other. */
export declare function pages<G, T>(list: (given: G) => Promise<Answer<T>>, given?: G): AsyncGenerator<Answer<T>, void, void>;

type HeadersLike = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;
/**
 * Checks that a message comes from the school (Standard Webhooks), and reads it. Throws where it does not. \`body\`: the text as it came;
 * \`secret\`: that of the webhook, or several while one takes the place of the other.
 */
export declare function readWebhook(message: {
  headers: HeadersLike;
  body: string;
  secret: string | readonly string[];
  toleranceSeconds?: number;
  /** Epoch milliseconds. */
  now?: number;
}): Promise<WebhookMessage | WebhookPing>;
export interface WebhookPing {
  type: 'Ping';
  timestamp: string;
  data: Record<string, never>;
}
interface Sent<Type extends keyof WebhookData> {
  type: Type;
  /** ISO UTC. */
  timestamp: string;
  data: WebhookData[Type];
  event: {
    id: string;
    stream: string;
    version: number;
    position: string;
    schemaVersion: number;
    correlationId: string;
    actor: { userId: number | null; role: string };
  };
}
/** What the school tells: told apart by \`type\`. */
export type WebhookMessage = { [Type in keyof WebhookData]: Sent<Type> }[keyof WebhookData];
`;

const README = `# Client of an Aulaviva school

Made from the OpenAPI document of the school that serves it. No dependencies; an ES module for Node 20, Deno, Bun or a browser.

\`\`\`ts
import { AulavivaError, createClient, pages, readWebhook } from '@aulaviva/client';

const school = createClient({ url: 'https://escuela.mx', key: process.env.AULAVIVA_KEY! });
const { data } = await school.listLeads({ query: { limit: 50 } });
for await (const { data } of pages(school.listPeople, { query: { limit: 100 } })) console.log(data);
try {
  await school.noteLead({ params: { leadId: data.contactos[0]!.id }, body: { texto: 'Llamar el lunes' } });
} catch (error) {
  if (error instanceof AulavivaError && error.code === 'LEAD_NOT_FOUND') console.log(error.message);
}
\`\`\`

A key is made at /admin/integrations; each call names the permission that it needs. Reads wait for what the same client wrote; writes carry an \`Idempotency-Key\` and are repeated where no answer came. \`readWebhook\` checks the signature of what the school sends, and knows the type of each event.
`;

/** Scopes are rows of the policy table, as the document has them. */
const policyOf = (description: string): string => /`([\w.]+)`/.exec(description)?.[1] ?? '';

/** The files of the package, by name. Its version is that of the school. */
export function typescriptClient(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  const operations = Object.entries(openApiDocument()['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation, made: callOf(operation) })),
  );
  const callTypes = operations.map(({ path, method, operation: { operationId, summary, description }, made }) => {
    const head = comment(`${summary}. \`${method} ${path}\`, permission \`${policyOf(description)}\`.`, '  ');
    return `${head}  ${operationId}: { given: ${made.given}; needed: ${made.needed}; answer: ${made.answer} };\n`;
  });
  const errors = Object.entries(errorCatalogue).map(([code, [status, text]]) => `${comment(text, '  ')}  ${code}: ${status};\n`);
  const webhooks = outgoingTypes.map(
    (type) => `${comment(registry.get(type)?.summary ?? '', '  ')}  ${type}: ${typeOf(outgoingSchema(type), '  ')};\n`,
  );
  const table = operations.map(({ path, method, operation, made }) => {
    const row = [method, path, ...(made.type ? [made.type] : [])];
    return `  ${operation.operationId}: ${JSON.stringify(row)},\n`;
  });
  return {
    'package.json': `${JSON.stringify(
      {
        ...{ name: '@aulaviva/client', version, description: 'Typed client of an Aulaviva school', license: 'MIT', type: 'module' },
        exports: { '.': { types: './index.d.ts', default: './index.js' } },
        ...{ types: './index.d.ts', files: ['*.js', '*.d.ts'], sideEffects: false, engines: { node: '>=20' } },
      },
      null,
      2,
    )}\n`,
    'README.md': README,
    'index.js': readFileSync(new URL('./runtime.js', import.meta.url), 'utf8'),
    'calls.js': `export const calls = {\n${table.join('')}};\n`,
    'index.d.ts': [
      comment('Made from the OpenAPI document of the school: do not edit.'),
      RUNTIME_TYPES,
      `\n/** Each call of the API. */\nexport interface Calls {\n${callTypes.join('')}}\n`,
      `\n/** Each error of the API, with its HTTP status. */\nexport interface Errors {\n${errors.join('')}}\n`,
      `\n/** What each event of a webhook says. */\nexport interface WebhookData {\n${webhooks.join('')}}\n`,
    ].join(''),
  };
}
