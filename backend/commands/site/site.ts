import { schoolDay } from '../../../events/calendar.ts';
import type { EnglishWords, PaidPlan, PaymentMethod, PlanPrice, SchoolSettings, SiteItemOf, SiteSection } from '../../../events/site.ts';
import { type SectionContent, wordsOf } from '../../../events/siteContent.ts';
import { variablesIn } from '../../../events/siteTexts.ts';
import type { Position } from '../../../events/store/port.ts';
import type { ExchangeRate } from '../../../events/types.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { type SectionCommand, siteSection } from './content.ts';
import { priceBook, school } from './school.ts';

/** Values that texts may refer to, besides the codes of policies. */
export const builtInVariables = ['precioPremium', 'metodosDePago', 'horario'] as const;

/** Commands about the public site. All are for administrators, which the route checks. */
export function createSite(commands: Commands) {
  const sectionOf = async (section: SiteSection) => (await commands.load(siteSection, section)).state;
  const codes = async (): Promise<string[]> =>
    (await sectionOf('policies')).items.flatMap(({ item, removed, visible }) =>
      removed || !visible || !('code' in item) ? [] : [item.code],
    );

  /** A text may refer only to what exists, and what is referred to cannot be hidden or removed: a page never shows a gap. A policy may refer to itself. */
  const checkText = async (item: object, english: EnglishWords | null = null): Promise<void> => {
    const words = wordsOf(item);
    if (!words) return;
    const known = new Set<string>([...builtInVariables, ...(await codes()), ...('code' in item ? [String(item.code)] : [])]);
    const unknown = [words, english].flatMap((said) => (said ? variablesIn(said.text) : [])).find((name) => !known.has(name));
    if (unknown !== undefined) throw new DomainError('UNKNOWN_VARIABLE', unknown);
  };
  const checkUnused = async (itemId: number, next: { code: string } | null): Promise<void> => {
    const policies = (await sectionOf('policies')).items;
    const policy = policies.find((one) => one.itemId === itemId)?.item;
    if (!policy || !('code' in policy) || policy.code === next?.code) return;
    const others = policies.filter((one) => one.itemId !== itemId);
    const named = [...(await sectionOf('faq')).items, ...others].some(
      ({ item, english, removed }) =>
        !removed && [wordsOf(item), english].some((said) => said && variablesIn(said.text).includes(policy.code)),
    );
    if (named) refuse('POLICY_IN_USE');
  };

  return {
    /** Returns the number of the item. Errors: CODE_TAKEN, TOO_MANY_ITEMS, UNKNOWN_VARIABLE. */
    async add<S extends SiteSection>(
      section: S,
      item: SiteItemOf[S],
      visible: boolean,
      context: CommandContext,
      english?: EnglishWords | null,
    ): Promise<{ itemId: number; position: Position | null }> {
      await checkText(item, english);
      const { state, position } = await commands.handle(siteSection, section, { type: 'add', section, item, visible, english }, context);
      const mine = state.items.find(({ addedBy }) => addedBy === context.commandId);
      return { itemId: mine?.itemId ?? state.lastId, position };
    },
    /** Errors: SITE_ITEM_NOT_FOUND, SITE_ITEM_REMOVED, CODE_TAKEN, UNKNOWN_VARIABLE, POLICY_IN_USE. */
    async edit<S extends SiteSection>(
      section: S,
      itemId: number,
      item: SiteItemOf[S],
      context: CommandContext,
      { english, ...options }: HandleOptions<SectionContent> & { english?: EnglishWords | null | undefined } = {},
    ): Promise<Position | null> {
      await checkText(item, english);
      if (section === 'policies') await checkUnused(itemId, item as SiteItemOf['policies']);
      return (await commands.handle(siteSection, section, { type: 'edit', section, itemId, item, english }, context, options)).position;
    },
    /** Errors: SITE_ITEM_NOT_FOUND, SITE_ITEM_REMOVED, ORDER_MISMATCH, POLICY_IN_USE. */
    async act(
      command: Exclude<SectionCommand, { type: 'add' | 'edit' }>,
      context: CommandContext,
      options?: HandleOptions<SectionContent>,
    ): Promise<Position | null> {
      if (command.section === 'policies' && (command.type === 'remove' || command.type === 'hide')) await checkUnused(command.itemId, null);
      if (command.type === 'restore') {
        const found = (await sectionOf(command.section)).items.find(({ itemId }) => itemId === command.itemId);
        if (found) await checkText(found.item, found.english);
      }
      return (await commands.handle(siteSection, command.section, command, context, options)).position;
    },
    changeSchool: async (settings: Partial<SchoolSettings>, context: CommandContext): Promise<Position | null> =>
      (await commands.handle(school, 'school', { type: 'change', settings }, context)).position,
    /** Errors: PRICE_IN_PAST, PRICE_NOT_POSITIVE, PRICE_TOO_LOW. */
    async setPrice(price: PlanPrice, context: CommandContext): Promise<Position | null> {
      const today = schoolDay(context.now.toISOString());
      return (await commands.handle(priceBook, 'prices', { type: 'setPrice', price, today }, context)).position;
    },
    /** Cancels a price whose first day has not come. Errors: PRICE_NOT_FOUND, PRICE_STARTED. */
    async cancelPrice(plan: PaidPlan, validFrom: string, context: CommandContext): Promise<Position | null> {
      const today = schoolDay(context.now.toISOString());
      return (await commands.handle(priceBook, 'prices', { type: 'cancelPrice', plan, validFrom, today }, context)).position;
    },
    setMethods: async (methods: readonly PaymentMethod[], context: CommandContext): Promise<Position | null> =>
      (await commands.handle(priceBook, 'prices', { type: 'setMethods', methods }, context)).position,
    /** How to pay by bank transfer. */
    setTransfer: async (text: string, context: CommandContext): Promise<Position | null> =>
      (await commands.handle(priceBook, 'prices', { type: 'setTransfer', text }, derived(context, 'transfer'))).position,
    /** The tax that every price includes, in hundredths of a percent. */
    setTaxRate: async (rate: number, context: CommandContext): Promise<Position | null> =>
      (await commands.handle(priceBook, 'prices', { type: 'setTaxRate', rate }, derived(context, 'tax'))).position,
    /** With which prices in dollars are shown in pesos too; null: they are not. Errors: RATE_IN_FUTURE. */
    async setExchangeRate(rate: ExchangeRate | null, context: CommandContext): Promise<Position | null> {
      const today = schoolDay(context.now.toISOString());
      return (await commands.handle(priceBook, 'prices', { type: 'setExchangeRate', rate, today }, derived(context, 'exchange'))).position;
    },
  };
}
