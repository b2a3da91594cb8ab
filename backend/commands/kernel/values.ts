/** E-mails and usernames are compared without case, accents composed. */
export const normalise = (value: string): string => value.trim().normalize('NFC').toLocaleLowerCase('es-MX');
