import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../backend/api/contract/openapi.ts';

/** The document at `/api/docs/json`, which is made from the contracts. */

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }>; headers?: Record<string, { schema?: object }> }>;
}
const document = openApiDocument({ aliases: true });

test('the OpenAPI document breaks none of Redocly’s recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test('every call has a schema for its successful answer, and lists its errors', () => {
  const lacking: string[] = [];
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Operation>>))
    for (const [method, { responses }] of Object.entries(methods)) {
      const of = (first: RegExp) => Object.entries(responses).filter(([status]) => first.test(status));
      const succeeds = of(/^2/).flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema));
      const leads = of(/^3/).flatMap(([, { headers = {} }]) => headers['Location']?.schema ?? []);
      if ([...succeeds, ...leads].filter((schema) => schema !== undefined && Object.keys(schema).length > 0).length === 0)
        lacking.push(`${method} ${path}: what it answers`);
      if (of(/^4/).length === 0) lacking.push(`${method} ${path}: how it is refused`);
    }
  expect(lacking).toEqual([]);
});
