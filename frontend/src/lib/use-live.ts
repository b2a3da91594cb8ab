import { useEffect } from 'react';
import type { Read } from './calls.ts';
import { follow } from './follow.ts';
import { call, type Given } from './http.ts';
import { type Resource, useResource } from './use-resource.ts';

/**
 * A read for pages without the store, followed live by the topics of its call: `useLive(reads.getOutline, id, key)`. The key identifies what is
 * read; null reads and follows nothing.
 */
export const useLive = <Arg, Answer>(read: Read<Arg, Answer>, arg: NoInfer<Arg>, key: string | null): Resource<Answer> => {
  const resource = useResource(key, (signal, minPosition) => call(read.call, ...([arg, { signal, minPosition }] as Given<Arg>)));
  const { refetch, readAt } = resource;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is read
  useEffect(() => (key === null ? undefined : follow({ follows: read.follows, arg }, refetch, readAt)), [key, read.call, refetch, readAt]);
  return resource;
};
