import type { Checkout } from '../lib/paths.ts';

/** What one writes to whom a gift is for, kept in this tab until it is paid. */
export const giftDraft = (what: Checkout): string => `regalo-${what}`;
export const noGift = () => ({ nombre: '', para: '', mensaje: '' });
