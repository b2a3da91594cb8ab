import { addDays, schoolDay } from '../../../events/calendar.ts';
import type { Found, ReadSession } from '../../projections/reading/reads.ts';
import { type ScholarshipCodeDoc, scholarshipCodes } from '../../projections/scholarships.ts';
import { EXPIRY_DAYS } from '../contract/attention.ts';

/** Open codes with grants left that expire soon, the soonest first. */
export async function expiringCodes(reads: ReadSession, now: Date): Promise<Found<ScholarshipCodeDoc>[]> {
  const today = schoolDay(now.toISOString());
  const { docs } = await reads.find(scholarshipCodes, {
    where: { open: true, expiresOn: { gte: today, lte: addDays(today, EXPIRY_DAYS) } },
    sort: ['expiresOn'],
  });
  return docs.filter(({ doc }) => doc.granted < doc.grants);
}
