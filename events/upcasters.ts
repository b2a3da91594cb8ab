import type { JsonObject } from './store/port.ts';

/** Takes stored data of one schema version to the next. Pure; personal fields are still sealed and pass through untouched, unless that version had them in clear. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** Where it came from was not said. */
const ofUnknownOrigin: Upcaster = (data) => ({ ...data, code: null, order: null, person: null });

/** A channel's count had a day and nobody said where it was from. */
const withoutSource: Upcaster = ({ item, ...data }) => ({ ...data, item: { ...(item as JsonObject), membersSource: null } });

/** Hours had a zone beside that in which days are counted. */
const withoutZone: Upcaster = ({ hours, ...data }) => {
  const { zone: _zone, ...rest } = hours as JsonObject;
  return { ...data, hours: rest };
};

/** For whom a code is stood in clear; whose it is can be told where a contact asked for it. */
const ofContactOrCode: Upcaster = (data) => ({ ...data, person: data.leadId ?? data.codeId ?? null });

/** For whom it is stands where it was allotted, with whose name it is. */
const withoutOrganisation: Upcaster = ({ organisation: _organisation, ...data }) => data;

/** Key: `<EventType>@<version it takes from>`. A step once shipped is never changed. */
export const upcasters: ReadonlyMap<string, Upcaster> = new Map([
  ['AdministratorAdded@1', (data) => ({ ...data, term: 0 })],
  ['AdministratorRemoved@1', (data) => ({ ...data, term: 0, by: null, role: null })],
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
  // The picture came to the fields.
  ['ProfileVisibilityChanged@1', (data) => data],
  ['ScholarshipCodeAllotted@1', ofContactOrCode],
  ['ScholarshipCodeOpened@1', withoutOrganisation],
  ['SchoolSettingsChanged@1', (data) => ({ ...data, communityUrl: null })],
  ['SchoolSettingsChanged@2', withoutZone],
]);
