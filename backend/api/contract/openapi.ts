import { z } from 'zod';
import { addresses } from './addresses.ts';
import { allRoutes } from './all.ts';
import { errorAnswer } from './common.ts';
import { commonErrors, type ErrorCode, errorCatalogue } from './errors.ts';
import { policies } from './policy.ts';
import type { RouteContract } from './route.ts';

type Schema = Record<string, unknown>;

/** Where OpenAPI 3.0 differs from JSON Schema: nullable alternatives, and enumerated keys as properties. */
const asOpenApi = (made: Schema): void => {
  const { nullable, anyOf, required, properties, additionalProperties } = made;
  if (nullable === true && Array.isArray(anyOf)) {
    delete made['nullable'];
    made['anyOf'] = anyOf.map((one: Schema) => ({ ...one, nullable: true }));
  }
  if (Array.isArray(required) && properties === undefined && typeof additionalProperties === 'object') {
    made['properties'] = Object.fromEntries(required.map((name: string) => [name, additionalProperties]));
    made['additionalProperties'] = false;
  }
};

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
    override({ jsonSchema: made }) {
      const { documentedAs, ...others } = made as Schema;
      asOpenApi(made as Schema);
      if (!(documentedAs instanceof z.ZodType)) return;
      for (const name of Object.keys(made)) delete (made as Schema)[name];
      const { default: fallback } = others;
      Object.assign(made, jsonSchema(documentedAs, io), fallback !== undefined && { default: fallback });
    },
  }) as Schema;
  return rest;
};

/** `/a/:id/` → `/a/{id}`; a trailing slash makes no difference. */
const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1');

const answer = (schema: Schema, description = 'OK', type = 'application/json') => ({ description, content: { [type]: { schema } } });
const refusal = (description: string) => answer({ $ref: '#/components/schemas/Error' }, description);
const text = (...values: string[]): Schema => ({ type: 'string', ...(values.length > 0 && { enum: values }) });
const object = (properties: Record<string, Schema>, required: string[]): Schema => ({ type: 'object', properties, required });
const parameter = (name: string, where: 'path' | 'query') => ({ name, in: where, required: where === 'path', schema: text() });
/** A redirect of the browser; an error is in the address that it leads to. */
const leads = { description: 'Where the browser goes on', headers: { Location: { required: true, schema: text() } } };
/** Addresses outside the contract's calls. */
const besides: readonly [path: string, summary: string, more: { parameters?: object[]; responses: Record<number, object> }][] = [
  [
    addresses.health,
    '200 while the process lives',
    {
      responses: {
        200: answer(object({ status: text('ok'), demo: { type: 'boolean' } }, ['status', 'demo'])),
        421: refusal('HOST_NOT_KNOWN'),
      },
    },
  ],
  [
    addresses.ready,
    '200 once stores answer, the demo is loaded and projections have caught up, else 503 with what is missing',
    {
      responses: {
        200: answer(object({ status: text('ready'), troubles: { type: 'array', items: { type: 'object' } } }, ['status'])),
        421: refusal('HOST_NOT_KNOWN'),
        503: refusal('NOT_READY'),
      },
    },
  ],
  [
    '/api/files/{bucket}/{name}',
    'A file that was uploaded, by the address that its upload answered',
    {
      parameters: [parameter('bucket', 'path'), parameter('name', 'path')],
      responses: { 200: answer({ type: 'string', format: 'binary' }, 'The file', '*/*'), 404: refusal('FILE_NOT_FOUND') },
    },
  ],
  [
    addresses.projectionHealth,
    'State and lag of each projection: 503 where one is halted, fails, or has lagged by too much for too long; for this machine, administrators and who has the operator’s token',
    {
      responses: {
        200: answer(
          object({ status: text('ok', 'degraded'), projections: { type: 'array', items: { type: 'object' } } }, ['status', 'projections']),
        ),
        401: refusal('AUTH_REQUIRED'),
        421: refusal('HOST_NOT_KNOWN'),
        503: answer(
          object({ status: text('failing'), projections: { type: 'array', items: { type: 'object' } } }, ['status', 'projections']),
        ),
      },
    },
  ],
  [
    addresses.metrics,
    'Prometheus text; for this machine, for administrators and for who has the operator’s token',
    { responses: { 200: answer(text(), 'Figures', 'text/plain'), 401: refusal('AUTH_REQUIRED') } },
  ],
  [
    addresses.google,
    'Leads the browser to Google; back here it is signed in',
    { parameters: [parameter('returnTo', 'query')], responses: { 302: leads, 421: refusal('HOST_NOT_KNOWN') } },
  ],
  [
    `${addresses.google}/regreso`,
    'Where Google leads the browser back to',
    {
      parameters: ['code', 'state', 'error'].map((name) => parameter(name, 'query')),
      responses: { 302: leads, 421: refusal('HOST_NOT_KNOWN') },
    },
  ],
  [
    `${addresses.company}/regreso/{proveedor}`,
    'Where the provider of a company leads the browser back to',
    {
      parameters: [parameter('proveedor', 'path'), ...['code', 'state', 'iss', 'error'].map((name) => parameter(name, 'query'))],
      responses: { 302: leads, 421: refusal('HOST_NOT_KNOWN') },
    },
  ],
];

