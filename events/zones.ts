/**
 * What people call the clock of a zone (IANA name): «hora de Tijuana», "Tijuana time"; the offset where a zone belongs to no place. American English says
 * initials ("PT"), the English of the rest of the world names the place.
 */
export const zoneInWords = (zone: string, locale: string): string => {
  const english = locale.startsWith('en');
  const parts = new Intl.DateTimeFormat(english ? 'en-001' : locale, { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts(0);
  const said = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return english ? said.replace(/ Time$/, ' time') : said;
};
