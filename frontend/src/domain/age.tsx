import { useReadStatus } from '../api/read-status.ts';
import { Freshness } from '../ui/freshness.tsx';

/** How old the figures of a page are, once for all of them: they are of one answer (J07). While it stands still the frame says so. `of`: its endpoint. */
export function Age({ of }: { of: Parameters<typeof useReadStatus>[0] }) {
  const standing = useReadStatus(of);
  if (!standing || standing.halted) return null;
  return (
    <p className="muted page-age">
      <Freshness at={standing.at} />
    </p>
  );
}
