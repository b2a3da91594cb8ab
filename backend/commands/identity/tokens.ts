import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tokens in mails are HMAC(secret, purpose, event id): a repeated mail has the same link. Form: `<userId>.<eventId>.<mac>`. */
export type TokenPurpose = 'verify-email' | 'change-email' | 'reset-password' | 'end-digest';

const mac = (secret: string, purpose: TokenPurpose, userId: number, eventId: string): string =>
  createHmac('sha256', secret).update(`${purpose}\u0000${userId}\u0000${eventId}`).digest('base64url');

/** A six-digit code for a phone, derived from the event that requested it: a repeated message has the same code. */
export const phoneCode = (secret: string, userId: number, eventId: string): string => {
  const digest = createHmac('sha256', secret).update(`phone-code\u0000${userId}\u0000${eventId}`).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};
/** Compares in constant time. */
export const phoneCodeMatches = (secret: string, userId: number, eventId: string, given: string): boolean =>
  /^\d{6}$/.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(phoneCode(secret, userId, eventId)));

export const mailToken = (secret: string, purpose: TokenPurpose, userId: number, eventId: string): string =>
  `${userId}.${eventId}.${mac(secret, purpose, userId, eventId)}`;

/** null where the token is not one of ours for this purpose. */
export function readMailToken(secret: string, purpose: TokenPurpose, token: string): { userId: number; eventId: string } | null {
  const match = /^(\d{1,10})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(token);
  if (!match) return null;
  const [, userId = '', eventId = '', given = ''] = match;
  const expected = mac(secret, purpose, Number(userId), eventId);
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? { userId: Number(userId), eventId } : null;
}
