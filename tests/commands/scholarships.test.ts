import { describe, expect, test } from 'vitest';
import { contextOf } from '../../backend/commands/kernel/reactor.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { scholarshipReactor } from '../../backend/commands/reactions/scholarships.ts';
import { type Allotment, campaign, scholarshipCode } from '../../backend/commands/site/scholarship.ts';
import type { EventOf } from '../../events/registry.ts';
import { given } from '../support/deciderSpec.ts';
import { openDomain, publishedCourse, register } from '../support/domain.ts';

const campaignId = 'nacional';
const opened = (cap = 1_000): EventOf<'ScholarshipCampaignOpened'> => ({
  type: 'ScholarshipCampaignOpened',
  data: { campaignId, name: 'Nacional', cap },
});
const terms: Omit<Allotment, 'grants'> = { organisation: 'Fundación Puente', courseId: null, expiresOn: null, leadId: null };
const allot = (grants: number) => ({ type: 'allot', campaignId, grants, ...terms }) as const;
const allotted = (number: number, grants: number): EventOf<'ScholarshipCodeAllotted'> => ({
  type: 'ScholarshipCodeAllotted',
  data: { campaignId, codeId: `nacional-${number}`, person: `nacional-${number}`, grants, ...terms },
});
const returned = (number: number, grants: number): EventOf<'ScholarshipGrantsReturned'> => ({
  type: 'ScholarshipGrantsReturned',
  data: { campaignId, codeId: `nacional-${number}`, grants },
});
const closed: EventOf<'ScholarshipCampaignClosed'> = { type: 'ScholarshipCampaignClosed', data: { campaignId } };

describe('a campaign', () => {
  test('is opened once and closed once', () => {
    given(campaign, []).when({ type: 'open', campaignId, name: 'Nacional', cap: 1_000 }).then([opened()]);
    given(campaign, [opened()]).when({ type: 'open', campaignId, name: 'Nacional', cap: 5 }).thenRefused('CONFLICT');
    given(campaign, [opened()]).when({ type: 'close', campaignId }).then([closed]);
    given(campaign, [opened(), closed]).when({ type: 'close', campaignId }).thenNothing();
    given(campaign, []).when({ type: 'close', campaignId }).thenRefused('CAMPAIGN_NOT_FOUND');
  });
  // rows: A14
  test('gives codes up to its cap and not one grant more', () => {
    given(campaign, [opened()])
      .when(allot(1_000))
      .then([allotted(1, 1_000)]);
    given(campaign, [opened(), allotted(1, 999)])
      .when(allot(1))
      .then([allotted(2, 1)]);
    given(campaign, [opened(), allotted(1, 999)])
      .when(allot(2))
      .thenRefused('CAMPAIGN_CAP');
    given(campaign, [opened(), closed]).when(allot(1)).thenRefused('CAMPAIGN_CLOSED');
    given(campaign, []).when(allot(1)).thenRefused('CAMPAIGN_NOT_FOUND');
  });
  test('seals for whom a code is with the key of the contact who asked for it, else with one of the code’s own', () => {
    const [own] = [allotted(1, 5)];
    given(campaign, [opened()]).when(allot(5)).then([own]);
    given(campaign, [opened()])
      .when({ ...allot(5), leadId: 'lead1' })
      .then([{ ...own, data: { ...own.data, person: 'lead1', leadId: 'lead1' } }]);
  });
  test('what a code did not use comes back, once', () => {
    const back = { type: 'return', campaignId, codeId: 'nacional-1', grants: 400 } as const;
    given(campaign, [opened(), allotted(1, 1_000)])
      .when(back)
      .then([returned(1, 400)]);
    given(campaign, [opened(), allotted(1, 1_000), returned(1, 400)])
      .when(back)
      .thenNothing();
    given(campaign, [opened(), allotted(1, 1_000), returned(1, 400)])
      .when(allot(400))
      .then([allotted(2, 400)]);
    given(campaign, [opened(), allotted(1, 1_000), returned(1, 400)])
      .when(allot(401))
      .thenRefused('CAMPAIGN_CAP');
    given(campaign, [opened()]).when(back).thenNothing();
  });
});

