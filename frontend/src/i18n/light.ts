/**
 * What the application uses of i18next and react-i18next, in 1 kB instead of 18: the build puts this file in their place (vite.config.ts),
 * because React, the router and i18next together already fill the landing's budget. Types, development in tests and `light.test.ts`, which compares
 * every text of the catalogues under both, use the real ones.
 */
interface Options {
  count?: number;
  returnObjects?: boolean;
  [name: string]: unknown;
}
type Node = string | number | boolean | readonly Node[] | { readonly [key: string]: Node };

const bundles = new Map<string, Node>();
let language = 'es-MX';
let first = 'common';
let plurals = new Intl.PluralRules(language);

const isTree = (node: Node | undefined): node is { readonly [key: string]: Node } => typeof node === 'object' && !Array.isArray(node);
const find = (namespace: string, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => (isTree(node) ? node[part] : undefined), bundles.get(namespace));
const fill = (text: string, options: Options): string =>
  text.replace(/\{\{\s*([^{},\s]+)\s*\}\}/g, (hole, name: string) => (options[name] === undefined ? hole : String(options[name] ?? '')));
const fillAll = (node: Node, options: Options): Node => {
  if (typeof node === 'string') return fill(node, options);
  if (isTree(node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fillAll(value, options)]));
  return Array.isArray(node) ? node.map((value: Node) => fillAll(value, options)) : node;
};

const translate = (namespace: string, key: string, options: Options = {}): Node => {
  const colon = key.indexOf(':');
  const space = colon < 0 ? namespace : key.slice(0, colon);
  const name = colon < 0 ? key : key.slice(colon + 1);
  const path = name.split('.');
  const last = path.pop() ?? '';
  const forms =
    typeof options.count === 'number' ? [...(options.count === 0 ? ['_zero'] : []), `_${plurals.select(options.count)}`, ''] : [''];
  for (const form of forms) {
    const found = find(space, [...path, last + form]);
    if (typeof found === 'string') return fill(found, options);
    if (found !== undefined) return options.returnObjects ? fillAll(found, options) : name;
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
  init: (options: { lng: string; defaultNS: string; resources: Record<string, Record<string, Node>> }) => {
    language = options.lng;
    first = options.defaultNS;
    plurals = new Intl.PluralRules(language);
    for (const [namespace, texts] of Object.entries(options.resources[language] ?? {})) bundles.set(namespace, texts);
    return Promise.resolve();
  },
  addResourceBundle: (_: string, namespace: string, texts: Node) => {
    bundles.set(namespace, texts);
  },
  getResource: (_: string, namespace: string, key: string) => find(namespace, key.split('.')),
  t: (key: string, options?: Options) => translate(first, key, options),
};
export default i18next;

export const initReactI18next = {};
/** One `t` per namespace for good: it never changes between renders. */
export const useTranslation = (namespaces: string | readonly string[] = first) => {
  const namespace = (typeof namespaces === 'string' ? namespaces : namespaces[0]) ?? first;
  const known = made.get(namespace) ?? {
    t: (key: string, options?: Options) => translate(namespace, key, options),
    i18n: i18next,
    ready: true as const,
  };
  made.set(namespace, known);
  return known;
};
