/** A text in the form in which words are compared: without capitals and accents. */
export const plain = (text: string): string => text.toLocaleLowerCase('es-MX').normalize('NFD').replace(/\p{M}/gu, '');
