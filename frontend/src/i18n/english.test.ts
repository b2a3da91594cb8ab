import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileOfTexts, languages, namespacesOf, textsOf } from '../../texts.ts';
import { englishOf } from './english.ts';

/**
 * English is complete: every text of `<namespace>.es-MX.json` has its own in `<namespace>.en.json`, with the same placeholders and the forms that
 * English counts with. What is missing is printed as `namespace:key`; write it at the same place of the English file.
 */
/** Only the server reads these, for the pages that it writes for search engines, which are in Spanish. */
const serverOnly = ['seo'];
/** Says in English, to who reads Spanish, that there is English. */
const englishOnly = ['offer'];
const namespaces = namespacesOf('es-MX').filter((namespace) => !serverOnly.includes(namespace));

type Texts = Map<string, string>;
const flat = (node: unknown, prefix = '', into: Texts = new Map()): Texts => {
  if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node)) flat(value, prefix ? `${prefix}.${key}` : key, into);
  else into.set(prefix, String(node));
  return into;
};
const form = /_(zero|one|two|few|many|other)$/;
const formsOf = (texts: Texts): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const key of texts.keys()) {
    const name = key.replace(form, '');
    found.set(name, (found.get(name) ?? new Set()).add(form.exec(key)?.[1] ?? ''));
  }
  return found;
};
const holes = (text: string): string[] => [...new Set(Array.from(text.matchAll(/\{\{\s*(\w+)/g), ([, name]) => name ?? ''))].sort();

/** Where both languages say the same: names, what is written the same in both, and what is only holes and signs. */
const same = new Set([
  'Aulaviva',
  'Premium',
  'Markdown',
  'Instructor',
  'Auditor',
  'Plan',
  'General',
  'Visible',
  'Agave',
  'Color',
  'PayPal',
  'Webinar',
  'Webhook',
  'Webhooks',
  'Normal',
  'Error',
  'Google',
  'GitHub',
  'OpenID Connect',
  'SAML 2.0',
  'LinkedIn',
  'MCP',
  'Prompts',
  'Fine tuning',
  'Video',
  'Videos',
  'No',
  'no',
  'Total',
  'General',
  'Color',
  'Visible',
  'Agave',
  'PayPal',
  // English in the documents already (A43, A18).
  'Unexpected Application Error!',
  'Our mission is to help people become the next leaders in artificial intelligence',
  'all rights reserved',
]);
const bare = (text: string) => text.replace(/\{\{[^}]*\}\}|\bmin\b/g, '').replace(/^[\s:·#,/]+|[\s:·#,/]+$/g, '');
const maySayTheSame = (text: string) => !/\p{L}{2}/u.test(bare(text)) || same.has(bare(text));

it('English has a file for every namespace, beside the Spanish one, and none of its own', () => {
  expect(namespacesOf('en').sort()).toEqual([...namespaces, ...englishOnly].sort());
  for (const namespace of namespaces)
    expect(path.dirname(fileOfTexts(namespace, 'en'))).toBe(path.dirname(fileOfTexts(namespace, 'es-MX')));
});

describe.each(namespaces.filter((namespace) => namespacesOf('en').includes(namespace)))('%s', (namespace) => {
  const spanish = flat(textsOf(namespace, 'es-MX'));
  const english = flat(textsOf(namespace, 'en'));
  const named = (key: string) => `${namespace}:${key}`;

  // rows: N04
  it('is brought to who reads English, in whatever folder it stands', async () => {
    expect(await englishOf(namespace)).toEqual(textsOf(namespace, 'en'));
  });
  // rows: N04
  it('has every text', () => {
    const forms = formsOf(english);
    expect([...formsOf(spanish).keys()].filter((key) => !forms.has(key)).map(named), 'missing in English').toEqual([]);
    const known = formsOf(spanish);
    expect([...forms.keys()].filter((key) => !known.has(key)).map(named), 'only in English').toEqual([]);
  });
  // rows: N04
  it('counts one and other', () => {
    const counted = [...formsOf(english)].filter(([, forms]) => !forms.has('') || forms.size > 1);
    const wrong = counted.filter(([, forms]) => !forms.has('one') || !forms.has('other') || forms.has('') || forms.has('many'));
    expect(wrong.map(([key]) => named(key))).toEqual([]);
    const plural = [...formsOf(spanish)].filter(([, forms]) => forms.has('other'));
    const lost = plural.filter(([key, forms]) => [...forms].some((one) => one !== 'many' && !formsOf(english).get(key)?.has(one)));
    expect(lost.map(([key]) => named(key))).toEqual([]);
  });
  it('fills the same holes', () => {
    const wrong = [...english].filter(([key, text]) => {
      const name = key.replace(form, '');
      const original = spanish.get(key) ?? spanish.get(name) ?? spanish.get(`${name}_other`) ?? '';
      return holes(text).join() !== holes(original).join();
    });
    expect(wrong.map(([key]) => named(key))).toEqual([]);
  });
  it('is not Spanish', () => {
    const wrong = [...english].filter(([key, text]) => /[¿¡ñ«»]/i.test(text) || (text === spanish.get(key) && !maySayTheSame(text)));
    expect(wrong.map(([key, text]) => `${named(key)} «${text}»`)).toEqual([]);
  });
});

// rows: N04
it('says one where there is one: a text that counts something has a form for one, whatever it counts', () => {
  // What is counted anywhere, by the word after the number; how far a number reaches («los últimos 7 días») is not counted.
  const counted = languages.flatMap((language) =>
    namespaces.flatMap((namespace) =>
      [...flat(textsOf(namespace, language))].flatMap(([key, text]) =>
        key.endsWith('_other') ? Array.from(text.matchAll(/\{\{count\}\} (?!más)(\p{L}+s)(?!\p{L})/gu), ([, word]) => word) : [],
      ),
    ),
  );
  expect(counted).toContain('clases');
  const many = new RegExp(`(?<!últimos |last )\\{\\{\\w+\\}\\} (?:${[...new Set(counted)].join('|')})(?!\\p{L}| o más| or more)`, 'u');
  const wrong = languages.flatMap((language) =>
    namespaces.flatMap((namespace) =>
      [...flat(textsOf(namespace, language))]
        .filter(([key, text]) => many.test(text) && !form.test(key))
        .map(([key]) => `${language} ${namespace}:${key}`),
    ),
  );
  expect(wrong).toEqual([]);
});
