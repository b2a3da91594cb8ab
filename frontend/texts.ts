import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The catalogue of messages as files: `<namespace>.<language>.json`, beside the feature that uses them, or in src/i18n where several do. */
const sources = path.join(import.meta.dirname, 'src');
export const languages = ['es-MX', 'en'] as const;
export type TextsLanguage = (typeof languages)[number];

const named = /^([A-Za-z]+)\.(es-MX|en)\.json$/;
const found = new Map<string, string>();
for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
  const [, namespace, language] = named.exec(entry.name) ?? [];
  if (!namespace) continue;
  const key = `${language}/${namespace}`;
  const file = path.join(entry.parentPath, entry.name);
  if (found.has(key)) throw new Error(`the namespace ${namespace} stands twice: ${found.get(key)} and ${file}`);
  found.set(key, file);
}

export const namespacesOf = (language: TextsLanguage): string[] =>
  [...found.keys()].filter((key) => key.startsWith(`${language}/`)).map((key) => key.slice(language.length + 1));

/** The file of a namespace. */
export const fileOfTexts = (namespace: string, language: TextsLanguage): string => {
  const file = found.get(`${language}/${namespace}`);
  if (!file) throw new Error(`there are no texts ${namespace} in ${language}`);
  return file;
};

export const textsOf = <T extends object>(namespace: string, language: TextsLanguage = 'es-MX'): T =>
  JSON.parse(readFileSync(fileOfTexts(namespace, language), 'utf8')) as T;
