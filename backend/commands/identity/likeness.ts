import unhomoglyph from 'unhomoglyph';
import { normalise } from '../kernel/values.ts';

/**
 * The skeleton of Unicode's security mechanisms (UTS 39) over what is left of case. Prototypes are the ones that names in Latin letters have
 * anyway, so that most of them are their own.
 */
const skeleton = (name: string): string =>
  normalise(unhomoglyph(normalise(name).normalize('NFKD')).normalize('NFKD')).replaceAll('rn', 'm');

/**
 * What a username counts as: two that share one of these are not told apart. First as it is whatever its case; then, where it is written with a
 * capital I, as who takes that for a small l reads it: `Ivan` is `ivan` and `lvan`, while `maria` and `marla` are two names.
 */
export const likenesses = (username: string): readonly [string, ...string[]] => {
  const name = username.normalize('NFKD');
  return name.includes('I') ? [skeleton(name), skeleton(name.replaceAll('I', 'l'))] : [skeleton(name)];
};
