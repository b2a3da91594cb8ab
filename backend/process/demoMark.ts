import type { EventStore } from '../../events/store/port.ts';
import { pause } from '../../events/store/subscription.ts';
import type { Vault } from '../integrations/vault/port.ts';
import type { Config } from './config.ts';
import { embeddedLog } from './stores.ts';

/** Where the vault keeps it. */
export const DEMO_MARK = ['meta', 'demo'] as const;
export interface DemoMark {
  /** ISO UTC: the school's last day. An interrupted load continues with it. */
  end: string;
  loaded: boolean;
}

/** Whether the demo school is to be loaded: on request, or into an embedded store that is empty or has the demo already. */
export async function demoMark(config: Config, store: EventStore, vault: Vault, now: Date): Promise<DemoMark | null> {
  if (config.demo === false) return null;
  const kept = await vault.get<DemoMark>(...DEMO_MARK);
  if (kept) return kept.value;
  const empty = (await store.head()) === null;
  if (!empty || (config.demo === undefined && !embeddedLog(config))) return null;
  const mark: DemoMark = { end: now.toISOString(), loaded: false };
  return (await vault.insert(...DEMO_MARK, mark)) ? mark : ((await vault.get<DemoMark>(...DEMO_MARK))?.value ?? null);
}

/**
 * Resolves once no demo is being loaded, or the signal aborts. What a person of the demo did three weeks ago the load says itself, with its day: a
 * reactor that is faster than the load would do it in the name of the school, today.
 */
export async function demoIsLoaded(
  config: Pick<Config, 'demo'>,
  vault: Pick<Vault, 'get'>,
  signal: AbortSignal,
  everyMs = 250,
): Promise<void> {
  if (config.demo === false) return;
  while (!signal.aborted) {
    const found = await vault.get<DemoMark>(...DEMO_MARK).catch(() => 'away' as const);
    if (found === null || (found !== 'away' && found.value.loaded)) return;
    await pause(everyMs, signal);
  }
}
