import type { Change, ReadStoreReader } from '../../backend/projections/kernel/readStore.ts';

/** Changes with n > after, oldest first, as a follower of all topics gets them. */
export async function changesAfter(
  reader: Pick<ReadStoreReader, 'changeHeads' | 'changes'>,
  after: number,
  limit: number,
): Promise<Change[]> {
  return reader.changes((await reader.changeHeads(after, limit)).map(({ n }) => n));
}
