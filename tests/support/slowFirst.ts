import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, by a part of their path: they begin first, so that no worker ends the run alone with one of them. */
const SLOW = ['tests/faults/', 'tests/api/durability', 'tests/projections/kernel/', 'tests/api/', 'tests/reactions/', 'tests/contracts/'];
const rank = ({ moduleId }: TestSpecification): number => {
  const found = SLOW.findIndex((part) => moduleId.includes(part));
  return found < 0 ? SLOW.length : found;
};

/**
 * The kind of worker that runs a file: its project, and its environment where it names one. A worker ends, with all that it loaded, when the next file
 * of the queue is of another kind: files of one kind stand together.
 */
const kindOf = ({ project, moduleId }: TestSpecification): string => {
  const own = project.name === 'dom' && /@vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8').slice(0, 400));
  return `${project.name === 'node' ? 0 : 1} ${own ? own[1] : ''}`;
};

export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = new Map(files.map((file) => [file, kindOf(file)]));
    const byKind = (a: TestSpecification, b: TestSpecification) => (kinds.get(a) ?? '').localeCompare(kinds.get(b) ?? '');
    return (await super.sort(files)).sort((a, b) => byKind(a, b) || rank(a) - rank(b));
  }
}
