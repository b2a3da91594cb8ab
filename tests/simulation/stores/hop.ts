/**
 * The way from a caller to a store and back. `effect` is what the store does, all at once; how long the ways there and back take, whether the
 * request arrives and whether its answer does, is the hop's affair. `call` says what is asked, for the trace.
 */
export type Hop = <T>(call: string, effect: () => T) => Promise<T>;

/** No way at all: the store as it is, for the contract suites. */
export const direct: Hop = async (_, effect) => effect();
