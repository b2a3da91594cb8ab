import '../i18n/catalog.ts';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  chosenCount,
  type Facet,
  type Filters,
  type Found,
  facetNames,
  facets,
  type Order,
  orders,
  questionOf,
} from './catalogue-search.ts';
import '../ui/field.css';
import './filters-bar.css';

const orderOf = (value: string | undefined): Order => orders.find((order) => order === value) ?? 'mejor';

/** Search, order and facets with their counts. `fixed` are facets that the page itself sets. */
export function FiltersBar({
  filters,
  counts,
  fixed = [],
  onChange,
}: {
  filters: Filters;
  /** How many courses each choice would leave; undefined before the first answer. */
  counts: Found['facetas'] | undefined;
  fixed?: readonly Facet[];
  onChange: (filters: Filters) => void;
}) {
  const { t } = useTranslation(['catalog', 'common']);
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLElement>(null);
  // On a server-rendered page, what was typed and chosen before the application ran is already a query.
  const early = useEffectEvent(() => {
    if (!bar.current || !box.current) return;
    const chosen = { ...filters.chosen };
    for (const facet of facetNames)
      if (!fixed.includes(facet))
        chosen[facet] = [...bar.current.querySelectorAll<HTMLInputElement>(`[name="${facet}"]:checked`)].map(({ value }) => value);
    const order = orderOf(bar.current.querySelector('select')?.value);
    const asked = { ...filters, search: box.current.value, order, chosen };
    if (questionOf(asked) !== questionOf(filters)) onChange(asked);
  });
  useEffect(() => early(), []);
  const count = chosenCount(filters, fixed);
  const [open, setOpen] = useState(count > 0);
  useEffect(() => {
    if (count > 0) setOpen(true);
  }, [count]);
  const optionText = (facet: Facet, value: string): string => {
    if (facet === 'dificultad' && (value === 'principiante' || value === 'intermedio' || value === 'avanzado'))
      return t(`common:level.${value}`);
    if (facet === 'ruta' && (value === 'no-code' || value === 'code')) return t(`common:track.${value}`);
    if (facet === 'precio' && (value === 'gratis' || value === 'pagado')) return t(`catalog:facet.option.${value}`);
    return value === 'Básico' || value === 'Premium' ? t(`common:course.tier.${value}`) : value;
  };
  const countOf = (facet: Facet, value: string): number | undefined => (counts?.[facet] as Record<string, number> | undefined)?.[value];
  const toggle = (facet: Facet, value: string) => {
    const had = filters.chosen[facet];
    onChange({
      ...filters,
      chosen: { ...filters.chosen, [facet]: had.includes(value) ? had.filter((one) => one !== value) : [...had, value] },
    });
  };
  return (
    <search className="filters" ref={bar}>
      <div className="filters-top">
        <div className="filters-search">
          <label className="sr" htmlFor={`${id}-search`}>
            {t('search.label')}
          </label>
          <svg
            viewBox="0 0 20 20"
            width="20"
            height="20"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          >
            <circle cx="8.5" cy="8.5" r="5.5" />
            <path d="m13 13 4.5 4.5" />
          </svg>
          <input
            ref={box}
            id={`${id}-search`}
            className="entry"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            placeholder={t('search.placeholder')}
            value={filters.search}
            onChange={(event) => onChange({ ...filters, search: event.target.value })}
          />
          {filters.search ? (
            <button
              type="button"
              className="entry-button"
              aria-label={t('search.clear')}
              onClick={() => {
                onChange({ ...filters, search: '' });
                box.current?.focus();
              }}
            >
              <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
                <path d="m5 5 10 10M15 5 5 15" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </button>
          ) : null}
        </div>
        <label className="filters-order">
          <span>{t('sort.label')}</span>
          <select
            className="entry"
            value={filters.order}
            onChange={(event) => onChange({ ...filters, order: orderOf(event.target.value) })}
          >
            {orders.map((order) => (
              <option key={order} value={order}>
                {t(`sort.${order}`)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="btn alt filters-button"
          aria-expanded={open}
          aria-controls={`${id}-facets`}
          onClick={() => setOpen(!open)}
        >
          {count > 0 ? t('facet.filtersCount', { count }) : t('facet.filters')}
        </button>
      </div>
      <div id={`${id}-facets`} className="filters-facets" data-open={open ? '' : undefined}>
        {facetNames
          .filter((facet) => !fixed.includes(facet))
          .map((facet) => (
            <fieldset key={facet} className="facet">
              <legend>{t(`facet.${facet}`)}</legend>
              {facets[facet].map((value) => {
                const left = countOf(facet, value);
                const text = optionText(facet, value);
                const checked = filters.chosen[facet].includes(value);
                return (
                  <label key={value} className="chip" data-empty={left === 0 && !checked ? '' : undefined}>
                    <input
                      type="checkbox"
                      name={facet}
                      value={value}
                      checked={checked}
                      aria-label={left === undefined ? text : t('facet.optionCount', { option: text, count: left })}
                      onChange={() => toggle(facet, value)}
                    />
                    <span>
                      {text}
                      {left === undefined ? null : <span className="chip-count num">{left}</span>}
                    </span>
                  </label>
                );
              })}
            </fieldset>
          ))}
      </div>
    </search>
  );
}