/** `headers`: those that the browser's client sends with every call. */
const parameters = (contract: RouteContract, headers: boolean) => {
  const from = (schema: z.ZodType | undefined, where: 'path' | 'query') => {
    if (!(schema instanceof z.ZodObject)) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Schema>; required?: string[] };
    return Object.entries(properties).map(([name, part]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: part,
    }));
  };
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: `Version of the ${contract.versionOf} that the change is made from; 409 VERSION_CONFLICT where it is another`,
    schema: { type: 'string', pattern: '^("\\d{1,9}"|\\d{1,9})$' },
  };
  return [...from(contract.params, 'path'), ...from(contract.query, 'query'), ...(headers && contract.versionOf ? [ifMatch] : [])];
};

/** The live topics that say when the answer changed. */
const movedBy = ({ live }: RouteContract): string[] => {
  if (!live || !('follows' in live)) return [];
  return [
    `Topics: ${Object.keys(live.follows)
      .map((topic) => `\`${topic}\``)
      .join(', ')}`,
  ];
};

const operation = (contract: RouteContract, headers: boolean) => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...(contract.errors ?? []), ...(contract.account ? (['DEMO_READ_ONLY'] as const) : []), ...commonErrors]) {
    const status = errorCatalogue[code][0];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `${code}: ${errorCatalogue[code][1]}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  const row = policies[contract.policy];
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: [`Policy: \`${contract.policy}\` ${JSON.stringify(row)}`, ...movedBy(contract)].join('\n\n'),
    ...('open' in row ? { security: [] } : {}),
    parameters: parameters(contract, headers),
    ...(contract.upload && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                ...(contract.body && (jsonSchema(contract.body, 'input')['properties'] as Schema)),
                ...Object.fromEntries(
                  contract.upload.fields.map((field) => [field, { type: 'array', items: { type: 'string', format: 'binary' } }]),
                ),
              },
            },
          },
        },
      },
    }),
    ...(!contract.upload &&
      contract.body && {
        requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(contract.body, 'input') } } },
      }),
    responses: {
      [contract.status ?? 200]: {
        description: 'OK',
        content: { [contract.type ?? 'application/json']: { schema: jsonSchema(contract.answer, 'output') } },
      },
      ...Object.fromEntries(refusals),
    },
  };
};

/** The OpenAPI 3.0 document of the whole API, made from the contracts. Aliases are left out unless asked for, because they are the same call. */
export function openApiDocument(options: { aliases?: boolean } = {}): Schema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of allRoutes)
    for (const path of [contract.path, ...(options.aliases ? (contract.aliases ?? []) : [])]) {
      const at = openApiPath(path);
      const found = operation(contract, options.aliases ?? false);
      paths[at] = {
        ...paths[at],
        [contract.method.toLowerCase()]:
          path === contract.path ? found : { ...found, operationId: `${found.operationId}_${at.replace(/\W+/g, '_')}` },
      };
    }
  if (options.aliases)
    for (const [path, summary, more] of besides)
      paths[path] = { get: { operationId: path.replace(/\W+/g, '_').slice(1), tags: ['Operación'], summary, security: [], ...more } };
  return {
    openapi: '3.0.3',
    info: {
      title: 'Aulaviva',
      version: '1',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      description:
        'Errors are `{message, code, errors?}`; `X-Error-Codes` names the code of each of `errors`. Reads take `X-Min-Position`, writes take `Idempotency-Key`, and `If-Match` where they name it (others answer IF_MATCH_NOT_COMPARED); both answer `X-Position`. What is read from a halted projection carries `X-Stale: true` and, in `X-Stale-Since`, when the first thing happened that it lacks.',
    },
    // The school that serves the document.
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { cookie: [] }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorAnswer, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, cookie: { type: 'apiKey', in: 'cookie', name: 'aulaviva' } },
    },
  };
}