const ids = { campaignId, codeId: 'nacional-1' };
const codeOpened = (more: { grants?: number; courseId?: number; expiresOn?: string } = {}): EventOf<'ScholarshipCodeOpened'> => ({
  type: 'ScholarshipCodeOpened',
  data: { ...ids, grants: 2, courseId: null, expiresOn: null, ...more },
});
const granted = (userId: number, courseId = 3): EventOf<'ScholarshipGranted'> => ({
  type: 'ScholarshipGranted',
  data: { ...ids, userId, courseId },
});
const redeem = (userId: number, courseId = 3) => ({ type: 'redeem', userId, courseId, today: '2026-03-02' }) as const;
const codeClosed = (unused: number): EventOf<'ScholarshipCodeClosed'> => ({ type: 'ScholarshipCodeClosed', data: { ...ids, unused } });

describe('a code', () => {
  test('gives as many grants as it has, one to a person, and the same again is nothing', () => {
    given(scholarshipCode, [codeOpened()])
      .when(redeem(1))
      .then([granted(1)]);
    given(scholarshipCode, [codeOpened(), granted(1)])
      .when(redeem(1))
      .thenNothing();
    given(scholarshipCode, [codeOpened(), granted(1)])
      .when(redeem(1, 4))
      .thenRefused('SCHOLARSHIP_CODE_USED');
    given(scholarshipCode, [codeOpened(), granted(1), granted(2)])
      .when(redeem(3))
      .thenRefused('SCHOLARSHIP_CODE_USED_UP');
    given(scholarshipCode, []).when(redeem(1)).thenRefused('SCHOLARSHIP_CODE_NOT_FOUND');
  });
  test('for one course gives no other, and after its last day gives none', () => {
    given(scholarshipCode, [codeOpened({ courseId: 4 })])
      .when(redeem(1))
      .thenRefused('SCHOLARSHIP_COURSE');
    given(scholarshipCode, [codeOpened({ expiresOn: '2026-03-02' })])
      .when(redeem(1))
      .then([granted(1)]);
    given(scholarshipCode, [codeOpened({ expiresOn: '2026-03-01' })])
      .when(redeem(1))
      .thenRefused('SCHOLARSHIP_CODE_CLOSED');
  });
  test('that is closed says what it did not use; who has a grant of it keeps it', () => {
    given(scholarshipCode, [codeOpened(), granted(1)])
      .when({ type: 'close' })
      .then([codeClosed(1)]);
    given(scholarshipCode, [codeOpened(), granted(1), codeClosed(1)])
      .when({ type: 'close' })
      .thenNothing();
    given(scholarshipCode, [codeOpened(), granted(1), codeClosed(1)])
      .when(redeem(2))
      .thenRefused('SCHOLARSHIP_CODE_CLOSED');
    given(scholarshipCode, [codeOpened(), granted(1), codeClosed(1)])
      .when(redeem(1))
      .thenNothing();
  });
});

