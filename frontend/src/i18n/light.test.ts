import i18next from 'i18next';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { errorCatalogue } from '../../../backend/api/contract/errors.ts';
import { namespacesOf, type TextsLanguage, textsOf } from '../../texts.ts';
import type { useTranslation } from './light.ts';
import light from './light.ts';
import './catalog.ts';
import './confirm.ts';

/** The browser gets `light.ts` in place of i18next: both must say the same, key by key. */
const read = (language: TextsLanguage) =>
  Object.fromEntries(namespacesOf(language).map((namespace) => [namespace, textsOf(namespace, language)]));
// A text that English lacks, so that what stands in its place is compared too.
const spanish: Record<string, object> = {
  ...read('es-MX'),
  falta: { solo: 'Solo en español', veces_one: '{{count}} vez', veces_other: '{{count}} veces' },
};
const resources: Record<string, Record<string, object>> = { 'es-MX': spanish, en: read('en') };

const keysOf = (node: unknown, prefix = ''): string[] => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [prefix];
  return Object.entries(node).flatMap(([key, value]) => keysOf(value, prefix ? `${prefix}.${key}` : key));
};

const real = i18next.createInstance();
void real.init({
  lng: 'es-MX',
  fallbackLng: 'es-MX',
  resources,
  defaultNS: 'common',
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
  returnedObjectHandler: (key: string) => key,
});
// Of whole millions («un millón de becas») Spanish has a form of its own, which no text has: they read as any other number.
const { pluralResolver } = real.services as { pluralResolver: { getSuffix(...given: unknown[]): string } };
const suffixOf = pluralResolver.getSuffix.bind(pluralResolver);
pluralResolver.getSuffix = (...given) => suffixOf(...given).replace('many', 'other');
void light.init({ lng: 'es-MX', fallbackLng: 'es-MX', defaultNS: 'common', resources: resources as never });
const say = real.t as (key: string, options?: object) => unknown;

const values = Object.fromEntries(Array.from(JSON.stringify(resources).matchAll(/\{\{\s*(\w+)/g), ([, name]) => [name ?? '', `<${name}>`]));

const cases = ['es-MX', 'en'].flatMap((language) => Object.keys(spanish).map((namespace) => ({ language, namespace })));
describe.each(cases)('$language $namespace', ({ language, namespace }) => {
  const keys = keysOf(resources[language]?.[namespace] ?? spanish[namespace]);
  beforeAll(async () => {
    await Promise.all([real.changeLanguage(language), light.changeLanguage(language)]);
  });
  it('says what i18next says', () => {
    for (const key of keys) {
      const name = `${namespace}:${key}`;
      expect(light.t(name, values), name).toEqual(say(name, values));
      expect(light.t(name, { ...values, returnObjects: true }), name).toEqual(say(name, { ...values, returnObjects: true }));
    }
  });
  it('counts as i18next counts', () => {
    for (const key of keys.filter((one) => /_(one|other|many|zero)$/.test(one)))
      for (const count of [0, 1, 2, 21, 1_000_000, 1.5]) {
        const name = `${namespace}:${key.replace(/_\w+$/, '')}`;
        expect(light.t(name, { ...values, count }), `${name} ${count}`).toEqual(say(name, { ...values, count }));
      }
  });
});

it('answers a missing key as i18next does', () => {
  for (const key of ['nada', 'common:nada.de.nada', 'common:action']) expect(light.t(key)).toEqual(say(key));
  expect(light.t('common:field.nada', { defaultValue: 'nada' })).toEqual(say('common:field.nada', { defaultValue: 'nada' }));
});

// rows: N03
it('the browser has the text of every error code as the server has it', () => {
  expect(resources['es-MX']?.['errors']).toEqual(
    Object.fromEntries(Object.entries(errorCatalogue).map(([code, [, text]]) => [code, text])),
  );
});

test('a key that is no text of the chosen namespaces does not compile', () => {
  const ofOne = (t: ReturnType<typeof useTranslation<'catalog'>>['t']) => {
    const month: string | undefined = t('months', { returnObjects: true })[0];
    // @ts-expect-error: no text has this key
    t('nada');
    // @ts-expect-error: it is a list
    t('months');
    // @ts-expect-error: `common` was not chosen
    t('common:state.network');
    // @ts-expect-error: one of a plural has a number
    t('countOf');
    // @ts-expect-error: a string chooses no form
    t('countOf', { count: '2' });
    return [month, t('longDate', { day: 1 }), t('countOf', { count: 2, shown: 1 })];
  };
  const ofTwo = (t: ReturnType<typeof useTranslation<['confirm', 'common']>>['t']) => {
    // @ts-expect-error: only the first one's keys stand without their namespace
    t('state.network');
    // @ts-expect-error: the namespace is a part of the key, and no option
    t('network', { ns: 'common' });
    // @ts-expect-error: nor is it one where the key is a text
    t('reason.hint', { ns: 'common' });
    return [t('reason.hint'), t('common:state.network')];
  };
  // The compiler holds it; nothing is called.
  expect([ofOne, ofTwo]).toHaveLength(2);
});
