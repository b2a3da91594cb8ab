import { schoolDay } from '../../../events/calendar.ts';
import type { Position } from '../../../events/store/port.ts';
import { course } from '../catalogue/course.ts';
import { createCodes } from '../kernel/codes.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Learning } from '../learning/learning.ts';
import { lead } from './lead.ts';
import { type Allotment, campaign, checkGrant, scholarshipCode } from './scholarship.ts';

export interface Offer {
  codeId: string;
  /** null: the person chooses any published course. */
  courseId: number | null;
  expiresOn: string | null;
}

export function createScholarships(commands: Commands, learning: Pick<Learning, 'assign'>, secret: Uint8Array) {
  const codes = createCodes(secret, 'scholarship');

  const published = async (courseId: number): Promise<void> => {
    const { state } = await commands.load(course, courseId);
    if (state.status === 'none') refuse('COURSE_NOT_FOUND');
    if (state.status !== 'published') refuse('COURSE_NOT_PUBLISHED');
  };

  /** The contact must exist and not be erased: the applicant's name is sealed with its key. */
  const asking = async (leadId: string): Promise<void> => {
    const { state } = await commands.load(lead, leadId);
    if (state.lead === null) return refuse('LEAD_NOT_FOUND');
    if (state.erased || (await commands.log.anyErased([leadId, state.lead.person]))) refuse('LEAD_ERASED');
  };

  const scholarships = {
    /** The text of a code, derived from its number and a secret: it is stored nowhere. */
    codeOf: codes.codeOf,
    /** The number of a code; only the number may be stored. Errors: SCHOLARSHIP_CODE_NOT_FOUND, also for a text that this school did not make. */
    idOf: (given: string): string => codes.idOf(given) ?? refuse('SCHOLARSHIP_CODE_NOT_FOUND'),
    /** Errors: CONFLICT where there is one of that name. */
    open: async (campaignId: string, name: string, cap: number, context: CommandContext): Promise<Position | null> =>
      (await commands.handle(campaign, campaignId, { type: 'open', campaignId, name, cap }, context)).position,
    close: async (campaignId: string, context: CommandContext): Promise<Position | null> =>
      (await commands.handle(campaign, campaignId, { type: 'close', campaignId }, context)).position,
    /** Gives an organisation a code. Errors: CAMPAIGN_NOT_FOUND, CAMPAIGN_CLOSED, CAMPAIGN_CAP, COURSE_NOT_FOUND, LEAD_NOT_FOUND, LEAD_ERASED. */
    async allot(
      campaignId: string,
      allotment: Allotment,
      context: CommandContext,
    ): Promise<{ codeId: string; code: string; position: Position | null }> {
      if (allotment.courseId !== null && (await commands.load(course, allotment.courseId)).state.status === 'none')
        refuse('COURSE_NOT_FOUND');
      if (allotment.leadId !== null) await asking(allotment.leadId);
      const { state } = await commands.handle(campaign, campaignId, { type: 'allot', campaignId, ...allotment }, context);
      const codeId = state.allottedBy.get(context.commandId);
      if (codeId === undefined) throw new DomainError('CONFLICT');
      const { leadId: _lead, organisation: _organisation, ...terms } = allotment;
      const { position } = await commands.handle(
        scholarshipCode,
        codeId,
        { type: 'open', campaignId, codeId, ...terms },
        derived(context, 'open', codeId),
      );
      return { codeId, code: scholarships.codeOf(codeId), position };
    },
    /** Unused grants go back to the campaign. Errors: SCHOLARSHIP_CODE_NOT_FOUND. */
    async closeCode(codeId: string, context: CommandContext): Promise<Position | null> {
      const { position, state } = await commands.handle(scholarshipCode, codeId, { type: 'close' }, context);
      const { campaignId, unused } = state;
      const back = await commands.handle(
        campaign,
        campaignId,
        { type: 'return', campaignId, codeId, grants: unused },
        derived(context, 'return', codeId),
      );
      return back.appended > 0 || back.repeated ? back.position : position;
    },
    /**
     * What a code gives a person or (null) somebody without an account; `wanted` is the course that they chose. Errors: those of redeeming,
     * except REQUIRED_FIELDS.
     */
    async look(code: string, userId: number | null, wanted: number | null, now: Date): Promise<Offer> {
      const codeId = scholarships.idOf(code);
      const { state } = await commands.load(scholarshipCode, codeId);
      const { courseId, expiresOn } = state;
      checkGrant(state, userId, wanted, schoolDay(now.toISOString()));
      const meant = courseId ?? wanted;
      if (meant !== null) await published(meant);
      return { codeId, courseId, expiresOn };
    },
    /**
     * Gives a person a grant, and with it the right to a course. Errors: SCHOLARSHIP_CODE_NOT_FOUND, SCHOLARSHIP_CODE_USED, SCHOLARSHIP_CODE_CLOSED,
     * SCHOLARSHIP_CODE_USED_UP, SCHOLARSHIP_COURSE, COURSE_NOT_FOUND, COURSE_NOT_PUBLISHED; REQUIRED_FIELDS where the person must choose the course and did not.
     */
    async redeem(
      code: string,
      userId: number,
      wanted: number | null,
      context: CommandContext,
    ): Promise<{ courseId: number; position: Position | null }> {
      const codeId = scholarships.idOf(code);
      const { state } = await commands.load(scholarshipCode, codeId);
      const courseId = wanted ?? state.courseId ?? refuse('REQUIRED_FIELDS');
      await published(courseId);
      const today = schoolDay(context.now.toISOString());
      await commands.handle(scholarshipCode, codeId, { type: 'redeem', userId, courseId, today }, context);
      const { position, state: learner } = await learning.assign(userId, courseId, derived(context, 'grant'), { code: codeId });
      if (learner.spent.has(codeId)) refuse('SCHOLARSHIP_CODE_USED');
      return { courseId, position };
    },
  };
  return scholarships;
}

export type Scholarships = ReturnType<typeof createScholarships>;
