import { isDeepStrictEqual } from 'node:util';
import { type EnglishWords, type SectionEvent, type SiteItemOf, type SiteSection, translatedSection } from '../../../events/site.ts';
import { emptySection, foldSection, type SectionContent, type SiteItem, typesOf, wordsOf } from '../../../events/siteContent.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

/** The most items of a section, including removed ones. */
export const MOST_ITEMS = 500;

export type SectionCommand =
  | { type: 'add'; section: SiteSection; item: SiteItemOf[SiteSection]; visible: boolean; english?: EnglishWords | null | undefined }
  /** `english`: what translates the words of `item`; undefined: what there is stays the translation of the words that it was made of. */
  | { type: 'edit'; section: SiteSection; itemId: number; item: SiteItemOf[SiteSection]; english?: EnglishWords | null | undefined }
  | { type: 'reorder'; section: SiteSection; order: readonly number[] }
  | { type: 'hide' | 'show' | 'remove' | 'restore'; section: SiteSection; itemId: number };

const codeOf = (item: object): string | null => ('code' in item ? String(item.code) : null);
const present = ({ items }: SectionContent): readonly SiteItem[] => items.filter(({ removed }) => !removed);
const find = (state: SectionContent, itemId: number): SiteItem =>
  state.items.find((one) => one.itemId === itemId) ?? refuse('SITE_ITEM_NOT_FOUND');

/** The English given for an item, where that says something new. */
const translated = (
  section: SiteSection,
  { itemId, item, english: before }: Pick<SiteItem, 'itemId' | 'item' | 'english'>,
  english: EnglishWords | null | undefined,
): SectionEvent[] => {
  const { success, data } = translatedSection.safeParse(section);
  if (!success || english === undefined) return [];
  const after = english && { ...english, of: wordsOf(item) };
  return isDeepStrictEqual(before ?? null, after) ? [] : [{ type: 'SiteItemTranslated', data: { section: data, itemId, english } }];
};

/** Other texts refer to a policy by its code, so codes are unique. */
const checkCode = (state: SectionContent, item: object, itemId: number | null): void => {
  const code = codeOf(item);
  if (code !== null && state.items.some((one) => one.itemId !== itemId && codeOf(one.item) === code)) refuse('CODE_TAKEN');
};

/** One section of the public site; stream `site-<section>`. Errors: SITE_ITEM_NOT_FOUND, SITE_ITEM_REMOVED, ORDER_MISMATCH, CODE_TAKEN, TOO_MANY_ITEMS. */
export const siteSection: Decider<SectionContent, SectionCommand, SectionEvent> = {
  category: 'site',
  initial: emptySection,

  decide(command, state) {
    const { section } = command;
    const types = typesOf(section);
    switch (command.type) {
      case 'add': {
        if (state.items.length >= MOST_ITEMS) return refuse('TOO_MANY_ITEMS');
        checkCode(state, command.item, null);
        const data = { itemId: state.lastId + 1, visible: command.visible, item: command.item };
        return [{ type: types.added, data } as SectionEvent, ...translated(section, data, command.english)];
      }
      case 'edit': {
        const { itemId, item, removed, english } = find(state, command.itemId);
        if (removed) return refuse('SITE_ITEM_REMOVED');
        checkCode(state, command.item, itemId);
        const data = { itemId, item: command.item };
        return [
          ...(isDeepStrictEqual(item, command.item) ? [] : [{ type: types.edited, data } as SectionEvent]),
          ...translated(section, { ...data, ...(english && { english }) }, command.english),
        ];
      }
      case 'reorder': {
        const is = present(state).map(({ itemId }) => itemId);
        const order = [...command.order];
        if (order.length !== is.length || new Set(order).size !== order.length || order.some((itemId) => !is.includes(itemId)))
          return refuse('ORDER_MISMATCH');
        return isDeepStrictEqual(order, is) ? [] : [{ type: 'SiteItemsReordered', data: { section, order } }];
      }
      case 'remove':
      case 'restore': {
        const { itemId, removed } = find(state, command.itemId);
        if (removed === (command.type === 'remove')) return [];
        return [{ type: command.type === 'remove' ? 'SiteItemRemoved' : 'SiteItemRestored', data: { section, itemId } }];
      }
      case 'hide':
      case 'show': {
        const { itemId, removed, visible } = find(state, command.itemId);
        if (removed) return refuse('SITE_ITEM_REMOVED');
        if (visible === (command.type === 'show')) return [];
        return [{ type: command.type === 'show' ? 'SiteItemShown' : 'SiteItemHidden', data: { section, itemId } }];
      }
    }
  },

  evolve: (state, event) => foldSection(state, event, event.meta),
};
