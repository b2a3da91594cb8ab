import { registry } from '../../events/registry.ts';
import { type FactLine, lineOf } from './facts/factLines.ts';
import { stretchOf } from './kernel/position.ts';
import type { Handler, Projection } from './projection.ts';

/** A stretch of the log as the search over the whole history needs it; `factIndex.ts` goes through all of them. */
export interface FactPageDoc {
  /** In the order of the log. */
  lines: FactLine[];
}

type AnyEvent = { type: string; data: unknown };

const handler: Handler<FactPageDoc, AnyEvent> = {
  key: ({ position }) => stretchOf(position),
  inPlace: true,
  evolve(doc, event) {
    const page = doc ?? { lines: [] };
    page.lines.push(lineOf(event));
    return page;
  },
};

export const factPages: Projection<FactPageDoc, AnyEvent> = {
  name: 'fact-pages',
  version: 2,
  on: Object.fromEntries([...registry.keys()].map((type) => [type, handler])),
  topics: (key) => [{ topic: 'historia', id: key }],
};
