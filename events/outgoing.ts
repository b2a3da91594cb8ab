import { z } from 'zod';
import type { Envelope, EventDefinition } from './define.ts';
import type { EventType } from './registry.ts';
import { registry } from './registry.ts';
import type { JsonObject } from './store/port.ts';

/**
 * The catalogue of events that other programs can be told of. An event type that is not here never leaves the school. Fields with personal data never do;
 * those named here stay too: what opens something (codes, links of meetings), what is paid for (contents), and what only the school understands.
 */
const leaving = {
  UserRegistered: ['termsVersion', 'campaign'],
  EmailVerified: [],
  UserInvited: [],
  RoleChanged: [],
  PlanChanged: [],
  UserDeactivated: [],
  UserActivated: [],
  UserErased: [],

  CourseCreated: ['providerPriceId'],
  CourseRenamed: [],
  CourseCategorySet: [],
  CourseTierSet: [],
  CoursePriced: [],
  CourseInstructorAssigned: [],
  CoursePublished: [],
  CourseUnpublished: [],
  CourseArchived: [],
  CourseRestored: [],
  CourseChangesPublished: ['changes', 'texts'],
  ModuleAdded: ['content', 'videoUrl'],
  ModuleRemoved: [],
  ClassAdded: ['videoUrl', 'subtopics', 'resources'],
  ClassRemoved: [],
  QuizPublished: [],

  LearnerEnrolled: ['code', 'order', 'person'],
  EntitlementGranted: ['code', 'order', 'person'],
  EntitlementEnded: ['code', 'order', 'person'],
  LearnerUnenrolled: [],
  ModuleUnlocked: [],
  LessonViewed: [],
  ClassCompleted: [],
  ClassUncompleted: [],
  CourseCompleted: [],
  AttemptStarted: ['questions'],
  AttemptSubmitted: [],
  AttemptGraded: ['answers'],
  AttemptVoided: [],
  CertificateIssued: ['code', 'evidence', 'keyId', 'signature'],
  CertificateReissued: ['keyId', 'signature'],
  CertificateTermSet: ['keyId', 'signature'],
  CertificateExpired: [],
  CertificateRevoked: [],
  CertificateReinstated: [],

  ReviewPosted: [],
  ReviewEdited: [],
  ReviewWithdrawn: [],
  ReviewHidden: [],
  ReviewRestored: [],
  CommentPosted: ['mentions'],
  CommentEdited: ['mentions'],
  ThreadTitled: [],
  CommentWithdrawn: [],
  CommentReported: [],
  ReportsAttended: [],
  ReportsDismissed: [],
  CommentRemoved: [],
  CommentRestored: [],

  LeadCaptured: ['person', 'address', 'consentVersion', 'campaign'],
  LeadStatusChanged: [],
  ScholarshipCampaignOpened: [],
  ScholarshipCampaignClosed: [],
  ScholarshipCodeOpened: [],
  ScholarshipGranted: [],
  ScholarshipCodeClosed: [],

  WebinarScheduled: ['link'],
  WebinarEdited: ['before', 'after'],
  WebinarCancelled: [],
  WebinarReinstated: [],
  RegisteredForWebinar: [],
  WaitlistJoined: [],
  PromotedFromWaitlist: [],
  RegistrationCancelled: [],
  AttendanceMarked: [],
  RecordingPublished: ['url', 'previous'],

  NotificationSent: ['link', 'audience', 'recipients'],
  NotificationWithdrawn: [],
  DataRightExercised: [],
  DataRightAnswered: [],
  ResourceLinkBroke: ['link'],
  ResourceLinkRecovered: ['link'],
} as const satisfies Readonly<Partial<Record<EventType, readonly string[]>>>;

export type OutgoingType = keyof typeof leaving;
export const outgoingTypes = Object.keys(leaving) as OutgoingType[];
export const isOutgoing = (type: string): type is OutgoingType => Object.hasOwn(leaving, type);

/** The fields of an event that go out. */
export function outgoingFields(type: OutgoingType): string[] {
  const { schema, personal } = registry.get(type) as EventDefinition;
  const kept = new Set<string>([...(personal?.fields ?? []), ...leaving[type]]);
  return Object.keys(schema.shape).filter((field) => !kept.has(field));
}
const fields = new Map<string, readonly string[]>();
const fieldsOf = (type: OutgoingType): readonly string[] => {
  const found = fields.get(type) ?? outgoingFields(type);
  fields.set(type, found);
  return found;
};

/** What is sent of an event, by Standard Webhooks: `type`, `timestamp` and `data`; beside them, where it stands in the log and who did it. */
export interface OutgoingEvent {
  type: OutgoingType;
  /** When it occurred; ISO UTC. */
  timestamp: string;
  data: JsonObject;
  event: {
    id: string;
    stream: string;
    version: number;
    position: string;
    schemaVersion: number;
    correlationId: string;
    actor: { userId: number | null; role: string };
  };
}
/** null: it does not leave the school. */
export function outgoing({ id, type, stream, version, position, data, meta }: Envelope): OutgoingEvent | null {
  if (!isOutgoing(type)) return null;
  const all = data as JsonObject;
  return {
    ...{ type, timestamp: meta.occurredAt },
    data: Object.fromEntries(fieldsOf(type).flatMap((field) => (all[field] === undefined ? [] : [[field, all[field]]]))),
    event: {
      ...{ id, stream, version, position, schemaVersion: meta.schemaVersion, correlationId: meta.correlationId },
      actor: { userId: meta.actor.userId, role: meta.actor.role },
    },
  };
}

/** The JSON Schema of `data`. */
export const outgoingSchema = (type: OutgoingType): Record<string, unknown> => {
  const { schema } = registry.get(type) as EventDefinition;
  const sent = new Set(outgoingFields(type));
  const shape = Object.fromEntries(Object.entries(schema.shape as z.ZodRawShape).filter(([field]) => sent.has(field)));
  const { $schema: _, ...made } = z.toJSONSchema(z.object(shape), { unrepresentable: 'any', io: 'output' }) as Record<string, unknown>;
  return made;
};
