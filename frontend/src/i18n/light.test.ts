import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../backend/api/contract/errors.ts';
import light from './light.ts';

/** The browser gets `light.ts` in place of i18next: both must say the same, key by key. */
const folder = path.join(import.meta.dirname, 'es-MX');
const catalogues = Object.fromEntries(
  readdirSync(folder).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object]),
);

const keysOf = (node: unknown, prefix = ''): string[] => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [prefix];
  return Object.entries(node).flatMap(([key, value]) => keysOf(value, prefix ? `${prefix}.${key}` : key));
};

const real = i18next.createInstance();
void real.init({
  lng: 'es-MX',
  fallbackLng: 'es-MX',
  resources: { 'es-MX': catalogues },
  defaultNS: 'common',
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
  returnedObjectHandler: (key: string) => key,
});
void light.init({ lng: 'es-MX', defaultNS: 'common', resources: { 'es-MX': catalogues as never } });
const say = real.t as (key: string, options?: object) => unknown;

const values = Object.fromEntries(
  Array.from(JSON.stringify(catalogues).matchAll(/\{\{\s*(\w+)/g), ([, name]) => [name ?? '', `<${name}>`]),
);

describe.each(Object.entries(catalogues))('%s', (namespace, texts) => {
  const keys = keysOf(texts);
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
});

it('has the text of every error code as the server has it', () => {
  expect(catalogues['errors']).toEqual(Object.fromEntries(Object.entries(errorCatalogue).map(([code, [, text]]) => [code, text])));
});
