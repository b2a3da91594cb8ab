import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type CampaignEvent = StreamEvent<'campaign'>;
type CodeEvent = StreamEvent<'scholarship'>;

export interface CampaignState {
  status: 'none' | 'open' | 'closed';
  cap: number;
  /** Grants allotted to codes, used or not; never more than `cap`. */
  allotted: number;
  codes: GrowingMap<string, { grants: number; returned: boolean }>;
  /** By command, the code that it allotted. */
  allottedBy: GrowingMap<string, string>;
}
export interface Allotment {
  organisation: string;
  grants: number;
  /** null: the person chooses any published course. */
  courseId: number | null;
  /** The last day on which it is valid, in the school's calendar. */
  expiresOn: string | null;
  leadId: string | null;
}
export type CampaignCommand =
  | { type: 'open'; campaignId: string; name: string; cap: number }
  | ({ type: 'allot'; campaignId: string } & Allotment)
  | { type: 'return'; campaignId: string; codeId: string; grants: number }
  | { type: 'close'; campaignId: string };

/** A scholarship campaign; stream `campaign-<id>`. It allots grants to codes in lots, so that its cap holds however many people redeem at once. */
export const campaign: Decider<CampaignState, CampaignCommand, CampaignEvent> = {
  category: 'campaign',
  initial: () => ({ status: 'none', cap: 0, allotted: 0, codes: new GrowingMap(), allottedBy: new GrowingMap() }),
  decide(command, state) {
    const { campaignId } = command;
    if (command.type === 'open')
      return state.status === 'none'
        ? [{ type: 'ScholarshipCampaignOpened', data: { campaignId, name: command.name, cap: command.cap } }]
        : refuse('CONFLICT');
    if (state.status === 'none') return refuse('CAMPAIGN_NOT_FOUND');
    switch (command.type) {
      case 'close':
        return state.status === 'closed' ? [] : [{ type: 'ScholarshipCampaignClosed', data: { campaignId } }];
      case 'return': {
        const { codeId, grants } = command;
        const code = state.codes.get(codeId);
        return !code || code.returned || grants <= 0 ? [] : [{ type: 'ScholarshipGrantsReturned', data: { campaignId, codeId, grants } }];
      }
      case 'allot': {
        if (state.status === 'closed') return refuse('CAMPAIGN_CLOSED');
        if (state.allotted + command.grants > state.cap) return refuse('CAMPAIGN_CAP');
        const { type: _, ...allotment } = command;
        const codeId = `${campaignId}-${state.codes.size + 1}`;
        return [{ type: 'ScholarshipCodeAllotted', data: { ...allotment, codeId, person: command.leadId ?? codeId } }];
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'ScholarshipCampaignOpened':
        return { ...state, status: 'open', cap: event.data.cap };
      case 'ScholarshipCampaignClosed':
        return { ...state, status: 'closed' };
      case 'ScholarshipCodeAllotted': {
        const { codeId, grants } = event.data;
        return {
          ...state,
          allotted: state.allotted + grants,
          codes: state.codes.with(codeId, { grants, returned: false }),
          allottedBy: state.allottedBy.with(event.meta.commandId, codeId),
        };
      }
      case 'ScholarshipGrantsReturned': {
        const { codeId, grants } = event.data;
        const code = state.codes.get(codeId);
        return {
          ...state,
          allotted: state.allotted - grants,
          codes: code ? state.codes.with(codeId, { ...code, returned: true }) : state.codes,
        };
      }
    }
  },
};

export interface CodeState {
  status: 'none' | 'open' | 'closed';
  campaignId: string;
  codeId: string;
  grants: number;
  courseId: number | null;
  expiresOn: string | null;
  /** The people who took a grant, each with the course. */
  granted: GrowingMap<number, number>;
  unused: number;
}
type CodeTerms = Pick<CodeState, 'campaignId' | 'codeId' | 'grants' | 'courseId' | 'expiresOn'>;
export type CodeCommand =
  | ({ type: 'open' } & CodeTerms)
  | { type: 'redeem'; userId: number; courseId: number; today: string }
  | { type: 'close' };

/** Throws the reason why this code gives this person (or somebody without an account) no grant for this course. */
export function checkGrant(state: CodeState, userId: number | null, courseId: number | null, today: string): void {
  if (state.status === 'none') refuse('SCHOLARSHIP_CODE_NOT_FOUND');
  if (userId !== null && state.granted.has(userId)) refuse('SCHOLARSHIP_CODE_USED');
  if (state.status === 'closed' || (state.expiresOn !== null && state.expiresOn < today)) refuse('SCHOLARSHIP_CODE_CLOSED');
  if (state.courseId !== null && courseId !== null && state.courseId !== courseId) refuse('SCHOLARSHIP_COURSE');
  if (state.grants <= state.granted.size) refuse('SCHOLARSHIP_CODE_USED_UP');
}

/** One code, with the grants that its campaign allotted to it; stream `scholarship-<codeId>`. A person has at most one of them. */
export const scholarshipCode: Decider<CodeState, CodeCommand, CodeEvent> = {
  category: 'scholarship',
  initial: () => ({
    status: 'none',
    campaignId: '',
    codeId: '',
    grants: 0,
    courseId: null,
    expiresOn: null,
    granted: new GrowingMap(),
    unused: 0,
  }),
  decide(command, state) {
    if (command.type === 'open') {
      const { type: _, ...data } = command;
      return state.status === 'none' ? [{ type: 'ScholarshipCodeOpened', data }] : [];
    }
    if (state.status === 'none') return refuse('SCHOLARSHIP_CODE_NOT_FOUND');
    const { campaignId, codeId } = state;
    if (command.type === 'close')
      return state.status === 'closed'
        ? []
        : [{ type: 'ScholarshipCodeClosed', data: { campaignId, codeId, unused: state.grants - state.granted.size } }];
    const { userId, courseId, today } = command;
    if (state.granted.get(userId) === courseId) return [];
    checkGrant(state, userId, courseId, today);
    return [{ type: 'ScholarshipGranted', data: { campaignId, codeId, userId, courseId } }];
  },
  evolve(state, event) {
    switch (event.type) {
      case 'ScholarshipCodeOpened':
        return { ...state, ...event.data, status: 'open' };
      case 'ScholarshipGranted':
        return { ...state, granted: state.granted.with(event.data.userId, event.data.courseId) };
      case 'ScholarshipCodeClosed':
        return { ...state, status: 'closed', unused: event.data.unused };
    }
  },
};