describe('from the campaign to the course', () => {
  test('however many redeem at once, a code gives what it has', async () => {
    const domain = await openDomain();
    const { scholarships, context } = domain;
    const { courseId } = await publishedCourse(domain, [1]);
    await scholarships.open(campaignId, 'Nacional', 10, context());
    const { code, codeId } = await scholarships.allot(campaignId, { ...terms, grants: 3 }, context());
    const people: number[] = [];
    for (let index = 0; index < 6; index++) people.push(await register(domain, `persona${index}`));
    const outcomes = await Promise.allSettled(people.map((userId) => scholarships.redeem(code, userId, courseId, context())));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : []));
    expect(refused).toEqual(['SCHOLARSHIP_CODE_USED_UP', 'SCHOLARSHIP_CODE_USED_UP', 'SCHOLARSHIP_CODE_USED_UP']);
    expect((await domain.types(`scholarship-${codeId}`)).filter((type) => type === 'ScholarshipGranted')).toHaveLength(3);
  });
  test('a grant that was taken back does not come back by redeeming the code again, closed or not', async () => {
    const domain = await openDomain();
    const { scholarships, learning, commands, context } = domain;
    const { courseId } = await publishedCourse(domain, [1]);
    const userId = await register(domain, 'ana');
    await scholarships.open(campaignId, 'Nacional', 10, context());
    const { code, codeId } = await scholarships.allot(campaignId, { ...terms, grants: 2 }, context());
    await scholarships.redeem(code, userId, courseId, context('redeem'));
    const enrolledBy = async () => (await domain.events(`enrolment-${userId}_${courseId}`)).find(({ type }) => type === 'LearnerEnrolled');
    expect((await enrolledBy())?.data).toEqual({ userId, courseId, source: 'grant', code: codeId, order: null, person: null });
    await learning.unenrol(userId, courseId, context());
    for (const close of [false, true]) {
      if (close) await scholarships.closeCode(codeId, context());
      await expect(scholarships.redeem(code, userId, courseId, context())).rejects.toThrow('SCHOLARSHIP_CODE_USED');
      expect((await commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled).toBe(false);
    }
    // Neither does the reactor give it back that hears of the grant only now.
    const granted = (await domain.events(`scholarship-${codeId}`)).find(({ type }) => type === 'ScholarshipGranted');
    if (!granted) throw new Error('not granted');
    await scholarshipReactor(commands, learning).on.ScholarshipGranted?.(granted, contextOf('scholarships', granted, domain.clock.now()));
    expect((await commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled).toBe(false);
    // By hand it can be given.
    expect((await learning.assign(userId, courseId, context())).state.enrolled).toBe(true);
  });
  test('a repeat of the same command makes no second code', async () => {
    const { scholarships, context } = await openDomain();
    await scholarships.open(campaignId, 'Nacional', 10, context());
    const first = await scholarships.allot(campaignId, { ...terms, grants: 3 }, context('allot'));
    const again = await scholarships.allot(campaignId, { ...terms, grants: 3 }, context('allot'));
    expect(again.codeId).toBe(first.codeId);
  });
  test('a code is read in any case, and a text that nobody made is none', async () => {
    const domain = await openDomain();
    const { scholarships, context } = domain;
    const { courseId } = await publishedCourse(domain, [1]);
    await scholarships.open(campaignId, 'Nacional', 10, context());
    const { code } = await scholarships.allot(campaignId, { ...terms, grants: 3, courseId }, context());
    const userId = await register(domain, 'ana');
    const stolen = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    for (const wrong of [stolen, 'NACIONAL-1', '', 'NACIONAL-1-', code.replace('-1-', '-2-')])
      await expect(scholarships.redeem(wrong, userId, null, context())).rejects.toMatchObject({ code: 'SCHOLARSHIP_CODE_NOT_FOUND' });
    expect(await scholarships.redeem(` ${code.toLowerCase()} `, userId, null, context())).toMatchObject({ courseId });
    expect(JSON.stringify(await domain.stored())).not.toContain(code.slice(code.lastIndexOf('-') + 1));
  });
  test('closing a code gives the rest back, so that another can have it', async () => {
    const { scholarships, context } = await openDomain();
    await scholarships.open(campaignId, 'Nacional', 10, context());
    const { codeId } = await scholarships.allot(campaignId, { ...terms, grants: 10 }, context());
    await expect(scholarships.allot(campaignId, { ...terms, grants: 1 }, context())).rejects.toMatchObject({ code: 'CAMPAIGN_CAP' });
    await scholarships.closeCode(codeId, context());
    await scholarships.closeCode(codeId, context());
    expect(await scholarships.allot(campaignId, { ...terms, grants: 10 }, context())).toMatchObject({ codeId: 'nacional-2' });
  });
});
