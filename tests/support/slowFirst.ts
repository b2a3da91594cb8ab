import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, by the part of its path: begun first, so that no worker is left alone with one of them at the end. */
const SLOW = ['tests/faults/', 'tests/api/durability', 'tests/projections/kernel/', 'tests/api/', 'tests/reactions/', 'tests/contracts/'];
const rank = ({ moduleId }: TestSpecification): number => {
  const found = SLOW.findIndex((part) => moduleId.includes(part));
  return found < 0 ? SLOW.length : found;
};

export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
