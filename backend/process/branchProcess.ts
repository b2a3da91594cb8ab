import type { AnyProjection } from '../projections/kernel/projection.ts';

/**
 * A process of its own: `branchProcess.ts <module>` imports the projections of another source tree and tells of them. Code that does not come to an end while
 * it is imported can be ended from outside only so: V8 does not survive that a thread is ended in the middle of it.
 */

/** What is told of a projection: its code stays in the process. */
export type LoadedProjection = Pick<AnyProjection, 'name' | 'version' | 'indexes'>;
export type FromLoader = { kind: 'loaded'; projections: LoadedProjection[] } | { kind: 'failed'; message: string };

/** What is wrong with code, and in which file and line, in one line. */
const whereOf = ({ message, stack = '' }: Error): string => {
  const place = /file:\/\/[^\s)]+/.exec(stack)?.[0];
  return place === undefined || message.includes(place) ? message : `${message} (${place})`;
};

const description = await import(process.argv[2] ?? '').then(
  ({ projections }: { projections: readonly AnyProjection[] }): FromLoader => ({
    kind: 'loaded',
    projections: projections.map(({ name, version, indexes }) => ({ name, version, ...(indexes && { indexes }) })),
  }),
  (error: Error): FromLoader => ({ kind: 'failed', message: whereOf(error) }),
);
process.send?.(description, () => process.disconnect());
