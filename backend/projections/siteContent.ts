import type { SectionEvent } from '../../events/site.ts';
import { type SchoolSettings, type SiteEvent, siteEvents } from '../../events/site.ts';
import {
  emptyPriceBook,
  emptySection,
  foldPriceBook,
  foldSection,
  isPriceEvent,
  type PriceBook,
  type SectionContent,
  sectionOf,
} from '../../events/siteContent.ts';
import type { Handler, Projection } from './projection.ts';

/** Keys: the sections, `school`, `prices`. Each document has only the part that its key names. */
export interface SiteDoc {
  section?: SectionContent;
  school?: SchoolSettings;
  prices?: PriceBook;
  changedAt: string;
}

const keyOf = (event: SiteEvent): string => {
  if (event.type === 'SchoolSettingsChanged') return 'school';
  if (isPriceEvent(event)) return 'prices';
  return sectionOf(event);
};

const handler: Handler<SiteDoc, SiteEvent> = {
  key: (event) => keyOf(event as SiteEvent),
  evolve(doc, event) {
    const changedAt = event.meta.occurredAt;
    const change = event as SiteEvent;
    if (change.type === 'SchoolSettingsChanged') return { school: change.data, changedAt };
    if (isPriceEvent(change)) return { prices: foldPriceBook(doc?.prices ?? emptyPriceBook(), change, event.meta), changedAt };
    return { section: foldSection(doc?.section ?? emptySection(), change as SectionEvent, event.meta), changedAt };
  },
};

/** The content of the public pages, including hidden and removed items. */
export const siteContent: Projection<SiteDoc, SiteEvent> = {
  name: 'site-content',
  version: 7,
  on: Object.fromEntries(siteEvents.map(({ type }) => [type, handler])),
  topics: (key) => [{ topic: 'sitio', id: key }],
};
