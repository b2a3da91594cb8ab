import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenCount, type Facet, type Filters, facetNames, facets, orders } from './search.ts';
import '../../ui/field.css';

/** Search, order and facets. The text goes to the URL when the person pauses; results follow each key. */
export function FiltersBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { t } = useTranslation(['catalog', 'common']);
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const count = chosenCount(filters);
  const [open, setOpen] = useState(count > 0);
  useEffect(() => {
    if (count > 0) setOpen(true);
  }, [count]);
  const optionText = (facet: Facet, value: string): string => {
    if (facet === 'nivel' && (value === 'principiante' || value === 'intermedio' || value === 'avanzado'))
      return t(`common:level.${value}`);
    if (facet === 'ruta' && (value === 'no-code' || value === 'code')) return t(`common:track.${value}`);
    if (facet === 'precio' && (value === 'gratis' || value === 'pago')) return t(`catalog:facet.option.${value}`);
    return value;
  };
  const toggle = (facet: Facet, value: string) => {
    const had = filters.chosen[facet];
    onChange({
      ...filters,
      chosen: { ...filters.chosen, [facet]: had.includes(value) ? had.filter((one) => one !== value) : [...had, value] },
    });
  };
  return (
    <search className="filtros">
      <div className="filtros-arriba">
        <div className="filtros-busca">
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
            className="entrada"
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
              className="entrada-boton"
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
        <label className="filtros-orden">
          <span>{t('sort.label')}</span>
          <select
            className="entrada"
            value={filters.order}
            onChange={(event) => onChange({ ...filters, order: orders.find((order) => order === event.target.value) ?? 'mejor' })}
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
          className="btn alt filtros-boton"
          aria-expanded={open}
          aria-controls={`${id}-facets`}
          onClick={() => setOpen(!open)}
        >
          {count > 0 ? t('facet.filtersCount', { count }) : t('facet.filters')}
        </button>
      </div>
      <div id={`${id}-facets`} className="filtros-facetas" data-open={open ? '' : undefined}>
        {facetNames.map((facet) => (
          <fieldset key={facet} className="faceta">
            <legend>{t(`facet.${facet}`)}</legend>
            {facets[facet].map((value) => (
              <label key={value} className="ficha">
                <input type="checkbox" checked={filters.chosen[facet].includes(value)} onChange={() => toggle(facet, value)} />
                <span>{optionText(facet, value)}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </search>
  );
}
