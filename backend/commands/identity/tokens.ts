import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tokens in mails are HMAC(secret, purpose, event id): a mail that is sent again carries the same link. Form: `<userId>.<eventId>.<mac>`. */
export type TokenPurpose = 'verify-email' | 'reset-password';

const mac = (secret: string, purpose: TokenPurpose, userId: number, eventId: string): string =>
  createHmac('sha256', secret).update(`${purpose}\u0000${userId}\u0000${eventId}`).digest('base64url');

export const mailToken = (secret: string, purpose: TokenPurpose, userId: number, eventId: string): string =>
  `${userId}.${eventId}.${mac(secret, purpose, userId, eventId)}`;

/** null when the token is not one of ours for this purpose. */
export function readMailToken(secret: string, purpose: TokenPurpose, token: string): { userId: number; eventId: string } | null {
  const match = /^(\d{1,10})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(token);
  if (!match) return null;
  const [, userId = '', eventId = '', given = ''] = match;
  const expected = mac(secret, purpose, Number(userId), eventId);
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? { userId: Number(userId), eventId } : null;
}
