import { type EventType, registry } from '../../../../events/registry.ts';
import { type StreamName, streams } from '../../../../events/streams.ts';
import type { UndoWay } from '../../contract/choices.ts';
import type { UndoWays } from '../../contract/facts.ts';
import { areaInWords, kindInWords, operatorTypes } from './factsInWords.ts';

/** The acts that are undone otherwise than the rest of their stream (`undo` in events/streams.ts). */
const others: Partial<Record<EventType, UndoWay>> = {
  // Before its first version a course has nothing to go back to: it is archived instead.
  ...{ CourseCreated: 'changed', CourseCopied: 'changed' },
  // These are changed again with their own buttons; a course's history restores only its content and status.
  ...{ CourseFeatured: 'changed', CourseFeaturedPlaced: 'changed', CoInstructorAdded: 'changed', CoInstructorRemoved: 'changed' },
  ...{ VideoTextDeclared: 'changed' },
  ...{ UserErased: 'erased', LeadErased: 'erased' },
  ...{ EmailVerified: 'own', PasswordHeld: 'own', PasswordChanged: 'own', IdentityLinked: 'own' },
  ...{ OutsideIdentityLinked: 'own', OutsideIdentityUnlinked: 'own' },
  ...{ EmailChangeRequested: 'own', EmailChangeCancelled: 'own', ProfileVisibilityChanged: 'own', UsernameConfirmed: 'own' },
  ...{ PhoneSet: 'own', PhoneVerified: 'own', PasskeyAdded: 'own', PasskeyRenamed: 'own', PasskeyRemoved: 'own', AvatarSet: 'own' },
  ...{ UserInvited: 'sent', EmailVerificationRequested: 'sent', PasswordResetRequested: 'sent', PhoneCodeRequested: 'sent' },
  ...{
    RegistrationAbandoned: 'recorded',
    ReservationAbandoned: 'recorded',
    BatchPartsUndone: 'recorded',
    BatchUndone: 'recorded',
    SchoolZoneChosen: 'kept',
    ToolKeyChanged: 'recorded',
  },
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
  ...{
    AttemptGraded: 'follows',
    AttemptVoided: 'changed',
    SubmissionReviewed: 'changed',
    CouponCreated: 'changed',
    CouponEnded: 'changed',
  },
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
      modo: undone.has(type) ? 'history' : (others[type as EventType] ?? streams[category as StreamName].undo),
    }))
    .sort((one, other) => one.area.localeCompare(other.area, tongue) || one.nombre.localeCompare(other.nombre, tongue));
}
