import { type EventType, registry } from '../../../../events/registry.ts';
import type { StreamName } from '../../../../events/streams.ts';
import type { UndoWay } from '../../contract/choices.ts';
import type { UndoWays } from '../../contract/facts.ts';
import { areaInWords, kindInWords, operatorTypes } from './factsInWords.ts';

/** Which acts can be undone, where, and why the others cannot: for each kind of thing, with those of its acts that differ. */

const ways: Readonly<Record<StreamName, UndoWay>> = {
  user: 'own',
  email: 'follows',
  username: 'follows',
  sessions: 'own',
  admins: 'follows',
  identity: 'follows',
  access: 'recorded',
  course: 'course',
  lesson: 'course',
  enrolment: 'own',
  study: 'recorded',
  watching: 'recorded',
  bookmarks: 'own',
  certificate: 'changed',
  certificaterule: 'changed',
  notes: 'own',
  numbers: 'follows',
  operations: 'recorded',
  site: 'changed',
  lead: 'recorded',
  campaign: 'changed',
  scholarship: 'changed',
  review: 'own',
  file: 'follows',
  materials: 'recorded',
  link: 'recorded',
  videolinks: 'recorded',
  comments: 'own',
  moderation: 'changed',
  conduct: 'changed',
  commentrules: 'changed',
  community: 'recorded',
  batch: 'follows',
  rights: 'own',
  following: 'own',
  support: 'own',
  segments: 'changed',
  searches: 'own',
  queries: 'changed',
  quiz: 'changed',
  attempt: 'own',
  notification: 'changed',
  inbox: 'own',
  goals: 'own',
  visits: 'recorded',
  webinar: 'changed',
  purchases: 'money',
  coupon: 'money',
  bundles: 'changed',
  groups: 'changed',
  billing: 'own',
  receipts: 'money',
  apikeys: 'changed',
  webhooks: 'changed',
};
const others: Partial<Record<EventType, UndoWay>> = {
  ...{ UserErased: 'erased', LeadErased: 'erased' },
  ...{ UserInvited: 'sent', EmailVerificationRequested: 'sent', PasswordResetRequested: 'sent', PhoneCodeRequested: 'sent' },
  ...{ RegistrationAbandoned: 'recorded', ReservationAbandoned: 'recorded', IdentityLinked: 'own' },
  ...{ LearnerReminded: 'sent', WebinarReminded: 'sent', GroupReminded: 'sent', LeadDelivered: 'sent', NotificationSent: 'changed' },
  ...{ EntitlementEnded: 'follows', ModuleUnlocked: 'changed', CourseCompleted: 'follows', LessonViewed: 'recorded' },
  ...{ CertificateIssued: 'follows', CertificateExpired: 'follows', CertificateNameChosen: 'own' },
  ...{ LeadNoteAdded: 'changed', LeadDeliveryRequested: 'sent', NoticeGiven: 'sent', GiftSent: 'sent' },
  ...{ CommentReported: 'own', RemovalAppealed: 'own', SanctionAppealed: 'own', SupportAnswered: 'sent', SupportAssigned: 'changed' },
  ...{ RegisteredForWebinar: 'own', WaitlistJoined: 'own', RegistrationCancelled: 'own', PromotedFromWaitlist: 'follows' },
  ...{ GroupSeatHeld: 'follows', GroupSeatTaken: 'follows', GroupSeatFreed: 'follows', GroupBegan: 'recorded', GroupChosen: 'own' },
  ...{ BatchUndone: 'recorded', CouponCreated: 'changed', CouponEnded: 'changed', SchoolZoneChosen: 'recorded', AttemptVoided: 'changed' },
  ...{ PeopleExported: 'sent', EventsExported: 'sent', ReceiptsExported: 'sent', ResearchDatasetExported: 'sent' },
} satisfies Partial<Record<EventType, UndoWay>>;

/**
 * Of every kind of act, by what is to be done about it; read models, alarms and retries are left out: they are no acts on the school. `undone`: the
 * types that can be undone from their history.
 */
export function undoWaysIn(tongue: 'es' | 'en', undone: ReadonlySet<string>): UndoWays {
  return [...registry.values()]
    .filter(({ type }) => !operatorTypes.has(type))
    .map(({ type, category }) => ({
      ...{ tipo: type, nombre: kindInWords(type, tongue), area: areaInWords(category, tongue) },
      modo: undone.has(type) ? 'history' : (others[type as EventType] ?? ways[category as StreamName]),
    }))
    .sort((one, other) => one.area.localeCompare(other.area, tongue) || one.nombre.localeCompare(other.nombre, tongue));
}
