import { expect, test } from 'vitest';
import { campaigns, scholarshipCodes, scholarshipGrants } from '../../backend/projections/scholarships.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const campaignId = 'nacional';
const ofCode = { campaignId, codeId: 'nacional-1' };
const opened = given('ScholarshipCampaignOpened', { campaignId, name: 'Nacional', cap: 1_000_000 });
const terms = { organisation: 'Fundación Puente', grants: 200, courseId: null, expiresOn: '2026-12-31' };
const allotted = given('ScholarshipCodeAllotted', { ...ofCode, ...terms, person: 'nacional-1', leadId: null });
const granted = (userId: number) => given('ScholarshipGranted', { ...ofCode, userId, courseId: 3 });
const codeClosed = given('ScholarshipCodeClosed', { ...ofCode, unused: 198 });
const returned = given('ScholarshipGrantsReturned', { ...ofCode, grants: 198 });

test('a campaign counts what it allotted and what people took', () => {
  givenEvents(campaigns, [opened])
    .thenDocs({
      nacional: { campaignId, name: 'Nacional', cap: 1_000_000, open: true, openedAt: timeOf(0), allotted: 0, granted: 0 },
    })
    .thenChange('sitio', { id: 'becas-nacional' });
  givenEvents(campaigns, [opened, allotted, granted(1), granted(2)])
    .thenDocLike('nacional', { allotted: 200, granted: 2 })
    .thenChange('becas', { id: 'nacional', op: 'put' });
  givenEvents(campaigns, [opened, allotted, granted(1), granted(2), codeClosed, returned]).thenDocLike('nacional', {
    allotted: 2,
    granted: 2,
    open: true,
  });
  givenEvents(campaigns, [opened, given('ScholarshipCampaignClosed', { campaignId })]).thenDocLike('nacional', { open: false });
});

test('what the public counter says does not say how much is allotted', () => {
  const { documents } = givenEvents(campaigns, [opened, allotted]);
  expect(documents.changes.filter(({ topic }) => topic === 'sitio').every(({ view }) => view === undefined)).toBe(true);
});

test('a code says whose it is, how much of it is taken, and whether it still gives', () => {
  const { expiresOn, organisation, grants, courseId } = terms;
  givenEvents(scholarshipCodes, [allotted])
    .thenDocs({
      'nacional-1': {
        ...ofCode,
        person: 'nacional-1',
        organisation,
        grants,
        courseId,
        expiresOn,
        leadId: null,
        granted: 0,
        open: true,
        allottedAt: timeOf(0),
      },
    })
    .thenChange('becas', { id: 'codigo-nacional-1', op: 'put' });
  givenEvents(scholarshipCodes, [allotted, granted(1), codeClosed]).thenDocLike('nacional-1', { granted: 1, open: false });
});

test('for whom a code is goes with the contact who asked for it, and with no other; the code stays', () => {
  const asked = given('ScholarshipCodeAllotted', { ...ofCode, ...terms, person: 'lead1', leadId: 'lead1' });
  givenEvents(scholarshipCodes, [asked]).thenForgets('lead1', 'Fundación Puente');
  const erased = (leadId: string) => given('LeadErased', { leadId, person: leadId });
  givenEvents(scholarshipCodes, [asked, erased('lead1'), granted(1)])
    .thenDocLike('nacional-1', { organisation: null, grants: 200, granted: 1, leadId: 'lead1' })
    .thenChange('becas', { id: 'codigo-nacional-1', op: 'put' });
  givenEvents(scholarshipCodes, [asked, erased('lead2')]).thenDocLike('nacional-1', { organisation: 'Fundación Puente' });
  // Read again when the key is gone.
  const unread = given('ScholarshipCodeAllotted', { ...ofCode, ...terms, organisation: null, person: 'lead1', leadId: 'lead1' });
  givenEvents(scholarshipCodes, [unread]).thenDocLike('nacional-1', { organisation: null, open: true });
});

test('each grant names the person, the course and the code', () => {
  givenEvents(scholarshipGrants, [granted(1), granted(2)])
    .thenDocs({
      'nacional-1_1': { codeId: 'nacional-1', userId: 1, courseId: 3, grantedAt: timeOf(0) },
      'nacional-1_2': { codeId: 'nacional-1', userId: 2, courseId: 3, grantedAt: timeOf(1) },
    })
    .thenChange('becas', { id: 'beca-nacional-1_2', op: 'put' });
});

everyTypeIsCovered(campaigns);
everyTypeIsCovered(scholarshipCodes);
everyTypeIsCovered(scholarshipGrants);
