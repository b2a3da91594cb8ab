import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A phone number as E.164; without a country code it is one of Mexico (+52). null when no such number can exist. */
export function toE164(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'MX');
  return number?.isValid() ? number.number : null;
}
