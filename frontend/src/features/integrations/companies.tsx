import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyRecord } from '../../../../backend/api/contract/companies.ts';
import { api } from '../../api/api.ts';
import { formatLongDate, formatRelative } from '../../lib/dates.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Menu, type MenuAct } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import { CompanyDialog } from './company-dialog.tsx';
import './integrations.css';
import './texts.ts';

const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
type Asked = 'edit' | 'pause' | 'remove';

/** Until when the newest of a provider’s certificates is good. */
const lastDay = (saml: NonNullable<CompanyRecord['saml']>): string =>
  saml.huellas.reduce((last, { vence }) => (vence > last ? vence : last), '');

/** Companies whose people sign in with their own identity provider. */
export function Companies() {
  const { t } = useTranslation('integrations');
  const list = api.useListCompaniesQuery();
  const [pause] = api.usePauseCompanyMutation();
  const [resume] = api.useResumeCompanyMutation();
  const [remove] = api.useRemoveCompanyMutation();
  const { save, act, busy } = useSave();
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<{ what: Asked; company: CompanyRecord } | null>(null);
  const close = () => setAsked(null);
  const name = asked?.company.nombre ?? '';

  const actsOf = (company: CompanyRecord): MenuAct[] =>
    (
      [
        { id: 'edit', label: t('companies.edit'), icon: <IconPencil {...drawn} />, onAct: () => setAsked({ what: 'edit', company }) },
        company.estado === 'activa'
          ? {
              id: 'pause',
              label: t('companies.pause'),
              icon: <IconPlayerPause {...drawn} />,
              onAct: () => setAsked({ what: 'pause', company }),
            }
          : {
              id: 'resume',
              label: t('companies.resume'),
              icon: <IconPlayerPlay {...drawn} />,
              onAct: () => void act(() => resume({ empresa: company.id, body: {} }).unwrap(), { done: t('companies.resumed') }),
              disabled: busy,
            },
        { id: 'remove', label: t('companies.remove'), icon: <IconTrash {...drawn} />, onAct: () => setAsked({ what: 'remove', company }) },
      ] satisfies MenuAct[]
    ).map((one) => ({ ...one, writes: true }));
  const columns: readonly Column<CompanyRecord>[] = [
    {
      id: 'empresa',
      label: t('companies.columns.name'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: ({ nombre, estado, emisor, saml }) => (
        <>
          {nombre} <StatusTag tone={estado === 'activa' ? 'ok' : 'neutral'}>{t(`companies.state.${estado}`)}</StatusTag>
          <span className="mono table-note">{emisor}</span>
          <span className="table-note">
            {saml
              ? `${t('companies.samlName')} · ${t('companies.certificateUntil', { date: formatLongDate(lastDay(saml)) })}`
              : t('companies.openid')}
          </span>
        </>
      ),
    },
    { id: 'dominios', label: t('companies.columns.domains'), cell: ({ dominios }) => <span className="mono">{dominios.join(' ')}</span> },
    {
      id: 'cuentas',
      label: t('companies.columns.accounts'),
      cell: ({ crea_cuentas }) => t(crea_cuentas ? 'companies.makes' : 'companies.makesNone'),
    },
    {
      id: 'beca',
      label: t('companies.columns.scholarship'),
      cell: ({ beca }) => (beca === null ? t('companies.noScholarship') : <code>{beca}</code>),
    },
    {
      id: 'ultima',
      label: t('companies.columns.last'),
      sort: ({ ultima }) => ultima,
      cell: ({ ultima, rechazo }) => (
        <>
          {ultima === null ? t('companies.nobodyYet') : <Moment at={ultima}>{formatRelative(ultima)}</Moment>}
          {rechazo ? (
            <span className="table-note">
              {t('companies.refused')} <Moment at={rechazo.cuando}>{formatRelative(rechazo.cuando)}</Moment>,{' '}
              {t(`companies.fault.${rechazo.motivo}`)}
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'acciones',
      label: t('companies.columns.acts'),
      acts: true,
      cell: (company) => (
        <Menu
          label={t('companies.actsOf', { name: company.nombre })}
          button={<IconDots size={20} aria-hidden="true" />}
          acts={actsOf(company)}
        />
      ),
    },
  ];
  return (
    <section className="stack" aria-label={t('companies.title')}>
      <div className="integrations-head">
        <p className="muted">{t('companies.lead')}</p>
        <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setMaking(true)} disabled={!list.data}>
          <IconPlus size={18} aria-hidden="true" />
          {t('companies.new')}
        </button>
      </div>
      <DataTable
        caption={t('companies.title')}
        name="empresas"
        order="empresa"
        columns={columns}
        rows={list.data?.empresas}
        rowId={({ id }) => id}
        query={list}
        failed={t('companies.failed')}
        empty={<Empty title={t('companies.none')}>{t('companies.noneHint')}</Empty>}
        bones={3}
      />
      {making && list.data ? (
        <CompanyDialog company={null} back={list.data.regreso} school={list.data.escuela} onClose={() => setMaking(false)} />
      ) : null}
      {asked?.what === 'edit' && list.data ? (
        <CompanyDialog company={asked.company} back={list.data.regreso} school={list.data.escuela} onClose={close} />
      ) : null}
      <Confirm
        open={asked?.what === 'pause'}
        onClose={close}
        title={t('companies.pauseTitle', { name })}
        confirmLabel={t('companies.pause')}
        reason={{ of: `empresa.${asked?.company.id}.detener` }}
        onConfirm={(motivo) =>
          asked &&
          save(() => pause({ empresa: asked.company.id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('companies.paused') })
        }
      >
        <p>{t('companies.pauseText')}</p>
      </Confirm>
      <Confirm
        open={asked?.what === 'remove'}
        onClose={close}
        title={t('companies.removeTitle', { name })}
        confirmLabel={t('companies.remove')}
        danger
        reason={{ of: `empresa.${asked?.company.id}.quitar` }}
        onConfirm={(motivo) =>
          asked &&
          save(() => remove({ empresa: asked.company.id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('companies.removed') })
        }
      >
        <p>{t('companies.removeText')}</p>
      </Confirm>
    </section>
  );
}
