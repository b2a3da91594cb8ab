import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import type { AnswerOf, ArgOf } from '../../lib/calls.ts';
import { usePast } from '../../lib/past.ts';
import { type Changes, useAddress } from '../../lib/use-address.ts';

export type FactsPage = AnswerOf<'findFacts'>;
export type Fact = FactsPage['hechos'][number];
export type Thing = Fact['sobre'][number];
export type FactFilters = Omit<ArgOf<'findFacts'>, 'limit' | 'cursor'>;

/** Which part of the history is looked at. */
const VIEWS = ['todo', 'lineas', 'seguridad', 'integridad', 'deshacer', 'supuestos'] as const;
export type View = (typeof VIEWS)[number];
/** What narrows the list. */
export const FILTERS = ['buscar', 'quien', 'rol', 'sobre', 'area', 'tipo', 'desde', 'hasta', 'tras', 'todo', 'operacion'] as const;
export const MOST_THINGS = 6;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^[1-9]\d{0,8}$/;
const ROLES = ['student', 'administrator', 'instructor', 'analyst', 'auditor', 'visitor', 'system'] as const;

export const keyOf = ({ tipo, id }: Pick<Thing, 'tipo' | 'id'>): string => `${tipo}:${id}`;

/** What the address asks for; what no filter can be is left out. Another filter begins at the newest again. */
export const useFactFilters = () => {
  const { i18n } = useTranslation();
  const { get, put } = useAddress();
  const like = (name: string, form: RegExp) => (form.test(get(name) ?? '') ? (get(name) ?? undefined) : undefined);
  const quien = like('quien', NUMBER);
  const past = usePast();
  // Rules are tried over the past by the school of today.
  const views = VIEWS.filter((id) => past === null || id !== 'supuestos');
  const view: View = views.find((one) => one === get('vista')) ?? 'todo';
  const filters: FactFilters = {
    ...{ buscar: get('buscar') || undefined, sobre: get('sobre') || undefined, area: get('area') || undefined },
    ...{ tipo: get('tipo') || undefined, desde: like('desde', DAY), hasta: like('hasta', DAY), tras: like('tras', MOMENT) },
    rol: ROLES.find((role) => role === get('rol')),
    ...(quien !== undefined && { quien: Number(quien) }),
    ...(get('todo') === '1' && { todo: '1' as const }),
    ...(get('operacion') === '1' && { operacion: '1' as const }),
    ...(view === 'seguridad' && { vista: view }),
    idioma: i18n.language === 'en' ? 'en' : 'es',
  };
  return {
    filters,
    views,
    view,
    /** The last fact of the page before; null: the newest page. */
    before: get('pagina'),
    things: (get('sobre') ?? '').split(',').filter(Boolean),
    active: FILTERS.filter((name) => get(name)).length,
    narrow: (changes: Changes) => put({ ...changes, pagina: null }, true),
    clear: () => put({ ...Object.fromEntries(FILTERS.map((name) => [name, null])), pagina: null }, true),
  };
};

const PAGE = 50;
/** How often an answer is asked for again while reasons are being read. */
const AGAIN_MS = 1_000;

/** `skip`: another part of the history is looked at. */
export const useFacts = (filters: FactFilters, before: string | null, skip: boolean) => {
  const asked = { ...filters, limit: PAGE, ...(before !== null && { cursor: before }) };
  const { currentData } = api.endpoints.findFacts.useQueryState(asked);
  const unread = (currentData?.porLeer ?? 0) > 0;
  return api.useFindFactsQuery(asked, { pollingInterval: unread ? AGAIN_MS : 0, skip });
};
