import { schoolDay } from '../../../events/calendar.ts';
import type { Quote } from '../../../events/payments.ts';
import { priceOn } from '../../../events/siteContent.ts';
import type { Money } from '../../../events/types.ts';
import { course } from '../catalogue/course.ts';
import { type UserState, user } from '../identity/user.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import type { Commands } from '../kernel/handle.ts';
import { enrolment, sourceOf } from '../learning/enrolment.ts';
import { accessTo } from '../learning/learners.ts';
import { siteSection } from '../site/content.ts';
import { priceBook } from '../site/school.ts';
import { type BundledCourse, createBundles, priceOfMissing } from './bundles.ts';
import { type ChosenGroup, type Gift, holds, type Offer, opensOf, type Purchases } from './order.ts';
import type { Seats } from './seats.ts';
import { paidByTransfer } from './transferMonths.ts';

/** The refund period in days where the school has no policy of its own (C-03). */
const REFUND_DAYS = 30;

/** What somebody wants to buy. `coupon`: a code as it was typed. */
export type Wanted = ({ what: 'premium' } | { what: 'course'; courseId: number } | { what: 'bundle'; bundleId: number }) & {
  coupon?: string | undefined;
  /** The groups by which the buyer enters the courses; for a gift, the recipient chooses them. `any`: no choice was offered. */
  groups?: readonly ChosenGroup[] | 'any' | undefined;
  /** Whether it is for somebody else; never the plan. */
  gift?: Gift | undefined;
};
/** What is named by the id of a course or of a bundle; neither: the plan. */
export const wantedOf = (courseId: number | undefined, bundleId: number | undefined): Wanted =>
  courseId !== undefined ? { what: 'course', courseId } : bundleId !== undefined ? { what: 'bundle', bundleId } : { what: 'premium' };
