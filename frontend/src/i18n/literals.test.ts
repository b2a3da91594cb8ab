import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Nothing that a person reads stands in a component: it would stay Spanish for who reads English. A cheap look at the sources, not a parser. */
const root = path.join(import.meta.dirname, '..');
const files = ['features', 'ui', 'app', 'lib', 'live', 'api'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
    // What only developers see.
    .filter((file) => !file.startsWith(path.join('app', 'dev'))),
);

/** Written the same in every language. */
const allowed = new Set(['Español', 'English', 'ES', 'EN', 'min', 'Google', 'PayPal', 'WhatsApp']);

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
/** Text between the end of a tag and the next one or a closing one, and attributes that are read aloud or shown. */
const found = (source: string, markup = true): string[] => {
  const texts = !markup
    ? []
    : Array.from(source.matchAll(/(?<![=<])>([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*)(?=<\/?[a-zA-Z]|\{t\()/gu), ([, text]) => text ?? '')
        // The `>` of a type or of a comparison.
        .filter((text) => !/^\s*[,:&|?\d]|\s\?\s*$/.test(text));
  const attributes = Array.from(
    source.matchAll(/\b(?:aria-label|aria-description|title|placeholder|alt|label|heading|lead)="([^"{]*\p{L}{2}[^"]*)"/gu),
    ([, text]) => text ?? '',
  );
  // Sentences in quotes, by letters and words that only Spanish has.
  const quoted = Array.from(
    source.matchAll(/(['"`])((?:(?!\1)[^\n])*(?:[áéíóúñ¿¡]|\b(?:el|la|los|las|una|del|tu|tus|para|con|no se)\b)(?:(?!\1)[^\n])*)\1/giu),
    ([, , text]) => text ?? '',
  ).filter((text) => /\p{L}+\s+\p{L}+/u.test(text) && !/[a-z]+-[a-z]+|^\s*\w+ \w+--/.test(text));
  return [...texts, ...attributes, ...quoted].map((text) => text.trim()).filter((text) => !allowed.has(text));
};

it('finds what it looks for', () => {
  expect(found('<p>Hola a todos</p>')).toEqual(['Hola a todos']);
  expect(found('<img alt="Foto de Ana" />')).toEqual(['Foto de Ana']);
  expect(found("notify('No se pudo guardar');")).toEqual(['No se pudo guardar']);
  expect(found('<p className="site">{t(\'title\')}</p>')).toEqual([]);
});

// rows: N01
it('no component holds texts of its own', () => {
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.flatMap((file) =>
    found(withoutComments(readFileSync(path.join(root, file), 'utf8')), file.endsWith('x')).map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});
