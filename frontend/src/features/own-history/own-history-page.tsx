import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownHistoryKinds } from '../../../../backend/api/contract/choices.ts';
import { download } from '../../api/download.ts';
import { type Filters, HistoryView } from '../../domain/history/history-view.tsx';
import { requestOf } from '../../lib/calls.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSave } from '../../ui/use-save.ts';

/** Every fact that the school holds about the signed-in person, as a sentence. The chosen kind is in the address. */
export function Component() {
  const { t, i18n } = useTranslation('ownHistory');
  const user = useSessionUser();
  const { get, put } = useAddress();
  const { act, busy } = useSave();
  const kind = ownHistoryKinds.find((one) => one === get('tipo')) ?? null;
  const [first] = useState<Filters>(() => (/^\d{4}-\d\d-\d\d$/.test(get('desde') ?? '') ? { desde: get('desde') ?? '' } : {}));
  const [filters, setFilters] = useState<Filters>(first);
  const asked = { ...filters, userId: user.id, idioma: i18n.language === 'en' ? 'en' : 'es', ...(kind && { tipo: kind }) } as const;
  const csv = () => download(requestOf(calls.ownHistoryFile, asked), 'text/csv', 'aulaviva-mi-historial.csv');
  const json = () => download(requestOf(calls.exportAccount, undefined), 'application/json', 'aulaviva-mis-datos.json');
  return (
    <Page title={t('title')} lead={t('lead')} width="narrow">
      <Tabs
        label={t('kind')}
        value={kind ?? 'todo'}
        tabs={(['todo', ...ownHistoryKinds] as const).map((id) => ({ id, label: t(`kinds.${id}`) }))}
        onChange={(next) => {
          // The list of another kind starts without filters.
          setFilters({});
          put({ tipo: next === 'todo' ? null : next }, true);
        }}
      >
        <div className="stack">
          {kind === 'actividad' ? <p className="muted">{t('measured')}</p> : null}
          <HistoryView key={kind} of={{ of: 'own', userId: user.id, ...(kind && { tipo: kind }) }} onFilter={setFilters} first={filters} />
        </div>
      </Tabs>
      <section className="card stack" aria-labelledby="llevar">
        <h2 id="llevar">{t('export')}</h2>
        <div className="row">
          <button type="button" className="btn alt" disabled={busy} onClick={() => void act(csv)}>
            {t('csv')}
          </button>
          <button type="button" className="btn alt" disabled={busy} onClick={() => void act(json)}>
            {t('json')}
          </button>
        </div>
      </section>
      <p className="muted">
        {t('why')} <Link to={paths.progress}>{t('toProgress')}</Link>
      </p>
    </Page>
  );
}
