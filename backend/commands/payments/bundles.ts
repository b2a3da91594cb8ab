import type { BundleTerms } from '../../../events/bundles.ts';
import type { Money } from '../../../events/types.ts';
import { course } from '../catalogue/course.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { BUNDLES, type Bundle, type Bundles, bundles } from './bundle.ts';
import { LEAST } from './coupon.ts';

/** A course of a bundle as it is sold now; `price` 0: it is open to all. */
export interface BundledCourse {
  courseId: number;
  title: string;
  price: number;
}

/**
 * The price of a bundle for a person who has some of its courses: the share of its price for the missing ones, by their own prices; never more than
 * those cost alone. Minor unit.
 */
export function priceOfMissing(price: Money, all: readonly BundledCourse[], missing: readonly BundledCourse[]): number {
  const sum = (some: readonly BundledCourse[]) => some.reduce((total, one) => total + one.price, 0);
  const [apart, left] = [sum(all), sum(missing)];
  if (left === 0) return 0;
  const share = left === apart ? price.amount : Math.floor((price.amount * left) / apart);
  return Math.min(left, Math.max(share, LEAST[price.currency]));
}

export function createBundles(commands: Commands) {
  const load = async (): Promise<Bundles> => (await commands.load(bundles, BUNDLES)).state;
  /** Its courses as they are sold now. Errors: BUNDLE_COURSES, where one is not published, or has no price of its own in this currency. */
  const coursesOf = async ({ courseIds, price }: BundleTerms): Promise<BundledCourse[]> => {
    const found: BundledCourse[] = [];
    for (const courseId of courseIds) {
      const { state } = await commands.load(course, courseId);
      const alone = state.status === 'published' ? state.price : refuse('BUNDLE_COURSES');
      const free = (alone?.amount ?? 0) === 0;
      // A course that is sold only with the plan has no price of its own to compare with.
      if (price && (free ? state.tier === 'premium' && alone === null : alone?.currency !== price.currency)) refuse('BUNDLE_COURSES');
      found.push({ courseId, title: state.title, price: alone?.amount ?? 0 });
    }
    return found;
  };
  /** Errors: BUNDLE_COURSES, BUNDLE_PRICE (together they cost what they cost apart, or more). */
  const check = async (terms: BundleTerms): Promise<void> => {
    if (new Set(terms.courseIds).size !== terms.courseIds.length || terms.courseIds.length < 2) refuse('BUNDLE_COURSES');
    const courses = await coursesOf(terms);
    const { price } = terms;
    if (price && (price.amount < LEAST[price.currency] || price.amount >= courses.reduce((sum, one) => sum + one.price, 0)))
      refuse('BUNDLE_PRICE');
  };
  const send = (
    command: Parameters<typeof bundles.decide>[0],
    context: CommandContext,
    options?: HandleOptions<Bundles>,
  ): Promise<Handled<Bundles>> => commands.handle(bundles, BUNDLES, command, derived(context, command.type), options);
  return {
    load,
    /** Errors: BUNDLE_NOT_FOUND. */
    find: async (bundleId: number): Promise<Bundle> => (await load()).get(bundleId) ?? refuse('BUNDLE_NOT_FOUND'),
    coursesOf,
    /** Errors: BUNDLE_COURSES, BUNDLE_PRICE, TOO_MANY_ITEMS. */
    async create(terms: BundleTerms, context: CommandContext): Promise<Handled<Bundles> & { bundleId: number }> {
      await check(terms);
      const done = await send({ type: 'create', terms }, context);
      const { commandId } = derived(context, 'create');
      const made = [...done.state].find(([, { createdBy }]) => createdBy === commandId);
      if (!made) throw new DomainError('CONFLICT');
      return { ...done, bundleId: made[0] };
    },
    /** Errors: BUNDLE_NOT_FOUND, BUNDLE_COURSES, BUNDLE_PRICE. */
    async edit(bundleId: number, terms: BundleTerms, context: CommandContext, options?: HandleOptions<Bundles>): Promise<Handled<Bundles>> {
      await check(terms);
      return send({ type: 'edit', bundleId, terms }, context, options);
    },
    /** Errors: BUNDLE_NOT_FOUND, BUNDLE_COURSES, BUNDLE_PRICE. */
    async publish(bundleId: number, context: CommandContext): Promise<Handled<Bundles>> {
      await check(((await load()).get(bundleId) ?? refuse('BUNDLE_NOT_FOUND')).terms);
      return send({ type: 'publish', bundleId }, context);
    },
    /** Errors: BUNDLE_NOT_FOUND. */
    archive: (bundleId: number, context: CommandContext): Promise<Handled<Bundles>> => send({ type: 'archive', bundleId }, context),
  };
}