export type Offers = ReturnType<typeof createOffers>;
/** What a person can buy, and its price for them: the only place where these are decided. */
export function createOffers(commands: Commands, load: (userId: number) => Promise<Purchases>, { groupsFor }: Pick<Seats, 'groupsFor'>) {
  /** The refund policy shown at the purchase. */
  const refundPolicy = async (): Promise<Pick<Quote, 'refundDays' | 'policyVersion'>> => {
    const { items } = (await commands.load(siteSection, 'policies')).state;
    for (const { item, removed, visible, version } of items)
      if ('code' in item && item.code === 'reembolso' && item.unit === 'days' && item.amount !== null && visible && !removed)
        return { refundDays: item.amount, policyVersion: version };
    return { refundDays: REFUND_DAYS, policyVersion: 0 };
  };
  const bundles = createBundles(commands);
  const active = async (userId: number): Promise<UserState> => {
    const { state: person } = await commands.load(user, userId);
    return person.status === 'active' ? person : refuse('USER_NOT_FOUND');
  };
  const buyer = async (userId: number): Promise<UserState> => {
    const person = await active(userId);
    return person.verified ? person : refuse('EMAIL_NOT_VERIFIED');
  };
  /** Whether the person has the course for good, or teaches it. */
  const owns = async (person: UserState, courseId: number): Promise<boolean> => {
    const { userId } = person;
    const { state: outline } = await commands.load(course, courseId);
    const own = sourceOf((await commands.load(enrolment, `${userId}_${courseId}`)).state);
    return own === 'purchase' || own === 'grant' || accessTo(outline, person, own) === 'staff';
  };
  /** The courses that a person has paid for; one paid a moment ago may not be open yet. */
  const paidBy = async (userId: number): Promise<ReadonlySet<number>> =>
    new Set([...(await load(userId))].flatMap(([, order]) => (holds(order) && !order.gift ? opensOf(order) : [])));
  /**
   * What a bundle holds and costs this person: those of its courses that they do not have. Errors: USER_NOT_FOUND, BUNDLE_NOT_FOUND,
   * BUNDLE_NOT_FOR_SALE, BUNDLE_OWNED.
   */
  const bundleFor = async (
    userId: number,
    bundleId: number,
    asGift = false,
  ): Promise<{ title: string; whole: Money; price: Money; courses: (BundledCourse & { owned: boolean })[] }> => {
    const person = await active(userId);
    const { status, terms } = await bundles.find(bundleId);
    if (status !== 'published') return refuse('BUNDLE_NOT_FOUND');
    const whole = terms.price ?? refuse('BUNDLE_NOT_FOR_SALE');
    const found = await bundles.coursesOf(terms).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === 'BUNDLE_COURSES' ? new DomainError('BUNDLE_NOT_FOR_SALE') : error;
    });
    const paid = await paidBy(userId);
    const courses = [];
    for (const one of found) courses.push({ ...one, owned: !asGift && (paid.has(one.courseId) || (await owns(person, one.courseId))) });
    // A course became cheaper, so that apart the courses cost no more than together.
    if (whole.amount >= courses.reduce((sum, one) => sum + one.price, 0)) return refuse('BUNDLE_NOT_FOR_SALE');
    const missing = courses.filter(({ owned }) => !owned);
    const amount = priceOfMissing(whole, courses, missing);
    return amount === 0 ? refuse('BUNDLE_OWNED') : { title: terms.title, whole, price: { ...whole, amount }, courses };
  };
  /** `asked`: only the price is asked for; no group is chosen yet. */
  const quoteFor = async (userId: number, wanted: Wanted, now: Date, { transfer = false, asked = false } = {}): Promise<Offer> => {
    const person = await buyer(userId);
    const bundle = null;
    const gift = wanted.gift ?? null;
    const { state: book } = await commands.load(priceBook, 'prices');
    const terms = { ...(await refundPolicy()), taxRate: book.taxRate };
    const groupsOf = async (opens: readonly number[]) => (gift || asked ? [] : groupsFor(userId, opens, wanted, now));
    if (wanted.what === 'premium') {
      // A payer by transfer pays each month anew, before the last one ends.
      if (person.plan === 'premium' && !(transfer && paidByTransfer(await load(userId)) !== null)) return refuse('SUBSCRIPTION_ACTIVE');
      const price = priceOn(book, 'premium', schoolDay(now.toISOString())) ?? refuse('COURSE_NOT_FOR_SALE');
      return {
        what: 'premium',
        courseId: null,
        ...{ bundle, gift: null, groups: [] },
        title: 'Plan Premium',
        price: price.price,
        period: price.period,
        ...terms,
      };
    }
    if (wanted.what === 'bundle') {
      const { bundleId } = wanted;
      const { title, price, courses } = await bundleFor(userId, bundleId, gift !== null);
      const opens = courses.flatMap(({ courseId, owned }) => (owned ? [] : [courseId]));
      const ordered = { bundleId, path: courses.map(({ courseId }) => courseId), opens };
      const chosen = { groups: await groupsOf(opens) };
      return { what: 'bundle', courseId: null, bundle: ordered, gift, ...chosen, title, price, period: null, ...terms };
    }
    const { courseId } = wanted;
    const { state: outline } = await commands.load(course, courseId);
    if (outline.status === 'none') return refuse('COURSE_NOT_FOUND');
    if (gift === null && ((await owns(person, courseId)) || (await paidBy(userId)).has(courseId))) return refuse('COURSE_ALREADY_OWNED');
    if (outline.status !== 'published') return refuse('COURSE_NOT_PUBLISHED');
    const { price } = outline;
    if (price === null || price.amount === 0) return refuse('COURSE_NOT_FOR_SALE');
    const chosen = { groups: await groupsOf([courseId]) };
    return { what: 'course', courseId, bundle, gift, ...chosen, title: outline.title, price, period: null, ...terms };
  };
  return { refundPolicy, bundles, active, owns, bundleFor, quoteFor };
}
