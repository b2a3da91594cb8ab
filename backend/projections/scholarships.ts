import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface CampaignDoc {
  campaignId: string;
  name: string;
  cap: number;
  open: boolean;
  openedAt: string;
  /** Grants allotted to codes, and those of them that were taken. */
  allotted: number;
  granted: number;
}
export interface ScholarshipCodeDoc {
  codeId: string;
  campaignId: string;
  /** Whose key seals the organisation's name. */
  person: string;
  /** null: erased. */
  organisation: string | null;
  grants: number;
  granted: number;
  courseId: number | null;
  expiresOn: string | null;
  leadId: string | null;
  open: boolean;
  allottedAt: string;
}

/** Who took a grant: only ids; their data are in their own read models. */
export interface ScholarshipGrantDoc {
  codeId: string;
  userId: number;
  courseId: number;
  grantedAt: string;
}

type CampaignEvent = EventOf<
  'ScholarshipCampaignOpened' | 'ScholarshipCampaignClosed' | 'ScholarshipCodeAllotted' | 'ScholarshipGrantsReturned' | 'ScholarshipGranted'
>;
const byCampaign = (event: Recorded<StreamEvent<'campaign' | 'scholarship'>>) => event.data.campaignId;
const inCampaign = <T extends CampaignEvent['type']>(fields: (doc: CampaignDoc, event: Recorded<EventOf<T>>) => Partial<CampaignDoc>) => ({
  key: byCampaign,
  evolve: (doc: CampaignDoc | null, event: Recorded<EventOf<T>>): CampaignDoc | null => doc && { ...doc, ...fields(doc, event) },
});

/** Scholarship campaigns with their counter: «becas otorgadas / tope». */
export const campaigns: Projection<CampaignDoc, CampaignEvent> = {
  name: 'campaigns',
  version: 1,
  indexes: [['open', '-openedAt']],
  on: {
    ScholarshipCampaignOpened: {
      key: byCampaign,
      evolve: (_, { data, meta }) => ({ ...data, open: true, openedAt: meta.occurredAt, allotted: 0, granted: 0 }),
    },
    ScholarshipCampaignClosed: inCampaign<'ScholarshipCampaignClosed'>(() => ({ open: false })),
    ScholarshipCodeAllotted: inCampaign<'ScholarshipCodeAllotted'>((doc, { data }) => ({ allotted: doc.allotted + data.grants })),
    ScholarshipGrantsReturned: inCampaign<'ScholarshipGrantsReturned'>((doc, { data }) => ({ allotted: doc.allotted - data.grants })),
    ScholarshipGranted: inCampaign<'ScholarshipGranted'>((doc) => ({ granted: doc.granted + 1 })),
  },
  // The public pages show the counter, not how much is allotted.
  topics: (id) => [
    { topic: 'sitio', id: `becas-${id}` },
    { topic: 'becas', id },
  ],
};

type CodeEvent = EventOf<'ScholarshipCodeAllotted' | 'ScholarshipGranted' | 'ScholarshipCodeClosed'>;
const byCode = (event: Recorded<CodeEvent>) => event.data.codeId;

/** The codes of organisations. */
export const scholarshipCodes: Projection<ScholarshipCodeDoc, CodeEvent> = {
  name: 'scholarship-codes',
  version: 3,
  indexes: [['-allottedAt'], ['campaignId', '-allottedAt'], ['leadId'], ['open', 'expiresOn']],
  on: {
    ScholarshipCodeAllotted: {
      key: byCode,
      evolve: (_, { data, meta }) => ({ ...data, granted: 0, open: true, allottedAt: meta.occurredAt }),
    },
    ScholarshipGranted: { key: byCode, evolve: (doc) => doc && { ...doc, granted: doc.granted + 1 } },
    ScholarshipCodeClosed: { key: byCode, evolve: (doc) => doc && { ...doc, open: false } },
  },
  persons: ({ organisation, person }) => (organisation === null ? [] : [person]),
  redact: (doc) => ({ ...doc, organisation: null }),
  topics: (id) => [{ topic: 'becas', id: `codigo-${id}` }],
};

/** Each grant taken, by code and person. */
export const scholarshipGrants: Projection<ScholarshipGrantDoc, EventOf<'ScholarshipGranted'>> = {
  name: 'scholarship-grants',
  version: 2,
  indexes: [['-grantedAt'], ['codeId', '-grantedAt'], ['userId']],
  on: {
    ScholarshipGranted: {
      key: ({ data }) => `${data.codeId}_${data.userId}`,
      evolve: (_, { data: { codeId, userId, courseId }, meta }) => ({ codeId, userId, courseId, grantedAt: meta.occurredAt }),
    },
  },
  topics: (id) => [{ topic: 'becas', id: `beca-${id}` }],
};
