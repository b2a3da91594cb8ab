import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personStates } from '../../../../backend/api/contract/choices.ts';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { usePast } from '../../lib/past.ts';
import { role, roleKey } from '../../lib/roles.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { HeadActs } from '../../ui/head-acts.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { useBatch } from '../../ui/table/use-batch.ts';
import { isPremium } from './badges.tsx';
import { downloadPeople } from './export.ts';
import { usePeopleColumns } from './people-columns.tsx';
import { PersonAdd } from './person-add.tsx';
import { PersonDelete } from './person-delete.tsx';
import { PersonEdit } from './person-edit.tsx';
import { PersonPanel } from './person-panel.tsx';
import { Segments } from './segments.tsx';
import './people.css';
import './texts.ts';

const PAGE = 25;
type Act = { act: 'edit' | 'delete'; person: PersonRow };

/** All accounts. Search, filters, page and the open person are in the address. */
export function Component() {
  const { t } = useTranslation(['people', 'common']);
  const past = usePast();
  const { get, put } = useAddress();
  const cursor = usePageCursor();
  const filters = usePeopleFilter();
  const list = api.useListPeopleQuery({ ...filters, limit: PAGE, ...(cursor && { cursor }) });
  const readStatus = useReadStatus('listPeople');
  const [updateUser] = api.useUpdateUserMutation();
  const { run } = useBatch();
  const [raising, setRaising] = useState<{ people: readonly PersonRow[]; done: () => void } | null>(null);
  const [adding, setAdding] = useState(false);
  const [acting, setActing] = useState<Act | null>(null);
  const open = Number(get('persona'));
  const show = (person: PersonRow) => put({ persona: String(person.id), parte: null }, true);

  const columns = usePeopleColumns({
    show,
    edit: (person) => setActing({ act: 'edit', person }),
    remove: (person) => setActing({ act: 'delete', person }),
  });
  const { buscar: _, ...kept } = { buscar: '', ...filters };
  const narrowed = Object.keys(filters).length > 0;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      fresh={<Freshness at={readStatus?.at} />}
      actions={
        <HeadActs
          acts={[
            { id: 'requests', label: t('requests.link'), to: officePaths.dataRequests },
            { id: 'import', label: t('import'), to: officePaths.importPeople, writes: true },
          ]}
        >
          <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            <IconPlus size={18} aria-hidden="true" />
            {t('add.button')}
          </button>
        </HeadActs>
      }
    >
      <Filters
        label={t('filters')}
        search={<SearchFilter label={t('search')} placeholder={t('search')} />}
        active={Object.keys(kept).length}
      >
        <ChoiceFilter
          name="rol"
          label={t('columns.role')}
          all={t('allRoles')}
          choices={Object.values(role).map((code) => ({ value: String(code), label: t(`common:role.${roleKey(code)}`) }))}
        />
        <ChoiceFilter
          name="plan"
          label={t('columns.plan')}
          all={t('allPlans')}
          choices={[
            { value: '1', label: t('common:plan.basic') },
            { value: '2', label: t('common:plan.premium') },
          ]}
        />
        <ChoiceFilter
          name="estado"
          label={t('columns.state')}
          all={t('allStates')}
          choices={personStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </Filters>
      <Segments filter={kept} />
      <div className="people-head">
        <h2>{t('list')}</h2>
        <span className="muted" role="status">
          {list.data ? t('count', { count: list.data.total, shown: formatNumber(list.data.total) }) : ''}
        </span>
      </div>
      <DataTable
        caption={t('list')}
        columns={columns}
        rows={list.data?.personas}
        next={list.data?.siguiente ?? null}
        place={list.data && { first: list.data.desde, total: list.data.total }}
        // The download is put on record before it begins.
        {...(past === null && { onExport: () => downloadPeople(filters) })}
        rowId={({ id }) => String(id)}
        query={list}
        failed={t('failed')}
        isOpen={({ id }) => id === open}
        flash={({ version }) => version}
        empty={
          <Empty
            title={t('none')}
            action={
              narrowed ? (
                <button
                  type="button"
                  className="btn alt"
                  onClick={() => put({ buscar: null, rol: null, plan: null, estado: null, pagina: null })}
                >
                  {t('common:action.clearFilters')}
                </button>
              ) : undefined
            }
          >
            {t('noneHint')}
          </Empty>
        }
        batch={{
          nameOf: ({ name }) => name,
          acts: (people, done) => (
            <button
              type="button"
              className="btn alt"
              disabled={people.every(isPremium)}
              onClick={() => setRaising({ people: people.filter((person) => !isPremium(person)), done })}
            >
              {t('batchPremium')}
            </button>
          ),
        }}
      />
      <Confirm
        open={raising !== null}
        onClose={() => setRaising(null)}
        title={t('batchPremiumTitle', { count: raising?.people.length ?? 0 })}
        confirmLabel={t('batchPremium')}
        reason={{ required: true, of: 'personas.premium' }}
        onConfirm={async (motivo) => {
          if (!raising) return;
          await run({
            rows: raising.people,
            send: ({ id }) => updateUser({ id, body: { tipo_usuario: 2, motivo } }).unwrap(),
            done: (count) => t('batchPremiumDone', { count }),
            after: raising.done,
          });
        }}
      >
        <p>{raising?.people.map(({ name }) => name).join(', ')}</p>
      </Confirm>
      {adding ? <PersonAdd onClose={() => setAdding(false)} /> : null}
      {open > 0 ? (
        <PersonPanel
          userId={open}
          part={get('parte')}
          onPart={(parte) => put({ parte })}
          onEdit={(person) => setActing({ act: 'edit', person })}
          onClose={() => put({ persona: null, parte: null })}
        />
      ) : null}
      {acting?.act === 'edit' ? <PersonEdit person={acting.person} onClose={() => setActing(null)} /> : null}
      {acting?.act === 'delete' ? <PersonDelete person={acting.person} onClose={() => setActing(null)} /> : null}
    </Page>
  );
}

/** The filters, as they are in the address. */
export const usePeopleFilter = () => {
  const { get } = useAddress();
  const buscar = (get('buscar') ?? '').slice(0, 100);
  const rol = Object.values(role).find((code) => String(code) === get('rol'));
  const plan = ([1, 2] as const).find((code) => String(code) === get('plan'));
  const estado = personStates.find((one) => one === get('estado'));
  return { ...(buscar && { buscar }), ...(rol && { rol }), ...(plan && { plan }), ...(estado && { estado }) };
};
