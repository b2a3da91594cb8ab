import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Holds the import directions of docs/architecture.md: every file stands in a room, imports what its room may, and no files import each other in a
 * circle, be it for types alone. That events are picked by name or by stream (`EventOf`, `DataOf`, `StreamEvent`), and nowhere out of a union. That nothing is imported for its effect alone, but texts and styles. That the browser writes no address of a call or a page, and
 * loads schemas only for forms. Prints each that is wrong and exits 1 when there is one.
 */

const root = path.resolve(import.meta.dirname, '../..');

const SIDES = ['events', 'backend/commands', 'backend/projections', 'backend/integrations'];
const CALLS = ['backend/api/contract', 'backend/api/deps.ts', 'backend/api/error.ts', 'backend/api/limits.ts'];

/** What a place may import of the project, besides itself. The most specific place counts. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  events: [],
  // What all contexts are built from knows none of them.
  'backend/commands/kernel': ['events', 'backend/integrations/*/port.ts'],
  'backend/commands': ['events', 'backend/integrations/*/port.ts', 'backend/commands/kernel'],
  'backend/projections/kernel': ['events', 'backend/integrations/*/port.ts'],
  // Puts the kernel together with what looks after it.
  'backend/projections/projector': ['events', 'backend/integrations/vault', 'backend/projections'],
  // What they say to followers is declared with the calls that follow (backend/api/contract/topics.ts).
  'backend/projections': [
    ...['events', 'backend/integrations/*/port.ts', 'backend/integrations/vault', 'backend/integrations/mongo'],
    ...['backend/projections/kernel', 'backend/api/contract/topics.ts'],
  ],
  'backend/integrations': ['events'],
  'backend/api/contract': ['events/mailPurposes.ts'],
  'backend/api/answers': [...SIDES, ...CALLS],
  'backend/api/client': ['events', 'backend/api/contract'],
  'backend/api/plugins': [...SIDES, ...CALLS, 'backend/api/settings.ts', 'backend/api/client'],
  'backend/api/live': [...SIDES, ...CALLS, 'backend/api/plugins'],
  'backend/api/pages': [...SIDES, ...CALLS, 'backend/api/plugins', 'backend/api/answers'],
  'backend/api/app.ts': [...SIDES, 'backend/api'],
  // How a call is made, with what several routes share; and the routes that make them.
  'backend/api/calls': [...SIDES, ...CALLS, 'backend/api/plugins'],
  'backend/api/routes': [...SIDES, ...CALLS, 'backend/api/answers', 'backend/api/plugins', 'backend/api/calls', 'backend/api/settings.ts'],
  // The files beside the rooms: what all of them are built from.
  'backend/api': [...SIDES, 'backend/domain.ts', 'backend/api/contract'],
  // What makes the server's bundle, and knows whether it is of these sources.
  'backend/bundle.ts': ['events/entry.ts', 'backend/bundled.ts'],
  'backend/bundled.ts': ['frontend/sources.ts'],
  'backend/domain.ts': ['events', 'backend/commands', 'backend/integrations'],
  'backend/demo': ['events', 'backend/commands', 'backend/domain.ts'],
  'backend/process': [
    ...SIDES,
    'backend/api',
    'backend/domain.ts',
    'backend/demo',
    'backend/bundled.ts',
    'frontend/build.ts',
    'frontend/sources.ts',
  ],
  // What knows courses, prices, leads and codes, shared by features; `ui` knows controls alone.
  'frontend/src/domain': [
    'frontend/src/ui',
    'frontend/src/lib',
    'frontend/src/i18n',
    'frontend/src/api',
    'frontend/src/live',
    'backend/api/contract',
  ],
  'frontend/src/ui': ['frontend/src/lib', 'frontend/src/i18n', 'frontend/src/api', 'frontend/src/live', 'backend/api/contract'],
  'frontend/src/lib': ['events/zones.ts', 'frontend/src/i18n', 'frontend/src/api', 'frontend/src/live', 'backend/api/contract'],
  'frontend/src/live': [],
  'frontend/src/i18n': ['backend/api/contract'],
  'frontend/src/api': ['frontend/src/live', 'frontend/src/lib', 'backend/api/contract'],
  'frontend/src/app': ['frontend/src', 'backend/api/contract'],
  'frontend/src': ['backend/api/contract'],
  frontend: ['frontend/src', 'backend/api/contract'],
};
const places = Object.keys(allowed).sort((a, b) => b.length - a.length);

