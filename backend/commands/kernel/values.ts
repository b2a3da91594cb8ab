import { domainToASCII, domainToUnicode } from 'node:url';

/** Names are compared without case, accents composed. */
export const normalise = (value: string): string => value.trim().normalize('NFC').toLocaleLowerCase('es-MX');

/** A local part in quotes that needs none is the same mailbox without them (RFC 5321, 4.1.2). */
const unquoted = (local: string): string => {
  const inside = /^"((?:[^"\\]|\\.)*)"$/.exec(local)?.[1]?.replace(/\\(.)/g, '$1');
  return inside !== undefined && /^[^\s@"(),:;<>[\]\\]+$/.test(inside) ? inside : local;
};

/**
 * An address as it is kept: one mailbox has one. Letters and dots of full width are the plain ones, the domain is the one to which DNS would lead
 * (IDNA, without case), and the dot that may end it is left out.
 */
export function mailAddress(written: string): string {
  const text = written.trim().normalize('NFC');
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const domain = text.slice(at + 1);
  // What is no name of a host stays as it was written.
  const read = /[/\\?#%:]/.test(domain) ? '' : domainToUnicode(domainToASCII(domain)).replace(/\.+$/, '');
  return `${unquoted(text.slice(0, at).normalize('NFKC'))}@${read || domain}`;
}

/** Addresses are compared without case. */
export const normaliseAddress = (address: string): string => normalise(mailAddress(address));
