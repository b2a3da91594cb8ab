import { accessEvents } from './access.ts';
import { accountEvents } from './account.ts';
import { batchEvents } from './batches.ts';
import { bundleEvents } from './bundles.ts';
import { SchoolZoneChosen } from './calendar.ts';
import { catalogueEvents } from './catalogue.ts';
import { CertificateValiditySet, certificateEvents } from './certificates.ts';
import { commentEvents } from './comments.ts';
import { communityEvents } from './community.ts';
import { couponEvents } from './coupons.ts';
import type { DefinedEvent, EventDefinition } from './define.ts';
import { exerciseEvents } from './exercises.ts';
import { fileEvents } from './files.ts';
import { followingEvents } from './following.ts';
import { groupEvents } from './groups.ts';
import { WeeklyGoalSet } from './habit.ts';
import { identityEvents } from './identity.ts';
import { apiKeyEvents, webhookEvents } from './integrations.ts';
import { leadEvents } from './leads.ts';
import { learningEvents } from './learning.ts';
import { commentRuleEvents, conductEvents, moderationEvents } from './moderation.ts';
import { noteEvents } from './notes.ts';
import { notificationEvents } from './notifications.ts';
import { operationsEvents } from './operations.ts';
import { paymentEvents } from './payments.ts';
import { platformEvents } from './platforms.ts';
import { providerEvents } from './providers.ts';
import { queryEvents } from './queries.ts';
import { quizEvents } from './quizzes.ts';
import { receiptEvents } from './receipts.ts';
import { resourceEvents } from './resources.ts';
import { reviewEvents } from './reviews.ts';
import { rightsEvents } from './rights.ts';
import { scholarshipEvents } from './scholarships.ts';
import { searchEvents } from './searches.ts';
import { segmentEvents } from './segments.ts';
import { siteEvents } from './site.ts';
import type { StreamName } from './streams.ts';
import { supportEvents } from './support.ts';
import { VisitsCounted } from './visits.ts';
import { webinarEvents } from './webinars.ts';

const all = [
  ...identityEvents,
  ...accountEvents,
  ...accessEvents,
  ...catalogueEvents,
  ...learningEvents,
  ...certificateEvents,
  CertificateValiditySet,
  ...noteEvents,
  ...operationsEvents,
  ...siteEvents,
  ...leadEvents,
  ...scholarshipEvents,
  ...reviewEvents,
  ...fileEvents,
  ...resourceEvents,
  ...commentEvents,
  ...moderationEvents,
  ...conductEvents,
  ...commentRuleEvents,
  ...communityEvents,
  ...batchEvents,
  ...rightsEvents,
  ...followingEvents,
  ...supportEvents,
  ...segmentEvents,
  ...searchEvents,
  ...queryEvents,
  ...quizEvents,
  ...exerciseEvents,
  ...notificationEvents,
  WeeklyGoalSet,
  VisitsCounted,
  ...webinarEvents,
  ...paymentEvents,
  ...couponEvents,
  ...bundleEvents,
  ...groupEvents,
  ...receiptEvents,
  SchoolZoneChosen,
  ...apiKeyEvents,
  ...webhookEvents,
  ...providerEvents,
  ...platformEvents,
] as const;

type Definition = (typeof all)[number];
type ByName = { [D in Definition as D['type']]: DefinedEvent<D> };

/** The name of an event type, of any release. */
export type EventType = keyof ByName;
/** The event of a name; of several names, their union. */
export type EventOf<T extends EventType> = ByName[T];
/** What the event of a name says. */
export type DataOf<T extends EventType> = ByName[T]['data'];
/** The events that are written to streams of these categories. */
export type StreamEvent<C extends StreamName> = EventOf<Extract<Definition, { category: C }>['type']>;

/** Every event type that was ever written, by name. */
export const registry: ReadonlyMap<string, EventDefinition> = new Map(
  (all as unknown as readonly EventDefinition[]).map((definition) => [definition.type, definition]),
);

if (registry.size !== all.length) throw new Error('two event types share a name');
