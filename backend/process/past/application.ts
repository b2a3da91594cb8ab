import { boundedLog } from '../../../events/store/bounded.ts';
import type { EventStore } from '../../../events/store/port.ts';
import { type App, createApp } from '../../api/app.ts';
import type { Deps } from '../../api/deps.ts';
import { createLimits } from '../../api/limits.ts';
import { createDomain, type Domain } from '../../domain.ts';
import { noticing } from '../../integrations/vault/noticing.ts';
import type { FactIndexes } from '../../projections/facts/factIndex.ts';
import { createReads } from '../../projections/reading/reads.ts';
import { openMomentReader } from '../../projections/stores/sqliteMoment.ts';
import type { Config } from '../config.ts';
import type { PastOptions } from './pasts.ts';
import { pastVault } from './vault.ts';

export interface PastAppOptions {
  /** Parts of the application of the present: callers are people of today. */
  present: { deps: Deps; app: Pick<App, 'access' | 'rates' | 'owns' | 'reading'>; facts: FactIndexes };
  config: Config;
  store: EventStore;
  /** What an application has of the write side. */
  ofDomain: (domain: Domain) => Omit<Domain, 'keys' | 'log'> & Pick<Deps, 'owners' | 'payments'>;
  checkAnswers: boolean;
}

/** The application of the school as it was at a moment. */
export async function openPastApp(
  { bound, file, identityOf, onDamage }: Parameters<PastOptions['open']>[0],
  { present: { deps, app, facts }, config, store, ofDomain, checkAnswers }: PastAppOptions,
): ReturnType<PastOptions['open']> {
  const { access, rates, owns, reading } = app;
  const keys = pastVault(deps.vault, bound.moment);
  const then = createDomain(boundedLog(store, bound), keys, config);
  const reader = openMomentReader(file, onDamage);
  const clock = () => new Date(bound.moment);
  const past = await createApp(
    {
      ...deps,
      ...ofDomain(then),
      // Who asks is somebody of today.
      sessionTokens: deps.sessionTokens,
      clock,
      vault: noticing(keys),
      limits: createLimits(keys, config.sessionSecret, () => clock().getTime()),
      reader,
      reads: createReads(reader),
      facts: facts.asOf(bound),
      statuses: async () => [],
      // The stand-in sends its messages to the application of the present alone.
      paymentStandIn: deps.paymentStandIn && { ...deps.paymentStandIn, deliverTo() {} },
      ofToday: deps.commands,
      forgetPerson() {},
    },
    { following: { notifies: true }, present: { identityOf, access, rates, owns, reading }, checkAnswers },
  );
  await past.http.ready();
  return {
    answer: (request, response) => past.http.routing(request, response),
    async close() {
      await past.http.close();
      await reader.close();
    },
  };
}
