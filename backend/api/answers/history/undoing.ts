import { type EventType, registry } from '../../../../events/registry.ts';
import type { StreamName } from '../../../../events/streams.ts';
import type { UndoWay } from '../../contract/choices.ts';
import type { UndoWays } from '../../contract/facts.ts';
import { areaInWords, kindInWords, operatorTypes } from './factsInWords.ts';

/** Which acts can be undone, where, and why the others cannot: for each kind of thing, with those of its acts that differ. */

const ways: Readonly<Record<StreamName, UndoWay>> = {
  user: 'changed',
  email: 'follows',
  username: 'follows',
  sessions: 'recorded',
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
  // What comes before the first version of a course is nothing to go back to: it is archived.
  ...{ CourseCreated: 'changed', CourseCopied: 'changed' },
  ...{ UserErased: 'erased', LeadErased: 'erased' },
  ...{ UserRegistered: 'own', EmailVerified: 'own', PasswordHeld: 'own', PasswordChanged: 'own', IdentityLinked: 'own' },
  ...{ EmailChangeRequested: 'own', EmailChangeCancelled: 'own', ProfileVisibilityChanged: 'own', UsernameConfirmed: 'own' },
  ...{ PhoneSet: 'own', PhoneVerified: 'own', PasskeyAdded: 'own', PasskeyRenamed: 'own', PasskeyRemoved: 'own', AvatarSet: 'own' },
  ...{ UserInvited: 'sent', EmailVerificationRequested: 'sent', PasswordResetRequested: 'sent', PhoneCodeRequested: 'sent' },
  ...{ RegistrationAbandoned: 'recorded', ReservationAbandoned: 'recorded', BatchUndone: 'recorded', SchoolZoneChosen: 'kept' },
  ...{
    LearnerReminded: 'sent',
    WebinarReminded: 'sent',
    GroupReminded: 'sent',
    GiftSent: 'sent',
    PersonWarned: 'sent',
    NoticeGiven: 'sent',
  },
  ...{ PeopleExported: 'sent', EventsExported: 'sent', EventsExportEnded: 'recorded', WebhookReplayed: 'sent' },
  ...{ EntitlementEnded: 'follows', ModuleUnlocked: 'kept', CourseCompleted: 'follows', LessonViewed: 'recorded' },
  ...{ CertificateIssued: 'follows', CertificateExpired: 'follows', CertificateNameChosen: 'own' },
  ...{ LeadCaptured: 'own', LeadNoteAdded: 'changed', LeadDelivered: 'sent', LeadDeliveryRequested: 'sent' },
  ...{ CommentReported: 'own', RemovalAppealed: 'own', SanctionAppealed: 'own', DataRightAnswered: 'sent' },
  ...{ SupportAnswered: 'sent', SupportAssigned: 'changed', SupportClosed: 'changed', SupportReopened: 'changed' },
  ...{ RegisteredForWebinar: 'own', WaitlistJoined: 'own', RegistrationCancelled: 'own', PromotedFromWaitlist: 'follows' },
  ...{ GroupSeatHeld: 'follows', GroupSeatTaken: 'follows', GroupSeatFreed: 'follows', GroupBegan: 'recorded', GroupChosen: 'own' },
  ...{ AttemptGraded: 'follows', AttemptVoided: 'changed', CouponCreated: 'changed', CouponEnded: 'changed' },
};

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
