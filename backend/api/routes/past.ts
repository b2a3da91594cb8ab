import type { Implement } from '../calls/implement.ts';
import { past } from '../contract/past.ts';
import type { Deps } from '../deps.ts';
import { momentOf } from '../plugins/past.ts';

export function pastRoutes(implement: Implement, { pasts }: Pick<Deps, 'pasts'>): void {
  implement(past.past, {
    async handle({ query }, { now }) {
      const first = await pasts.first();
      const desde = first === null ? null : new Date(first).toISOString();
      if (query.momento === undefined) return { estado: null, hechos: 0, de: 0, desde };
      const found = await pasts.at(momentOf(query.momento, now));
      if (found.state === 'building') return { estado: 'preparando' as const, hechos: found.events, de: found.of, desde };
      return { estado: found.state === 'ready' ? ('listo' as const) : ('antes' as const), hechos: 0, de: 0, desde };
    },
  });
}
