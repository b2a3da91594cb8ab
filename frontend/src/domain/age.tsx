import { useReadStatus } from '../api/read-status.ts';
import { Freshness } from '../ui/freshness.tsx';

/** The age of the figures on a page, which come from one answer (J07). While the projection is halted, the frame says so. `of`: the endpoint. */
export function Age({ of }: { of: Parameters<typeof useReadStatus>[0] }) {
  const readStatus = useReadStatus(of);
  if (readStatus?.halted) return null;
  return <Freshness at={readStatus?.at} />;
}
