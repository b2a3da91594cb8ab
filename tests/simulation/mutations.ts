import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Faults that were mended, put back into a copy of the source: what shows that the simulation would find them. */
export interface Mutation {
  name: string;
  /** What is broken again. */
  fault: string;
  /** The first seed that finds it. */
  seed: number;
  file: string;
  /** Stands in the file once. */
  mend: string;
  broken: string;
}

export const mutations: readonly Mutation[] = [
  {
    name: 'erasure',
    fault: 'what is written while its author is being erased is read by everybody',
    seed: 2,
    file: 'backend/integrations/vault/personalKeys.ts',
    mend: 'async erasing(person, at) {',
    broken: 'async erasing(person, at) {\n      if (at !== null) return;',
  },
  {
    name: 'search',
    fault: 'a search misses what a projection tells when it is resumed',
    seed: 6,
    file: 'backend/projections/reading/follower.ts',
    mend: 'reader.changesSince(place, [',
    broken: 'reader.changesSince(place.position, [',
  },
  {
    name: 'resume',
    fault: 'who comes back to the live line is not told of what their topics told meanwhile',
    seed: 1,
    file: 'frontend/src/live/feed.ts',
    mend: 'const from = seen ?? floor;',
    broken: 'const from = (seen ?? floor) === null ? floor : null;',
  },
  {
    name: 'timer',
    fault: 'what is due is begun by two at once',
    seed: 24,
    file: 'backend/commands/kernel/timer.ts',
    mend: 'if (epoch !== undefined) {',
    broken: 'if (epoch === Number.NaN) {',
  },
  {
    name: 'switch',
    fault: 'a switch of generation is forgotten with the read models of the moment before',
    seed: 2,
    file: 'backend/projections/kernel/generations.ts',
    mend: 'lost?.request.data.codeVersion !== version',
    broken: 'lost?.request.data.codeVersion !== -1',
  },
  {
    name: 'answer',
    fault: 'a command repeated after a lost answer is answered with what the repeat would have written',
    seed: 3,
    file: 'events/log.ts',
    mend: "expected === 'any' || expected === 'exists' ? command : uuid5(command, type, contentOf(event.data, meta))",
    broken: "contentOf(event.data, meta) === '' ? '' : command",
  },
  {
    name: 'unreadable',
    fault: 'one contact without its key keeps everybody from being erased',
    seed: 6,
    file: 'backend/commands/site/leads.ts',
    mend: 'decode([record]).catch((error: unknown) => {',
    broken: 'decode([record]).catch((error: unknown) => {\n      if (error) throw error;',
  },
  {
    name: 'checkpoint',
    fault: 'after a restore a reactor stands beyond the end of the log, and passes over what comes next',
    seed: 12,
    file: 'backend/commands/kernel/reactor.ts',
    mend: 'if (!isLost()) return [];\n  const start',
    broken: 'if (head) return [];\n  const start',
  },
  {
    name: 'followed',
    fault: 'a command is answered before what it wrote outlasts a power cut',
    seed: 20,
    file: 'backend/commands/kernel/handle.ts',
    mend: 'entry.version, events, metadataOf(context));',
    broken: 'entry.version, events, metadataOf(context), { followed: true });',
  },
  {
    name: 'administrator',
    fault: 'somebody who is no administrator any more is put back on their list',
    seed: 11,
    file: 'backend/commands/identity/administrators.ts',
    mend: 'return isListed || isOver ? []',
    broken: 'return isListed ? []',
  },
];

/** What a run is made of. */
export const COPIED = ['backend', 'events', 'frontend/src/live', 'tests/simulation', 'tests/support/courseFields.ts', 'package.json'];

/** A copy of what the simulation runs, with the fault in it. The folder is the caller's to remove. */
export function mutated({ file, mend, broken }: Mutation): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-mutation-'));
  for (const one of COPIED) cpSync(one, path.join(folder, one), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const target = path.join(folder, file);
  const source = readFileSync(target, 'utf8');
  if (source.split(mend).length !== 2) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`«${mend}» does not stand in ${file} once`);
  }
  writeFileSync(
    target,
    source.replace(mend, () => broken),
  );
  return folder;
}
