import { ErrorState } from './error-state.tsx';
import { RowsSkeleton, Skeleton } from './skeleton.tsx';

/** The state of a read, as the hooks of RTK Query and `useLive` return it. */
export interface Query {
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface Props {
  of: Query;
  /** «No se pudieron cargar los cursos». */
  failed: string;
  /** Inside a card or a section, beside others that did load. */
  inline?: boolean | undefined;
  /** The number of placeholder rows while it is loading. */
  rows?: number;
  /** Another placeholder; with neither, nothing is shown while it is loading. */
  children?: React.ReactNode;
}

/** Stands where an answer is not there yet: a placeholder while it is loading, or why it failed, with a button to try again. */
export function QueryState({ of: { error, isFetching, refetch }, failed, inline, rows, children }: Props) {
  if (error) return <ErrorState title={failed} error={error} onRetry={() => refetch()} retrying={isFetching} inline={inline} />;
  const placeholder = rows ? <RowsSkeleton rows={rows} /> : children;
  return placeholder ? <Skeleton>{placeholder}</Skeleton> : null;
}
