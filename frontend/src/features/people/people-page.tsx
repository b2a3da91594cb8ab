import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRecord } from '../../../../backend/api/contract/auth.ts';
import { api } from '../../api/api.ts';
import { useStanding } from '../../api/standing.ts';
import { roleKey } from '../../lib/roles.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { useBatch } from '../../ui/table/use-batch.ts';
import './people.css';
import { Rights } from './rights.tsx';
import './texts.ts';

const isPremium = ({ tipo_usuario }: UserRecord) => tipo_usuario === 2;

/** Finds people, and gives or takes their plan and courses. What is searched and who is open stand in the address. */
export function Component() {
  const { t } = useTranslation(['people', 'common']);
  const { get, put } = useAddress();
  const search = (get('buscar') ?? '').slice(0, 100);
  const cursor = usePageCursor();
  const list = api.useListUsersQuery({ limit: 25, ...(search && { search }), ...(cursor && { cursor }) });
  const next = useStanding('listUsers')?.next ?? null;
  const [updateUser] = api.useUpdateUserMutation();
  const { run } = useBatch();
  const [raising, setRaising] = useState<{ people: readonly UserRecord[]; done: () => void } | null>(null);
  const open = list.data?.find(({ id }) => String(id) === get('persona')) ?? null;
  const columns: readonly Column<UserRecord>[] = [
    {
      id: 'persona',
      label: t('columns.person'),
      head: true,
      cell: ({ name, email }) => (
        <>
          {name}
          <span className="muted table-note">{email}</span>
        </>
      ),
    },
    {
      id: 'rol',
      label: t('columns.role'),
      optional: true,
      cell: ({ user_role }) => t(`common:role.${roleKey(user_role)}`),
    },
    {
      id: 'plan',
      label: t('columns.plan'),
      cell: (person) => (
        <span className="row">
          <StatusTag tone={isPremium(person) ? 'ok' : 'neutro'}>{t(isPremium(person) ? 'premium' : 'basic')}</StatusTag>
          {person.is_active ? null : <StatusTag tone="urgente">{t('inactive')}</StatusTag>}
        </span>
      ),
    },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: ({ id, name }) => (
        <button
          type="button"
          className="btn alt"
          aria-haspopup="dialog"
          aria-label={t('manageOf', { name })}
          onClick={() => put({ persona: String(id) })}
        >
          {t('manage')}
        </button>
      ),
    },
  ];
  return (
    <Page title={t('title')} lead={t('lead')}>
      <p className="muted">
        <Freshness at={list.fulfilledTimeStamp} />
      </p>
      <Filters>
        <SearchFilter label={t('search')} placeholder={t('search')} />
      </Filters>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={list.data}
        next={next}
        rowId={({ id }) => String(id)}
        query={list}
        failed={t('failed')}
        empty={<Empty title={t('none')}>{t('noneHint')}</Empty>}
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
        reason={{ label: t('reason'), required: true, of: 'personas.premium' }}
        onConfirm={async (motivo) => {
          if (!raising) return;
          await run({
            rows: raising.people,
            send: ({ id }) => updateUser({ id, body: { tipo_usuario: 2, motivo } }).unwrap(),
            done: (count) => t('batchPremiumDone', { count }),
            after: raising.done,
          });
          void list.refetch();
        }}
      >
        <p>{raising?.people.map(({ name }) => name).join(', ')}</p>
      </Confirm>
      {open ? <Rights person={open} onChanged={() => void list.refetch()} onClose={() => put({ persona: null })} /> : null}
    </Page>
  );
}
