import { writeFileSync } from 'node:fs';
import { registry } from '../../events/registry.ts';
import { writeEventsPage } from '../support/streamsPage.ts';
import { fileOf, record, recordsOf } from './record.ts';
import { writeReplay } from './replay.ts';

/** `npm run golden`: adds what is missing to the golden records and to the golden replay, and writes the table of streams in docs/events.md. */

for (const definition of registry.values()) {
  const { category, type, version } = definition;
  const name = `${type}.v${version}`;
  const before = recordsOf(category);
  if (before[name]) continue;
  writeFileSync(fileOf(category), `${JSON.stringify({ ...before, [name]: await record(definition) }, null, 2)}\n`);
  process.stdout.write(`added ${name} to ${category}.json\n`);
}
writeEventsPage();
await writeReplay();
