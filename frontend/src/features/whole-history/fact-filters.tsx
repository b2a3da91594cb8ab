import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatDateTime, formatDay, formatMonth } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Combobox } from '../../ui/select.tsx';
import { CheckFilter } from '../../ui/table/filters.tsx';
import { useRoleName, useThingName } from './names.ts';
import { type FactsPage, keyOf, MOST_THINGS, useFactFilters } from './use-facts.ts';

/** How many choices of a list are shown at first. */
const FEW = 6;

interface Choice {
  value: string;
  label: string;
  count: number;
}

const useThingSearch = () => {
  const [find] = api.useLazyFindThingsQuery();
  return async (typed: string) => (typed === '' ? [] : find(typed.slice(0, 100)).unwrap());
};

/** Searches a thing by its name, and adds it to those in the address. */
export function ThingChooser({ label }: { label: string }) {
  const { t } = useTranslation('wholeHistory');
  const { things, narrow } = useFactFilters();
  const search = useThingSearch();
  return (
    <Combobox
      label={label}
      placeholder={t(things.length >= MOST_THINGS ? 'aboutFull' : 'aboutHint')}
      none={t('noThing')}
      disabled={things.length >= MOST_THINGS}
      value={null}
      onChange={(choice) => choice && narrow({ sobre: [...new Set([...things, choice.id])].join(',') })}
      choices={async (typed) =>
        (await search(typed)).map((thing) => ({
          id: keyOf(thing),
          label: thing.nombre,
          detail: t(`kinds.${thing.tipo as 'modulo'}`, { within: thing.en ?? '' }),
        }))
      }
    />
  );
}

