import '../../domain/history/texts.ts';
import './texts.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteChange, SiteSectionName } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import { formatDay, formatRelative, weekdayName } from '../../lib/dates.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import type { ChoiceName, FieldName } from './fields.ts';
import siteAdmin from './siteAdmin.es-MX.json';
import './site-admin.css';

const EventDialog = lazyPart<{ entry: { frase: string | null; eventos: { flujo: string; numero: number }[] }; onClose: () => void }>(() =>
  import('../../domain/history/event-dialog.tsx').then((module) => module.EventDialog),
);

/** What the history is about: a section or one of its items, the school's data, or prices and payment methods. */
export type HistoryOf =
  | { of: 'section'; section: SiteSectionName; name: string; item?: number }
  | { of: 'school'; name: string }
  | { of: 'prices'; name: string };

const PAGE = 20;
const verbs = [
  ['SiteItemsReordered', 'reordered'],
  ['SiteItemHidden', 'hidden'],
  ['SiteItemShown', 'shown'],
  ['SiteItemRemoved', 'removed'],
  ['SiteItemRestored', 'restored'],
  ['SiteItemTranslated', 'translated'],
  ['SchoolSettingsChanged', 'school'],
  ['PlanPriceSet', 'price'],
  ['PlanPriceCancelled', 'priceCancelled'],
  ['PaymentMethodsSet', 'methods'],
  ['TransferInstructionsSet', 'transfer'],
  ['TaxRateSet', 'tax'],
  ['ExchangeRateSet', 'exchange'],
] as const;
const verbOf = (tipo: string) => verbs.find(([type]) => type === tipo)?.[1] ?? (tipo.endsWith('Added') ? 'added' : 'edited');
const fieldNames = Object.keys(siteAdmin.field) as FieldName[];
const choiceNames = Object.keys(siteAdmin.choice) as ChoiceName[];
const methodNames = Object.keys(siteAdmin.prices.method) as (keyof typeof siteAdmin.prices.method)[];
/** The reason recorded where none was given. */
const NO_REASON = 'sin motivo';
/** Fields whose values are words of the API, not typed text. */
const chosen = /^(color|categoria|lugar|unidad|video\.subtitulos)$/;

function usePage(of: HistoryOf, cursor: string | undefined) {
  const page = { limit: PAGE, ...(cursor && { cursor }) };
  const section = api.useSiteHistoryQuery(
    of.of === 'section' ? { seccion: of.section, ...page, ...(of.item !== undefined && { elemento: of.item }) } : { seccion: 'prensa' },
    { skip: of.of !== 'section' },
  );
  const school = api.useSchoolHistoryQuery(page, { skip: of.of !== 'school' });
  const prices = api.usePriceHistoryQuery(page, { skip: of.of !== 'prices' });
  return of.of === 'section' ? section : of.of === 'school' ? school : prices;
}

function Change({ change, one }: { change: SiteChange; one: boolean }) {
  const { t } = useTranslation(['siteAdmin', 'history']);
  const [stored, setStored] = useState(false);
  const what = [t(`history.${verbOf(change.tipo)}`), change.elemento?.nombre].filter(Boolean).join(': ');
  const label = (campo: string): string => {
    const name = fieldNames.find((known) => known === campo.replace('.', '_'));
    return name ? t(`field.${name}`) : campo;
  };
  const value = (campo: string, said: string | null): string => {
    if (said === null) return t('history.nothing');
    if (campo === 'horario.dias')
      return said
        .split(', ')
        .map((day) => (/^[1-7]$/.test(day) ? weekdayName(Number(day)) : day))
        .join(', ');
    if (campo === 'metodosDePago')
      return said
        .split(', ')
        .map((method) => {
          const known = methodNames.find((name) => name === method);
          return known ? t(`prices.method.${known}`) : method;
        })
        .join(', ');
    const [, price, from = said] = /^(.+) desde (\d{4}-\d{2}-\d{2})$/.exec(said) ?? [];
    if (price && campo === 'premium') return t('history.priceFrom', { price, day: formatDay(from, 'full') });
    if (/^\d{4}-\d{2}-\d{2}$/.test(said)) return formatDay(said, 'full');
    if (campo === 'cambio') return said.replace(/\d{4}-\d{2}-\d{2}$/, (day) => formatDay(day, 'full'));
    const known = chosen.test(campo) ? choiceNames.find((name) => name === said) : undefined;
    return known ? t(`choice.${known}`) : said;
  };
  return (
    <li className="history-one">
      <p>
        <strong>{t(`history.${verbOf(change.tipo)}`)}</strong>
        {change.elemento && !one ? (
          <>
            : <span lang="es">{change.elemento.nombre}</span>
          </>
        ) : null}
      </p>
      <p className="muted">
        {change.quien ?? t('history.system')}, <Moment at={change.fecha}>{formatRelative(change.fecha)}</Moment>
      </p>
      {change.motivo && change.motivo !== NO_REASON ? <p>{t('history.because', { reason: change.motivo })}</p> : null}
      {change.cambios.length > 0 ? (
        <dl className="history-changes">
          {change.cambios.map(({ campo, antes, despues }) => (
            <div key={campo}>
              <dt>{label(campo)}</dt>
              {antes === null ? null : (
                <dd>
                  <span className="sr">{t('history.from')}: </span>
                  <del>{value(campo, antes)}</del>
                </dd>
              )}
              <dd>
                <span className="sr">{t('history.to')}: </span>
                <ins>{value(campo, despues)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        aria-label={t('history:act.eventOf', { what })}
        onClick={() => setStored(true)}
      >
        {t('history:act.event')}
      </button>
      {stored ? (
        <Suspense fallback={null}>
          <EventDialog
            entry={{ frase: what, eventos: [{ flujo: change.flujo, numero: change.version }] }}
            onClose={() => setStored(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}

/** A page of the history, and the older ones after it: each begins where the previous one ends now. */
function HistoryPages({ of, cursor, more, onMore }: { of: HistoryOf; cursor?: string; more: number; onMore: () => void }) {
  const { t } = useTranslation('siteAdmin');
  const query = usePage(of, cursor);
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('history.failed')} inline rows={6} />;
  if (data.cambios.length === 0 && cursor === undefined) return <Empty title={t('history.empty')} />;
  const one = of.of === 'section' && of.item !== undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol className="history" tabIndex={0}>
        {data.cambios.map((change) => (
          <Change key={change.version} change={change} one={one} />
        ))}
      </ol>
      {data.siguiente === null ? null : more > 0 ? (
        <HistoryPages of={of} cursor={data.siguiente} more={more - 1} onMore={onMore} />
      ) : (
        <button type="button" className="btn alt" onClick={onMore}>
          {t('history.more')}
        </button>
      )}
    </>
  );
}

/** Who changed what, when and why, the newest first; followed live. */
export function HistoryDialog({ of, onClose }: { of: HistoryOf | null; onClose: () => void }) {
  const { t } = useTranslation('siteAdmin');
  const [more, setMore] = useState(0);
  return (
    <Dialog
      open={of !== null}
      onClose={() => {
        setMore(0);
        onClose();
      }}
      title={of ? t('history.of', { name: of.name }) : t('history.title')}
      side="right"
    >
      {of ? <HistoryPages of={of} more={more} onMore={() => setMore(more + 1)} /> : null}
    </Dialog>
  );
}