const placeOf = (file: string): string | undefined => {
  const feature = /^frontend\/src\/features\/[^/]+/.exec(file)?.[0];
  return feature ?? places.find((place) => file === place || file.startsWith(`${place}/`));
};
const matches = (target: string, pattern: string): boolean =>
  pattern.includes('*')
    ? new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace('*', '[^/]+')}$`).test(target)
    : target === pattern || target.startsWith(`${pattern}/`);

const FEATURE: readonly string[] = [
  'frontend/src/domain',
  'frontend/src/ui',
  'frontend/src/lib',
  'frontend/src/live',
  'frontend/src/api',
  'frontend/src/i18n',
  'backend/api/contract',
];

/** What may be imported for its effect alone: texts and styles that a part brings with it, and what stands once in a page. */
const effectful = [
  /^frontend\/src\/i18n\/[\w-]+\.ts$/,
  /[/-]texts\.ts$/,
  /\.css$/,
  /^frontend\/src\/ui\/(figures|notices)\.ts$/,
  /^frontend\/src\/lib\/(pay-owed|whose-page)\.ts$/,
];

/** Forms that check with a schema of the contract; other values that pages need stand in `contract/choices.ts`, which loads no schemas. */
const CHECKING = [
  'frontend/src/features/auth/forms.ts',
  'frontend/src/features/auth/setup-page.tsx',
  'frontend/src/features/site-admin/school-form.ts',
];
const hasSchemas = (file: string): boolean => /^import \{.*\} from 'zod';$/m.test(readFileSync(path.join(root, file), 'utf8'));

/** Unions of what is no event: commands. The kernel of projections knows no events of the school, only those that a projection names. */
const PICKED = /(?:Extract|Exclude)<\s*((?:[^<>,]|<[^<>]*>)+),\s*\{ type:[^}]*\}\s*>/g;
/** A name of one's own for the event of a name. */
const HELPER = /^type \w+<[^=]*\bT extends (?:[^=]*\['type'\]|EventType)> =/gm;
const isCommand = (union: string): boolean => /Command$|^Parameters<typeof \w+\.decide>\[0\]$/.test(union.trim());

const wrong: string[] = [];
const picked: string[] = [];
const homeless: string[] = [];
const written: string[] = [];
const effects: string[] = [];
const schemas: string[] = [];
const importsOf = new Map<string, string[]>();
for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  const file = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
  if (
    !/\.tsx?$/.test(file) ||
    /\.test\.tsx?$/.test(file) ||
    !/^(events|backend|frontend)\//.test(file) ||
    /(^|\/)(node_modules|dist)\//.test(file)
  )
    continue;
  const source = readFileSync(path.join(root, file), 'utf8');
  // The browser has the addresses of calls from the contract (frontend/src/lib/calls.ts).
  // A page's are in frontend/src/lib/paths.ts and office-paths.ts.
  if (file.startsWith('frontend/src/'))
    for (const [address] of source.matchAll(/(?<=['"`])\/api\/[\w/]*|(?<=\b(?:to|href)=\{?['"`]|navigate\(['"`])\/[\w/]*/g))
      written.push(`${file} writes ${address}`);
  const targets = [...source.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)].map(([, specifier = '']) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)),
  );
  importsOf.set(file, targets);
  if (!['events/registry.ts', 'backend/projections/kernel/projection.ts'].includes(file)) {
    for (const [text] of source.matchAll(HELPER)) picked.push(`${file} writes ${text}`);
    for (const [text, union = ''] of source.matchAll(PICKED))
      if (!isCommand(union)) picked.push(`${file} writes ${text.replaceAll(/\s+/g, ' ')}`);
  }
  for (const [, specifier = ''] of source.matchAll(/^import '(\.[^']+)'/gm)) {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
    if (!effectful.some((pattern) => pattern.test(target))) effects.push(`${file} imports ${target}`);
  }
  if (file.startsWith('frontend/src/') && !CHECKING.includes(file))
    for (const [, names = '', specifier = ''] of source.matchAll(/^import \{([^}]*)\} from '(\.[^']*\/contract\/[^']+)';$/gm)) {
      const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
      if (names.split(',').some((name) => !/^\s*(type\b.*)?$/.test(name)) && hasSchemas(target)) schemas.push(`${file} loads ${target}`);
    }
  const place = placeOf(file);
  if (!place) {
    homeless.push(file);
    continue;
  }
  const may = place.startsWith('frontend/src/features/') ? FEATURE : (allowed[place] ?? []);
  for (const target of targets)
    if (placeOf(target) !== place && !may.some((pattern) => matches(target, pattern))) wrong.push(`${file} imports ${target}`);
}

/** One circle of each knot of files that lead back to themselves, as the way around it. */
const circles: string[] = [];
const done = new Set<string>();
const way: string[] = [];
const walk = (file: string): void => {
  const before = way.indexOf(file);
  if (before >= 0) {
    circles.push([...way.slice(before), file].join(' → '));
    return;
  }
  if (done.has(file)) return;
  way.push(file);
  for (const target of importsOf.get(file) ?? []) walk(target);
  way.pop();
  done.add(file);
};
for (const file of importsOf.keys()) walk(file);

const findings = {
  'Files that stand in no room (`allowed` names them)': homeless,
  'Imports that go the wrong way': wrong,
  'Files that import each other': circles,
  'Imports for an effect alone (`effectful` names what may be)': effects,
  'Events that are picked out of a union (EventOf, DataOf and StreamEvent of events/registry.ts name them)': picked,
  'Addresses that are written by hand': written,
  'Schemas that the browser loads without a form (contract/choices.ts has values without them)': schemas,
};
let failed = false;
for (const [what, lines] of Object.entries(findings)) {
  if (lines.length === 0) continue;
  failed = true;
  process.stdout.write(`${what}:\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
if (failed) process.exit(1);
process.stdout.write('imports: every one goes the right way, and none in a circle\n');
