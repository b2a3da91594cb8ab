import { isDeepStrictEqual } from 'node:util';
import type { Envelope } from '../../../../events/define.ts';
import type { EventType } from '../../../../events/registry.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import { usualRules } from '../../../commands/discussion/rules.ts';
import type { HistoryEntry } from '../../contract/history.ts';
import { bare } from '../paragraphs.ts';
import type { createTracker } from './tracked.ts';
import { inWords } from './words.ts';

/**
 * The changed fields of an event about a record (people, contacts, reviews, campaigns). The previous value is the last one in the same stream.
 * Fields that are not listed are ids or internal, or are in the sentence already.
 */
const FIELDS = [
  ...['username', 'email', 'requestedEmail', 'firstName', 'lastName', 'country', 'phone', 'role', 'plan', 'active'],
  ...['city', 'state', 'postalCode', 'bio', 'website', 'github', 'linkedin', 'stars', 'text', 'visible', 'hiddenBecause'],
  ...['certificateName', 'revokedBecause', 'status', 'note', 'organisation', 'grants', 'expiresOn', 'cap', 'enrolled'],
  ...['meetingTitle', 'meetingDescription', 'meetingKind', 'meetingStart', 'meetingEnd', 'meetingHost', 'meetingPlace', 'meetingLink'],
  ...['meetingSeats', 'meetingStands', 'meetingReason', 'meetingRecording', 'meetingPremium'],
  ...['urgentAbove', 'slowSeconds', 'editMinutes'],
] as const;
export type FactField = (typeof FIELDS)[number];
const known: ReadonlySet<string> = new Set(FIELDS);
/** Fields that are compared word by word. */
const TEXTS: ReadonlySet<string> = new Set(['bio', 'text', 'meetingDescription']);

