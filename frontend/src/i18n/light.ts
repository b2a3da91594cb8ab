import { useSyncExternalStore } from 'react';

/**
 * The part of i18next and react-i18next that the application uses, in 1 kB instead of 18: the build substitutes this file (vite.config.ts),
 * because React, the router and i18next together would exceed the landing page's budget. Types, development, tests and `light.test.ts`, which compares
 * every text of the catalogues under both, use the real ones.
 */
interface Options {
  count?: number;
  returnObjects?: boolean;
  [name: string]: unknown;
}
type Node = string | number | boolean | readonly Node[] | { readonly [key: string]: Node };

const bundles = new Map<string, Node>();
const listeners = new Set<() => void>();
const plurals = new Map<string, Intl.PluralRules>();
let language = 'es-MX';
/** The fallback where the chosen language lacks a text. */
let last = language;
let first = 'common';

const isTree = (node: Node | undefined): node is { readonly [key: string]: Node } => typeof node === 'object' && !Array.isArray(node);
const find = (wanted: string, namespace: string, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => (isTree(node) ? node[part] : undefined), bundles.get(`${wanted}/${namespace}`));
const fill = (text: string, options: Options): string =>
  text.replace(/\{\{\s*([^{},\s]+)\s*\}\}/g, (hole, name: string) => (options[name] === undefined ? hole : String(options[name] ?? '')));
const fillAll = (node: Node, options: Options): Node => {
  if (typeof node === 'string') return fill(node, options);
  if (isTree(node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fillAll(value, options)]));
  return Array.isArray(node) ? node.map((value: Node) => fillAll(value, options)) : node;
};
const formOf = (wanted: string, count: number): string => {
  const rules = plurals.get(wanted) ?? new Intl.PluralRules(wanted);
  plurals.set(wanted, rules);
  // Spanish has a plural form for whole millions, which no text uses.
  return rules.select(count) === 'one' ? '_one' : '_other';
};

const translate = (namespace: string, key: string, options: Options = {}): Node => {
  const colon = key.indexOf(':');
  const space = colon < 0 ? namespace : key.slice(0, colon);
  const name = colon < 0 ? key : key.slice(colon + 1);
  const path = name.split('.');
  const leaf = path.pop() ?? '';
  for (const wanted of new Set([language, last])) {
    const { count } = options;
    const forms = typeof count === 'number' ? [...(count === 0 ? ['_zero'] : []), formOf(wanted, count), ''] : [''];
    for (const form of forms) {
      const found = find(wanted, space, [...path, leaf + form]);
      if (typeof found === 'string') return fill(found, options);
      if (found !== undefined) return options.returnObjects ? fillAll(found, options) : name;
    }
  }
  return name;
};

type Translate = (key: string, options?: Options) => Node;
const made = new Map<string, { t: Translate; i18n: typeof i18next; ready: true }>();

const i18next = {
  get language() {
    return language;
  },
  use: () => i18next,
  init: (options: { lng: string; fallbackLng: string; defaultNS: string; resources: Record<string, Record<string, Node>> }) => {
    language = options.lng;
    last = options.fallbackLng;
    first = options.defaultNS;
    for (const [name, texts] of Object.entries(options.resources))
      for (const [namespace, tree] of Object.entries(texts)) bundles.set(`${name}/${namespace}`, tree);
    return Promise.resolve();
  },
  addResourceBundle: (name: string, namespace: string, texts: Node) => {
    bundles.set(`${name}/${namespace}`, texts);
  },
  hasResourceBundle: (name: string, namespace: string) => bundles.has(`${name}/${namespace}`),
  getResource: (name: string, namespace: string, key: string) => find(name, namespace, key.split('.')),
  changeLanguage: (next: string) => {
    language = next;
    for (const listener of listeners) listener();
    return Promise.resolve();
  },
  t: (key: string, options?: Options) => translate(first, key, options),
};
export default i18next;

export const initReactI18next = {};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** One stable `t` per language and namespace: it changes only with the language. */
export const useTranslation = (namespaces: string | readonly string[] = first) => {
  const namespace = (typeof namespaces === 'string' ? namespaces : namespaces[0]) ?? first;
  const name = `${useSyncExternalStore(
    subscribe,
    () => language,
    () => language,
  )}/${namespace}`;
  const known = made.get(name) ?? {
    t: (key: string, options?: Options) => translate(namespace, key, options),
    i18n: i18next,
    ready: true as const,
  };
  made.set(name, known);
  return known;
};
