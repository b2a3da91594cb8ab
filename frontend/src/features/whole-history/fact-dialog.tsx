import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { CausesPart } from '../../domain/history/causes.tsx';
import { StoredEvent } from '../../domain/history/event-dialog.tsx';
import { formatExact, formatRelative } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useRoleName, useThingName } from './names.ts';
import { type Fact, FILTERS, keyOf, type Thing, useFactFilters } from './use-facts.ts';

/** The address of a thing in the back office, for administrators; null where it has none. */
const placeOf = ({ tipo, id }: Thing): string | null => {
  if (tipo === 'persona') return `${officePaths.adminPeople}?persona=${id}`;
  if (tipo === 'curso') return officePaths.editCourse(Number(id), role.admin);
  if (tipo === 'evento') return `${officePaths.manageEvents(role.admin)}?evento=${id}`;
  return tipo === 'contacto' ? officePaths.adminLeads : null;
};

/** One fact with everything that is known of it. `known`: the fact as the list has it, where it is on the list. */
export function FactDialog({
  flujo,
  numero,
  known,
  onClose,
}: {
  flujo: string;
  numero: number;
  known: Fact | undefined;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('wholeHistory');
  const asked = { flujo, numero, idioma: i18n.language === 'en' ? 'en' : 'es' } as const;
  const query = api.useReadFactQuery(asked, { skip: known !== undefined });
  const { data = known } = query;
  return (
    <Dialog open onClose={onClose} title={t('detail.title')} side="right">
      {data ? <FactDetail fact={data} /> : <QueryState of={query} failed={t('detail.failed')} inline rows={6} />}
    </Dialog>
  );
}

function FactDetail({ fact }: { fact: Fact }) {
  const { t } = useTranslation('wholeHistory');
  const user = useSessionUser();
  const { put, to, deeper } = useAddress();
  const { view } = useFactFilters();
  const roleName = useRoleName();
  const thingName = useThingName();
  const { copied, copy } = useCopy(() => globalThis.location.href);
  const { frase, fecha, quien, rol, motivo, sobre } = fact;
  const none = Object.fromEntries(FILTERS.map((name) => [name, null]));
  const only = (filter: Record<string, string>) =>
    put({ ...none, ...filter, ...(view === 'lineas' && { vista: null, de: null, a: null }), pagina: null, hecho: null }, true);
  return (
    <div className="stack fact-detail">
      <p className="act-said">{frase}</p>
      <dl className="event-facts">
        <dt>{t('detail.when')}</dt>
        <dd>
          <Moment at={fecha}>{formatRelative(fecha)}</Moment> <span className="muted">({formatExact(fecha)})</span>
        </dd>
        <dt>{t('detail.who')}</dt>
        <dd>
          {quien ? t('by', { name: quien.nombre, role: roleName(rol) }) : roleName(rol)}
          {quien ? (
            <p>
              <button type="button" className="link" onClick={() => only({ quien: String(quien.id) })}>
                {t('detail.mine', { name: quien.nombre })}
              </button>
            </p>
          ) : null}
        </dd>
        <dt>{t('detail.why')}</dt>
        <dd className="act-why">{motivo ?? <span className="muted">{t('detail.noReason')}</span>}</dd>
        {sobre.length > 0 ? (
          <>
            <dt>{t('detail.about')}</dt>
            <dd>
              <ul className="fact-things">
                {sobre.map((thing) => {
                  const place = user.user_role === role.admin ? placeOf(thing) : null;
                  return (
                    <li key={keyOf(thing)}>
                      <strong>{thingName(thing)}</strong>
                      <p className="row">
                        <button type="button" className="link" onClick={() => only({ sobre: keyOf(thing) })}>
                          {t('detail.only', { name: thingName(thing) })}
                        </button>
                        {place ? <Link to={place}>{t('detail.open', { name: thingName(thing) })}</Link> : null}
                      </p>
                    </li>
                  );
                })}
              </ul>
            </dd>
          </>
        ) : null}
      </dl>
      <CausesPart of={fact} linkTo={({ flujo, numero }) => ({ to: to({ hecho: `${flujo}@${numero}` }), state: deeper })} />
      <p className="row">
        <button type="button" className="btn alt" onClick={() => void copy()}>
          <IconLink size={18} aria-hidden="true" />
          {t(copied ? 'detail.copied' : 'detail.copy')}
        </button>
      </p>
      <details className="fact-raw">
        <summary>{t('detail.raw')}</summary>
        <StoredEvent event={fact} />
      </details>
    </div>
  );
}
