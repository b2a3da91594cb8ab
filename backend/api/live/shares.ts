import { TokenBucket } from '../plugins/tokenBucket.ts';

/** What the connections of one person, or of visitors from one place, may ask for together. */
export interface Share {
  budget: TokenBucket;
  /** The rate of their messages. */
  messages: TokenBucket;
  /** What they follow, each counted for each connection. */
  topics: number;
  most: number;
  connections: number;
}

/** A person has some windows; behind one address there may be a whole school of visitors. */
const LIMITS = {
  person: { burst: 3_000, perSecond: 100, topics: 3_000 },
  place: { burst: 20_000, perSecond: 1_000, topics: 20_000 },
} as const;
const KEPT = 10_000;

export type Shares = ReturnType<typeof createShares>;

export function createShares() {
  const shares = new Map<string, Share>();
  return {
    /** The share of this person or place, with one connection more. */
    join(kind: keyof typeof LIMITS, id: string): Share {
      // Kept for a while without connections: reconnecting must not give a fresh budget.
      if (shares.size >= KEPT)
        for (const [key, { connections, budget }] of shares) if (connections === 0 && budget.isFull()) shares.delete(key);
      const key = `${kind} ${id}`;
      const { burst, perSecond, topics } = LIMITS[kind];
      const share = shares.get(key) ?? {
        budget: new TokenBucket({ burst, perSecond }),
        messages: new TokenBucket({ burst: burst / 2, perSecond }),
        topics: 0,
        most: topics,
        connections: 0,
      };
      shares.set(key, share);
      share.connections += 1;
      return share;
    },
  };
}