type Data = Readonly<Record<string, unknown>>;
/** The announced fields of a webinar have names of their own here, because other things have a title too. */
export const announced = (data: Data): Data => {
  const { title, description, kind, startsAt, endsAt, hostId, place, link, capacity, premium } = data;
  const said = {
    ...{
      meetingTitle: title,
      meetingDescription: description,
      meetingKind: kind,
      meetingStart: startsAt,
      meetingEnd: endsAt,
    },
    ...{ meetingHost: hostId, meetingPlace: place, meetingLink: link, meetingSeats: capacity },
    meetingPremium: premium,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
};
/** Events that each carry a text of their own, which replaces no earlier one of the same stream: reports, messages, answers. */
const OF_THEMSELVES: ReadonlySet<string> = new Set<EventType>([
  ...(['CommentReported', 'RemovalAppealed', 'SanctionAppealed', 'DataRightExercised', 'DataRightAnswered'] as const),
  ...(['SupportRequested', 'SupportFollowedUp', 'SupportAnswered', 'LearnerReminded'] as const),
]);
/** Events whose fields mean something else than their names say. */
const meanings: Partial<Record<EventType, (data: Data) => Data>> = {
  RoleChanged: ({ to }) => ({ role: to }),
  PlanChanged: ({ to }) => ({ plan: to }),
  LeadStatusChanged: ({ to }) => ({ status: to }),
  LeadCaptured: (data) => ({ ...data, status: 'new' }),
  UserRegistered: (data) => ({ ...data, active: true }),
  UserDeactivated: () => ({ active: false }),
  UserActivated: () => ({ active: true }),
  ProfileFieldChanged: ({ field, value }) => ({ [String(field)]: value }),
  EmailChangeRequested: ({ email }) => ({ requestedEmail: email }),
  EmailChangeCancelled: () => ({ requestedEmail: null }),
  EmailChanged: ({ email }) => ({ email, requestedEmail: null }),
  ReviewHidden: ({ reason }) => ({ visible: false, hiddenBecause: reason }),
  ReviewRestored: () => ({ visible: true, hiddenBecause: null }),
  CertificateNameChosen: ({ name }) => ({ certificateName: name }),
  CertificateIssued: ({ name }) => ({ certificateName: name }),
  CertificateReissued: ({ name }) => ({ certificateName: name }),
  CertificateTermSet: ({ expiresAt }) => ({ expiresOn: expiresAt }),
  CertificateRevoked: ({ reason }) => ({ revokedBecause: reason }),
  CertificateReinstated: () => ({ revokedBecause: null }),
  // No fields are listed for notes and submissions: they are read where they stand.
  NoteAdded: () => ({}),
  NoteEdited: () => ({}),
  ExerciseSubmitted: () => ({}),
  SubmissionReviewed: () => ({}),
  // Each event stands for itself: no value replaces another.
  ...Object.fromEntries([...OF_THEMSELVES].map((type) => [type, ({ text }: Data) => ({ text })])),
  ScholarshipCodeAllotted: () => ({}),
  ScholarshipGrantsReturned: () => ({}),
  WebinarScheduled: announced,
  WebinarEdited: ({ after }) => announced(after as Data),
  WebinarCancelled: ({ reason }) => ({ meetingStands: false, meetingReason: reason }),
  WebinarReinstated: () => ({ meetingStands: true, meetingReason: null }),
  RecordingPublished: ({ url }) => ({ meetingRecording: url }),
  PasskeyAdded: () => ({}),
  PasskeyRenamed: () => ({}),
};
/** The values that hold before the first event of a stream whose thing exists without any. */
const usual: Partial<Record<EventType, Data>> = { CommentRulesSet: { ...usualRules } };
const saysOf = ({ type, data }: Pick<Envelope, 'type' | 'data'>): Data => (meanings[type as EventType] ?? ((all) => all))(data as Data);

export interface Fact {
  campo: FactField;
  before: unknown;
  after: unknown;
}

/**
 * By event, its changed fields; none for the first event of a stream, where everything is new. The oldest first.
 * A stream of several comments keeps the fields of each: what one says is no change of what another said, and is told of the first of them, too.
 */
export function factsOf(events: readonly Envelope[]): Map<Envelope, Fact[]> {
  const begun = new Set<string>();
  const said = new Map<string, Record<string, unknown>>();
  return new Map(
    events.map((event) => {
      const held = usual[event.type as EventType];
      const first = !held && event.type !== 'CommentPosted' && !begun.has(event.stream);
      begun.add(event.stream);
      const record = `${event.stream} ${(event.data as { commentId?: number }).commentId ?? ''}`;
      const fields = said.get(record) ?? { ...held };
      said.set(record, fields);
      const facts: Fact[] = [];
      for (const [name, after] of Object.entries(saysOf(event))) {
        if (!known.has(name)) continue;
        const alone = OF_THEMSELVES.has(event.type);
        const before = alone ? null : (fields[name] ?? null);
        if (!alone) fields[name] = after;
        if (!first && !isDeepStrictEqual(before, after ?? null)) facts.push({ campo: name as FactField, before, after });
      }
      return [event, facts] as const;
    }),
  );
}

/** Comments are Markdown and are shown as they are read; where only the marks differ, as they were written. */
function unmarked(...written: readonly [before: string | null, after: string | null]): readonly [string | null, string | null] {
  const [before, after] = written.map((text) => text?.split('\n').map(bare).join('\n') ?? null) as [string | null, string | null];
  return before === after ? written : [before, after];
}

/** Those who host a live event, where its facts name them. */
export const hostsIn = (facts: readonly Fact[]): number[] =>
  facts.flatMap(({ campo, before, after }) => (campo === 'meetingHost' ? [before, after].filter((id) => typeof id === 'number') : []));
export const hostNamed = (field: string, value: unknown, nameOf: (userId: number) => string): unknown =>
  field === 'meetingHost' && typeof value === 'number' ? nameOf(value) : value;

/** As the API answers it. Notes are only ever added, so they have no previous value. */
export function shownFacts(
  facts: readonly Fact[],
  track: ReturnType<typeof createTracker>,
  { tongue, nameOf }: { tongue: Tongue; nameOf: (userId: number) => string },
): HistoryEntry['campos'] {
  return facts.map(({ campo, before, after }) => {
    const write = (value: unknown) => inWords(campo, hostNamed(campo, value, nameOf), tongue);
    const written = [campo === 'note' ? null : write(before), write(after)] as const;
    const [antes, despues] = campo === 'text' ? unmarked(...written) : written;
    const marcas = TEXTS.has(campo) && antes !== null && despues !== null ? track(antes, despues) : null;
    return { campo, antes, despues, marcas };
  });
}
