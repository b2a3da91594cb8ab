import { domainToASCII, domainToUnicode } from 'node:url';

/** Names compare without case, accents in composed form. */
export const normalise = (value: string): string => value.trim().normalize('NFC').toLocaleLowerCase('es-MX');

/** A quoted local part that needs no quotes is the same mailbox without them (RFC 5321, 4.1.2). */
const unquoted = (local: string): string => {
  const inside = /^"((?:[^"\\]|\\.)*)"$/.exec(local)?.[1]?.replace(/\\(.)/g, '$1');
  return inside !== undefined && /^[^\s@"(),:;<>[\]\\]+$/.test(inside) ? inside : local;
};

/**
 * The canonical form of an address: one mailbox has one. Full-width letters and dots become plain ones, the domain becomes the one that DNS would
 * look up (IDNA, without case), without a final dot.
 */
export function mailAddress(written: string): string {
  const text = written.trim().normalize('NFC');
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const domain = text.slice(at + 1);
  // What is not a host name is left as it was written.
  const read = /[/\\?#%:]/.test(domain) ? '' : domainToUnicode(domainToASCII(domain)).replace(/\.+$/, '');
  return `${unquoted(text.slice(0, at).normalize('NFKC'))}@${read || domain}`;
}

/** Addresses compare without case. */
export const normaliseAddress = (address: string): string => normalise(mailAddress(address));
