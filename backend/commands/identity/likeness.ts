import unhomoglyph from 'unhomoglyph';
import { normalise } from '../kernel/values.ts';

/**
 * What a username looks like: two that look alike answer the same (the skeleton of Unicode's security mechanisms, UTS 39, over what is left of case).
 * Prototypes are the ones that names in Latin letters have anyway, so that most of them are their own. Small i counts as small l: its capital
 * looks like one, and names are equal whatever their case.
 */
export const likeness = (username: string): string =>
  normalise(unhomoglyph(normalise(username).normalize('NFKD')).normalize('NFKD'))
    .replaceAll('rn', 'm')
    .replaceAll('i', 'l');