/** The filters beside the list, each choice with its number of facts. */
export function FactFilters({ data }: { data: FactsPage | undefined }) {
  const { t } = useTranslation('wholeHistory');
  const { filters, things, narrow } = useFactFilters();
  const thingName = useThingName();
  const search = useThingSearch();
  const chosen = data?.filtros.quien ?? null;
  const counts = data?.cuentas;
  return (
    <>
      <section className="facet-part" aria-label={t('about')}>
        <ThingChooser label={t('about')} />
        {data && data.filtros.sobre.length > 0 ? (
          <ul className="fact-chosen">
            {data.filtros.sobre.map((thing) => (
              <li key={keyOf(thing)}>
                <button
                  type="button"
                  className="btn soft"
                  aria-label={t('remove', { name: thingName(thing) })}
                  onClick={() => narrow({ sobre: things.filter((one) => one !== keyOf(thing)).join(',') })}
                >
                  {thingName(thing)}
                  <IconX size={16} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </section>
      <section className="facet-part" aria-label={t('who')}>
        <Combobox
          label={t('who')}
          placeholder={t('whoHint')}
          none={t('noThing')}
          clears
          value={chosen && { id: String(chosen.id), label: chosen.nombre }}
          onChange={(choice) => narrow({ quien: choice?.id ?? null })}
          choices={async (typed) =>
            typed === ''
              ? (counts?.personas ?? []).map(({ id, nombre }) => ({ id: String(id), label: nombre }))
              : (await search(typed)).filter(({ tipo }) => tipo === 'persona').map(({ id, nombre }) => ({ id, label: nombre }))
          }
        />
        {filters.quien === undefined ? (
          <FacetList
            label={t('who')}
            choices={(counts?.personas ?? []).map(({ id, nombre, cantidad }) => ({ value: String(id), label: nombre, count: cantidad }))}
            chosen={null}
            onChoose={(value) => narrow({ quien: value })}
            more={counts && counts.masPersonas > 0 ? t('morePeople', { count: counts.masPersonas }) : null}
          />
        ) : null}
      </section>
      {/* What follows comes with the counts: it would be pushed down by them. */}
      {data ? <CountedFilters data={data} /> : null}
    </>
  );
}

/** Groups of choices with counts, and what is shown below each. */
function CountedFilters({ data: { cuentas: counts } }: { data: FactsPage }) {
  const { t } = useTranslation('wholeHistory');
  const { filters, view, narrow } = useFactFilters();
  const roleName = useRoleName();
  const spans = counts?.tiempos.toReversed() ?? [];
  const span = `${filters.desde ?? ''}/${filters.hasta ?? ''}`;
  return (
    <>
      <Facet
        title={t('area')}
        choices={(counts?.areas ?? []).map(({ area, nombre, cantidad }) => ({ value: area, label: nombre, count: cantidad }))}
        chosen={filters.area ?? null}
        onChoose={(area) => narrow({ area, tipo: null })}
      />
      {filters.area || filters.tipo ? (
        <Facet
          title={t('kind')}
          choices={(counts?.tipos ?? []).map(({ tipo, nombre, cantidad }) => ({ value: tipo, label: nombre, count: cantidad }))}
          chosen={filters.tipo ?? null}
          onChoose={(tipo) => narrow({ tipo })}
        />
      ) : null}
      <Facet
        title={t('role')}
        choices={(counts?.roles ?? []).map(({ rol, cantidad }) => ({ value: rol, label: roleName(rol), count: cantidad }))}
        chosen={filters.rol ?? null}
        onChoose={(rol) => narrow({ rol })}
      />
      <section className="facet-part" aria-label={t('when')}>
        <h2>{t('when')}</h2>
        {filters.tras ? (
          <button
            type="button"
            className="btn soft"
            aria-label={t('remove', { name: t('after', { date: formatDateTime(filters.tras) }) })}
            onClick={() => narrow({ tras: null })}
          >
            {t('after', { date: formatDateTime(filters.tras) })}
            <IconX size={16} aria-hidden="true" />
          </button>
        ) : null}
        <div className="fact-days">
          <DateField
            label={t('from')}
            value={filters.desde ?? ''}
            max={filters.hasta ?? undefined}
            onChange={(desde) => narrow({ desde })}
          />
          <DateField label={t('to')} value={filters.hasta ?? ''} min={filters.desde ?? undefined} onChange={(hasta) => narrow({ hasta })} />
        </div>
        <FacetList
          label={t('when')}
          bars
          choices={spans.map(({ desde, hasta, cantidad }) => ({
            value: `${desde}/${hasta}`,
            label: desde === hasta ? formatDay(desde, 'full') : formatMonth(desde.slice(0, 7)),
            count: cantidad,
          }))}
          chosen={span === '/' ? null : span}
          onChoose={(value) => {
            const [desde = null, hasta = null] = value?.split('/') ?? [];
            narrow({ desde, hasta });
          }}
        />
      </section>
      {view === 'todo' ? (
        <div className="facet-part">
          <CheckFilter name="todo" label={t('all')} />
          <CheckFilter name="operacion" label={t('operation')} />
        </div>
      ) : null}
    </>
  );
}

function Facet({ title, ...list }: { title: string } & Omit<React.ComponentProps<typeof FacetList>, 'label'>) {
  if (list.choices.length === 0) return null;
  return (
    <section className="facet-part" aria-label={title}>
      <h2>{title}</h2>
      <FacetList label={title} {...list} />
    </section>
  );
}

/** Choices with their counts; pressing the chosen one again takes it back. */
function FacetList({
  label,
  choices,
  chosen,
  onChoose,
  bars = false,
  more = null,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (value: string | null) => void;
  /** With a bar behind each, as long as its share of the largest. */
  bars?: boolean;
  more?: string | null;
}) {
  const { t } = useTranslation('wholeHistory');
  const [whole, setWhole] = useState(false);
  const most = Math.max(1, ...choices.map(({ count }) => count));
  const shown = whole ? choices : choices.filter(({ value }, index) => index < FEW || value === chosen);
  return (
    <>
      <ul className="facet-list" aria-label={label}>
        {shown.map(({ value, label: name, count }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              onClick={() => onChoose(value === chosen ? null : value)}
              style={bars ? ({ '--share': `${(100 * count) / most}%` } as React.CSSProperties) : undefined}
            >
              <span>{name}</span>
              <span className="num muted">{formatNumber(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {choices.length > FEW ? (
        <button type="button" className="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('seeFew') : t('seeAll', { number: formatNumber(choices.length) })}
        </button>
      ) : null}
      {more && (whole || choices.length <= FEW) ? <p className="muted facet-more">{more}</p> : null}
    </>
  );
}
