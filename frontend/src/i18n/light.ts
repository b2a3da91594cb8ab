import { useSyncExternalStore } from 'react';
import type { Texts } from './i18n.ts';

/**
 * The part of i18next and react-i18next that the application uses, in 1 kB instead of 18: the build substitutes this file (vite.config.ts),
 * because React, the router and i18next together would exceed the landing page's budget. Development, tests and `light.test.ts`, which compares
 * every text of the catalogues under both, use the real ones. The compiler reads the types of `react-i18next` here too (`paths` in tsconfig.json):
 * those of the library, which work out at each call what the key may be, cost it half of its work.
 */
interface Options {
  /** A string is shown and does not choose the plural. */
  count?: number | string;
  returnObjects?: boolean;
  /** What is said where no text has the key. */
  defaultValue?: string;
  /** Options of i18next that this file lacks. */
  ns?: never;
  lng?: never;
  context?: never;
  [name: string]: unknown;
}
type Node = string | number | boolean | readonly Node[] | { readonly [key: string]: Node };

type Namespace = keyof Texts;
/** The name by which a text is asked for: of a plural, that of all its forms. */
type Bare<Name extends string> = Name extends `${infer Plural}_${'zero' | 'one' | 'other'}` ? Plural : Name;
type Sort = 'text' | 'plural' | 'list';
type SortOf<Name extends string, Value> = Value extends readonly unknown[] ? 'list' : Bare<Name> extends Name ? 'text' : 'plural';
/** The keys of a tree's texts of these sorts. */
type Keys<Tree, Sorts extends Sort> = {
  [Name in keyof Tree & string]: Tree[Name] extends string | readonly unknown[]
    ? SortOf<Name, Tree[Name]> extends Sorts
      ? Bare<Name>
      : never
    : `${Name}.${Keys<Tree[Name], Sorts>}`;
}[keyof Tree & string];
type At<Tree, Key extends string> = Key extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Tree
    ? At<Tree[Name], Rest>
    : never
  : Key extends keyof Tree
    ? Tree[Key]
    : never;
/** Each worked out once, however many components ask. */
type PlainKeys = { [Name in Namespace]: Keys<Texts[Name], 'text'> };
type TextKeys = { [Name in Namespace]: Keys<Texts[Name], 'text' | 'plural'> };
type ListKeys = { [Name in Namespace]: Keys<Texts[Name], 'list'> };

type Chosen = Namespace | readonly [Namespace, ...Namespace[]];
type First<Spaces extends Chosen> = Spaces extends readonly [infer Name extends Namespace, ...unknown[]] ? Name : Spaces & Namespace;
/** Keys of the first namespace as they are, and with several those of each after its name. */
type Of<Map extends Record<Namespace, string>, Spaces extends Chosen> =
  | Map[First<Spaces>]
  | (Spaces extends readonly (infer Name extends Namespace)[] ? { [One in Name]: `${One}:${Map[One]}` }[Name] : never);
type ListOf<Spaces extends Chosen, Key extends string> = Key extends `${infer Name extends Namespace}:${infer Rest}`
  ? At<Texts[Name], Rest>
  : At<Texts[First<Spaces>], Key>;

/** What `useTranslation` returns as `t`: a key that is no text of these namespaces does not compile. */
interface Translate<Spaces extends Chosen> {
  <Key extends Of<ListKeys, Spaces>>(key: Key, values: Options & { returnObjects: true }): ListOf<Spaces, Key>;
  (key: Of<PlainKeys, Spaces>, values?: Options & { returnObjects?: never }): string;
  // Last, because the compiler explains why the last one does not take a key. One of a plural has a number to choose its form.
  (key: Of<TextKeys, Spaces>, values: Options & { count: number; returnObjects?: never }): string;
}

const bundles = new Map<string, Node>();
const listeners = new Set<() => void>();
const plurals = new Map<string, Intl.PluralRules>();
let language = 'es-MX';
/** The fallback where the chosen language lacks a text. */
let last = language;
let first: Namespace = 'common';

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
  return options.defaultValue ?? name;
};

const made = new Map<string, { t: (key: string, options?: Options) => Node; i18n: typeof i18next }>();

const i18next = {
  get language() {
    return language;
  },
  use: () => i18next,
  init: (options: { lng: string; fallbackLng: string; defaultNS: Namespace; resources: Record<string, Record<string, Node>> }) => {
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
export const useTranslation = <const Spaces extends Chosen = 'common'>(namespaces?: Spaces) => {
  const chosen: Chosen = namespaces ?? first;
  const namespace = typeof chosen === 'string' ? chosen : chosen[0];
  const name = `${useSyncExternalStore(
    subscribe,
    () => language,
    () => language,
  )}/${namespace}`;
  const known = made.get(name) ?? {
    t: (key: string, options?: Options) => translate(namespace, key, options),
    i18n: i18next,
  };
  made.set(name, known);
  return known as unknown as { t: Translate<Spaces>; i18n: Pick<typeof i18next, 'language' | 'getResource'> };
};
