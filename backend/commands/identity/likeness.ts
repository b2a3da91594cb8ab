import { createRequire } from 'node:module';
import { normalise } from '../kernel/values.ts';

type Prototypes = typeof import('unhomoglyph')['default'];
let loaded: Prototypes | undefined;
/** Loaded on first use: its table takes more than a megabyte of each thread. */
const prototypes: Prototypes = (text) => {
  loaded ??= createRequire(import.meta.url)('unhomoglyph') as Prototypes;
  return loaded(text);
};

/**
 * The skeleton of Unicode's security mechanisms (UTS 39), computed after case folding. Prototypes are the letters that Latin names
 * have anyway, so that most names are their own skeleton.
 */
const skeleton = (name: string): string => normalise(prototypes(normalise(name).normalize('NFKD')).normalize('NFKD')).replaceAll('rn', 'm');

/**
 * The skeletons of a username: two names that share one count as the same. The first is of the name in lower case; the second, where the name has a
 * capital I, takes that for a small l: `Ivan` is `ivan` and `lvan`, while `maria` and `marla` are two names.
 */
export const likenesses = (username: string): readonly [string, ...string[]] => {
  const name = username.normalize('NFKD');
  return name.includes('I') ? [skeleton(name), skeleton(name.replaceAll('I', 'l'))] : [skeleton(name)];
};
