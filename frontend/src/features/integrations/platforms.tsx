import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconReportAnalytics,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlatformRecord } from '../../../../backend/api/contract/platforms.ts';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatDate, formatRelative } from '../../lib/dates.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Menu, type MenuAct } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Grades } from './grades.tsx';
import { PlatformDialog } from './platform-dialog.tsx';
import './integrations.css';
import './texts.ts';

const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Learning platforms that open courses of the school. */
export function Platforms() {
  const { t } = useTranslation('integrations');
  const list = api.useListPlatformsQuery();
  const [pause] = api.usePausePlatformMutation();
  const [resume] = api.useResumePlatformMutation();
  const [remove] = api.useRemovePlatformMutation();
  const { save, act, busy } = useSave();
  const [editing, setEditing] = useState<PlatformRecord | 'new' | null>(null);
  const [graded, setGraded] = useState<PlatformRecord | null>(null);
  const [asked, setAsked] = useState<{ what: 'pause' | 'remove'; platform: PlatformRecord } | null>(null);
  const close = () => setAsked(null);
  const actsOf = (platform: PlatformRecord): MenuAct[] =>
    (
      [
        { id: 'grades', label: t('platforms.grades'), icon: <IconReportAnalytics {...drawn} />, onAct: () => setGraded(platform) },
        { id: 'edit', label: t('platforms.edit'), icon: <IconPencil {...drawn} />, onAct: () => setEditing(platform) },
        platform.estado === 'activa'
          ? {
              id: 'pause',
              label: t('platforms.pause'),
              icon: <IconPlayerPause {...drawn} />,
              onAct: () => setAsked({ what: 'pause', platform }),
            }
          : {
              id: 'resume',
              label: t('platforms.resume'),
              icon: <IconPlayerPlay {...drawn} />,
              onAct: () => void act(() => resume({ plataforma: platform.id, body: {} }).unwrap(), { done: t('platforms.resumed') }),
              disabled: busy,
            },
        { id: 'remove', label: t('platforms.remove'), icon: <IconTrash {...drawn} />, onAct: () => setAsked({ what: 'remove', platform }) },
      ] satisfies MenuAct[]
    ).map((one) => ({ ...one, writes: one.id !== 'grades' }));
  const columns: readonly Column<PlatformRecord>[] = [
    {
      id: 'plataforma',
      label: t('platforms.columns.name'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: ({ nombre, estado, emisor }) => (
        <>
          {nombre} <StatusTag tone={estado === 'activa' ? 'ok' : 'neutral'}>{t(`platforms.state.${estado}`)}</StatusTag>
          <span className="mono table-note">{emisor}</span>
        </>
      ),
    },
    { id: 'dominios', label: t('platforms.columns.domains'), cell: ({ dominios }) => <span className="mono">{dominios.join(', ')}</span> },
    {
      id: 'beca',
      label: t('platforms.columns.scholarship'),
      cell: ({ beca }) => (beca === null ? t('platforms.noScholarship') : <code translate="no">{beca}</code>),
    },
    {
      id: 'ultima',
      label: t('platforms.columns.last'),
      sort: ({ ultima }) => ultima,
      cell: ({ ultima }) => (ultima === null ? t('platforms.nobodyYet') : <Moment at={ultima}>{formatRelative(ultima)}</Moment>),
    },
    {
      id: 'acciones',
      label: t('platforms.columns.acts'),
      acts: true,
      cell: (platform) => (
        <Menu
          label={t('platforms.actsOf', { name: platform.nombre })}
          button={<IconDots size={20} aria-hidden="true" />}
          acts={actsOf(platform)}
        />
      ),
    },
  ];
  return (
    <section className="stack" aria-label={t('platforms.title')}>
      <div className="integrations-head">
        <p className="muted">{t('platforms.lead')}</p>
        <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setEditing('new')}>
          <IconPlus size={18} aria-hidden="true" />
          {t('platforms.new')}
        </button>
      </div>
      <DataTable
        caption={t('platforms.title')}
        name="plataformas"
        order="plataforma"
        columns={columns}
        rows={list.data?.plataformas}
        rowId={({ id }) => id}
        query={list}
        failed={t('platforms.failed')}
        empty={<Empty title={t('platforms.none')}>{t('platforms.noneHint')}</Empty>}
        bones={3}
      />
      {list.data ? <OfTheSchool {...list.data} onChange={() => void list.refetch()} /> : null}
      {graded ? <Grades platform={graded} onClose={() => setGraded(null)} /> : null}
      {editing ? <PlatformDialog platform={editing === 'new' ? null : editing} onClose={() => setEditing(null)} /> : null}
      <Confirm
        open={asked?.what === 'pause'}
        onClose={close}
        title={t('platforms.pauseTitle', { name: asked?.platform.nombre ?? '' })}
        confirmLabel={t('platforms.pause')}
        reason={{ of: `plataforma.${asked?.platform.id}.detener` }}
        onConfirm={(motivo) =>
          asked &&
          save(() => pause({ plataforma: asked.platform.id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('platforms.paused') })
        }
      >
        <p>{t('platforms.pauseText')}</p>
      </Confirm>
      <Confirm
        open={asked?.what === 'remove'}
        onClose={close}
        title={t('platforms.removeTitle', { name: asked?.platform.nombre ?? '' })}
        confirmLabel={t('platforms.remove')}
        danger
        reason={{ of: `plataforma.${asked?.platform.id}.quitar` }}
        onConfirm={(motivo) =>
          asked &&
          save(() => remove({ plataforma: asked.platform.id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('platforms.removed') })
        }
      >
        <p>{t('platforms.removeText')}</p>
      </Confirm>
    </section>
  );
}

/** What is put into a platform: the school's addresses, and its key, which one changes here. */
function OfTheSchool({
  direcciones,
  llave,
  onChange,
}: Pick<AnswerOf<'listPlatforms'>, 'direcciones' | 'llave'> & { onChange: () => void }) {
  const { t } = useTranslation('integrations');
  const [change] = api.useChangeLtiKeyMutation();
  const { save } = useSave();
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <details className="assistant-help">
      <summary>{t('platforms.addresses')}</summary>
      <div className="stack">
        <p>{t('platforms.addressesText')}</p>
        <pre className="mono integrations-example" translate="no">
          {`Tool URL: ${window.location.origin}/\nInitiate login URL: ${direcciones.inicio}\nRedirection URI: ${direcciones.entrada}\nPublic keyset: ${direcciones.llaves}\nLTI version: 1.3`}
        </pre>
        <p>
          {llave.desde === null ? t('platforms.key.none') : t('platforms.key.since', { date: formatDate(llave.desde) })}
          {llave.anterior_hasta === null ? '' : ` ${t('platforms.key.earlier', { date: formatDate(llave.anterior_hasta) })}`}
        </p>
        <p>
          <button data-writes type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsked(true)}>
            <IconKey size={18} aria-hidden="true" />
            {t('platforms.key.change')}
          </button>
        </p>
      </div>
      <Confirm
        open={asked}
        onClose={close}
        title={t('platforms.key.changeTitle')}
        confirmLabel={t('platforms.key.change')}
        onConfirm={() => save(() => change().unwrap(), { done: t('platforms.key.changed'), after: onChange })}
      >
        <p>{t('platforms.key.changeText')}</p>
      </Confirm>
    </details>
  );
}
