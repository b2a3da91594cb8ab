import type { Checkout } from '../lib/paths.ts';

/** The message to the person who gets a gift, kept in this tab until the gift is paid for. */
export const giftDraft = (what: Checkout): string => `regalo-${what}`;
export const noGift = () => ({ nombre: '', para: '', mensaje: '' });
