import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A phone number in E.164 form; without a country code it is taken as Mexican (+52). null where no such number can exist. */
export function toE164(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'MX');
  return number?.isValid() ? number.number : null;
}
