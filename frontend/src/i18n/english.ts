import catalog from './en/catalog.json';
import common from './en/common.json';
import errors from './en/errors.json';
import landing from './en/landing.json';

/** What the public pages need comes in one file; the others each with their own page. */
const here: Readonly<Record<string, object>> = { catalog, common, errors, landing };
const others = import.meta.glob<object>(['./en/*.json', '!./en/{catalog,common,errors,landing,offer}.json'], { import: 'default' });

/** The English texts of a namespace; undefined when it has none. */
export const englishOf = async (namespace: string): Promise<object | undefined> => here[namespace] ?? others[`./en/${namespace}.json`]?.();
