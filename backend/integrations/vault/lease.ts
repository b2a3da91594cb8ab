import { performance } from 'node:perf_hooks';
import { pause } from '../../../events/store/subscription.ts';
import type { Vault } from './port.ts';

/**
 * A lease in the vault, so that of any number of processes one is active. Its epoch increases with every holder and fences writes:
 * the store refuses a holder that overslept its lease, whatever that holder believes.
 */
export interface Lease {
  /** Increases with every acquisition, from 1. */
  readonly epoch: number;
  /** Aborts when the lease is lost or released. */
  readonly lost: AbortSignal;
  /** Lets the next process acquire it at once. */
  release(): Promise<void>;
}

export type LeaseSource = ReturnType<typeof leaseSource>;

/** As kept in the vault's table `leases`. */
export interface LeaseRecord {
  holder: string;
  epoch: number;
  /** Epoch milliseconds; 0 when released. */
  expiresAt: number;
}

export interface LeaseOptions {
  vault: Vault;
  /** Key in the table `leases`. */
  key: string;
  /** Who acquires it. The same holder gets its own lease back at once (an embedded process after a crash; DATA_DIR is locked). */
  holder: string;
  ttlMs?: number;
  /** Epoch milliseconds. */
  clock: () => number;
}

export const LEASE_MS = 10_000;

/**
 * After a restore: the next holder of each lease gets an epoch that no holder ever had, not even after the backup, of which the restored vault knows
 * nothing. Otherwise a page left open over the restore could hold a place in the log of changes that is given again. Seconds since 1970 exceed the
 * number of holders.
 */
export async function beginNewTerms(vault: Vault, now: Date): Promise<void> {
  const epoch = Math.floor(now.getTime() / 1_000);
  for (const { key, value, revision } of await vault.list<Partial<LeaseRecord>>('leases', ''))
    if (value.holder !== undefined && value.epoch !== undefined)
      await vault.replace('leases', key, revision, { holder: value.holder, epoch: Math.max(value.epoch + 1, epoch), expiresAt: 0 });
}

export function leaseSource({ vault, key, holder, ttlMs = LEASE_MS, clock }: LeaseOptions) {
  const renewed = (epoch: number): LeaseRecord => ({ holder, epoch, expiresAt: clock() + ttlMs });

  async function tryAcquire(watch: Watch): Promise<{ epoch: number; revision: number } | null> {
    const found = await vault.get<LeaseRecord>('leases', key);
    const epoch = (found?.value.epoch ?? 0) + 1;
    if (found) {
      const free = found.value.holder === holder || found.value.expiresAt <= clock() || watch.still(found.revision, ttlMs);
      if (!free || !(await vault.replace('leases', key, found.revision, renewed(epoch)))) return null;
    } else if (!(await vault.insert('leases', key, renewed(epoch)))) return null;
    const ours = await vault.get<LeaseRecord>('leases', key);
    return ours?.value.epoch === epoch && ours.value.holder === holder ? { epoch, revision: ours.revision } : null;
  }

  function hold(epoch: number, first: number): Lease {
    const lost = new AbortController();
    let revision = first;
    let validUntil = performance.now() + ttlMs;
    let released = false;

    const renew = async () => {
      if (released) return;
      const asked = performance.now();
      try {
        const kept = await vault.replace('leases', key, revision, renewed(epoch));
        const found = kept ? await vault.get<LeaseRecord>('leases', key) : null;
        if (found?.value.epoch !== epoch) return lost.abort();
        revision = found.revision;
        validUntil = asked + ttlMs;
      } catch {
        // The vault may come back before the lease ends.
        if (performance.now() >= validUntil) return lost.abort();
      }
      schedule();
    };
    const schedule = () => {
      if (!released && !lost.signal.aborted) setTimeout(renew, ttlMs / 3).unref();
    };
    schedule();

    return {
      epoch,
      lost: lost.signal,
      async release() {
        if (released) return;
        released = true;
        lost.abort();
        const found = await vault.get<LeaseRecord>('leases', key);
        if (found?.value.epoch === epoch) await vault.replace('leases', key, found.revision, { holder, epoch, expiresAt: 0 });
      },
    };
  }

  return {
    /** Waits until the lease is ours; null where the signal aborts first. Throws what the vault throws. `onHeld`: somebody alive holds it. */
    async acquire(signal: AbortSignal, onHeld = () => {}): Promise<Lease | null> {
      const watch = new Watch();
      while (!signal.aborted) {
        const ours = await tryAcquire(watch);
        if (ours) return hold(ours.epoch, ours.revision);
        if (watch.renewed) onHeld();
        await pause(Math.min(ttlMs / 5, 1_000), signal);
      }
      return null;
    },
  };
}

/** Watches whether somebody holds a lease, in a process that does not acquire it. */
export interface LeaseWatch {
  /** Null while it is renewed, or not known yet; else since when nobody has renewed it, in epoch milliseconds of this process. */
  lapsed(): number | null;
  stop(): void;
}

/** Checks the lease now and then. One term may end and the next begin before it counts as lapsed. */
export function watchLease({ vault, key, ttlMs = LEASE_MS, clock }: Omit<LeaseOptions, 'holder'>): LeaseWatch {
  const watch = new Watch();
  let since: number | null = null;
  const look = async () => {
    const found = await vault.get<LeaseRecord>('leases', key);
    if (!watch.still(found?.revision ?? 0, 1.5 * ttlMs)) since = null;
    else since ??= clock() - 1.5 * ttlMs;
  };
  // An unreachable vault says nothing about the lease; other calls report the outage.
  const looking = setInterval(() => look().catch(() => undefined), ttlMs / 5).unref();
  return { lapsed: () => since, stop: () => clearInterval(looking) };
}

/** Wall clocks jump and differ between machines: a lease that we saw unrenewed for its whole duration has ended too. */
class Watch {
  #revision: number | null = null;
  #since = 0;
  /** Whether it was renewed since we look. */
  renewed = false;

  still(revision: number, ms: number): boolean {
    if (this.#revision !== revision) {
      this.renewed = this.#revision !== null;
      this.#revision = revision;
      this.#since = performance.now();
    }
    return performance.now() - this.#since >= ms;
  }
}
