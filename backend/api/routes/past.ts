import { type Implement, signedIn } from '../calls/implement.ts';
import { past } from '../contract/past.ts';
import type { Deps } from '../deps.ts';
import { createPastOpening, momentOf } from '../plugins/past.ts';

export function pastRoutes(implement: Implement, deps: Pick<Deps, 'pasts' | 'limits'>): void {
  const open = createPastOpening(deps);
  implement(past.past, {
    async handle({ query }, call) {
      const first = await deps.pasts.first();
      const desde = first === null ? null : new Date(first).toISOString();
      if (query.momento === undefined) return { estado: null, hechos: 0, de: 0, desde };
      const found = await open(signedIn(call), momentOf(query.momento, call.now));
      if (found.state === 'building') return { estado: 'preparando' as const, hechos: found.events, de: found.of, desde };
      return { estado: found.state === 'ready' ? ('listo' as const) : ('antes' as const), hechos: 0, de: 0, desde };
    },
  });
}
