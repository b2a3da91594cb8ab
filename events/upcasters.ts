import type { JsonObject } from './store/port.ts';

/** Converts stored data of one schema version to the next. Pure. Personal fields are still sealed and pass unchanged, unless that version had them in clear. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** Older releases did not record where it came from. */
const ofUnknownOrigin: Upcaster = (data) => ({ ...data, code: null, order: null, person: null });

/** An older channel's count had a day, but no source. */
const withoutSource: Upcaster = ({ item, ...data }) => ({ ...data, item: { ...(item as JsonObject), membersSource: null } });

/** Opening hours had a zone of their own, beside the one in which days are counted. */
const withoutZone: Upcaster = ({ hours, ...data }) => {
  const { zone: _zone, ...rest } = hours as JsonObject;
  return { ...data, hours: rest };
};

/** Whom a code is for was stored in clear; the owner is known where a contact asked for the code. */
const ofContactOrCode: Upcaster = (data) => ({ ...data, person: data.leadId ?? data.codeId ?? null });

/** Whom it is for is stored where it was allotted, together with the owner of that name. */
const withoutOrganisation: Upcaster = ({ organisation: _organisation, ...data }) => data;

/** Key: `<EventType>@<the version it converts from>`. A released step is never changed. */
export const upcasters: ReadonlyMap<string, Upcaster> = new Map([
  ['AdministratorAdded@1', (data) => ({ ...data, term: 0 })],
  ['AdministratorRemoved@1', (data) => ({ ...data, term: 0, by: null, role: null })],
  ['AdministratorRemoved@2', (data) => ({ ...data, ifEvents: null })],
  ['ChannelAdded@1', withoutSource],
  ['ChannelEdited@1', withoutSource],
  ['LeadCaptured@1', (data) => ({ ...data, address: '' })],
  ['ClassCompleted@1', (data) => data],
  ['ClassUncompleted@1', (data) => data],
  ['ClassUncompleted@2', (data) => data],
  ['EntitlementGranted@1', ofUnknownOrigin],
  ['LearnerEnrolled@1', ofUnknownOrigin],
  // More kinds of things have numbers.
  ['NumberTaken@1', (data) => data],
  // A pause may end by itself.
  ['ProjectionPaused@1', (data) => data],
  // The picture became one of the fields.
  ['ProfileVisibilityChanged@1', (data) => data],
  ['ScholarshipCodeAllotted@1', ofContactOrCode],
  ['ScholarshipCodeOpened@1', withoutOrganisation],
  ['SchoolSettingsChanged@1', (data) => ({ ...data, communityUrl: null })],
  ['SchoolSettingsChanged@2', withoutZone],
]);
