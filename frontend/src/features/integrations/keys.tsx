import { IconDots, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyRecord } from '../../../../backend/api/contract/integrations.ts';
import { api } from '../../api/api.ts';
import { formatDay, formatExact, formatRelative } from '../../lib/dates.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Popover } from '../../ui/popover.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import { AssistantHelp, assistantSettings } from './assistant-help.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { ShownOnce } from './shown-once.tsx';
import './integrations.css';
import { scopeText } from './scope-text.ts';
import './texts.ts';

const tones: Readonly<Record<ApiKeyRecord['estado'], Tone>> = {
  vigente: 'ok',
  vencida: 'empty',
  'sin-responsable': 'urgent',
  revocada: 'neutral',
};
const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

const isForAssistants = (scopes: ApiKeyRecord['permisos']) => scopes.includes('analytics.assist');

/** The keys by which other programs call the school. */
export function Keys() {
  const { t } = useTranslation('integrations');
  const list = api.useListApiKeysQuery();
  const [revoke] = api.useRevokeApiKeyMutation();
  const { save } = useSave();
  const [editing, setEditing] = useState<ApiKeyRecord | 'new' | null>(null);
  const [rotating, setRotating] = useState<ApiKeyRecord | null>(null);
  const [revoking, setRevoking] = useState<ApiKeyRecord | null>(null);
  const [rotate] = api.useRotateApiKeyMutation();
  const [made, setMade] = useState<{ secret: string; assistant: boolean } | null>(null);
  const columns: readonly Column<ApiKeyRecord>[] = [
    {
      id: 'clave',
      label: t('keys.columns.name'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: ({ nombre, estado, inicio, anterior_hasta }) => (
        <>
          {nombre}{' '}
          <StatusTag tone={tones[estado]} title={t(`keys.stateHint.${estado}`)}>
            {t(`keys.state.${estado}`)}
          </StatusTag>
          <span className="mono table-note">{inicio}…</span>
          {anterior_hasta ? <span className="muted table-note">{t('keys.overlap', { when: formatExact(anterior_hasta) })}</span> : null}
        </>
      ),
    },
    {
      id: 'puede',
      label: t('keys.columns.scopes'),
      cell: ({ nombre, permisos }) => (
        <Popover
          label={t('keys.scopesOf', { count: permisos.length, name: nombre })}
          button={t('keys.scopes', { count: permisos.length })}
          className="link"
        >
          <ul className="keys-scopes">
            {permisos.map((scope) => (
              <li key={scope}>{t(`scope.${scopeText(scope)}`)}</li>
            ))}
          </ul>
        </Popover>
      ),
    },
    { id: 'responde', label: t('keys.columns.owner'), cell: ({ responsable }) => responsable.nombre },
    {
      id: 'usada',
      label: t('keys.columns.used'),
      sort: ({ usada }) => usada,
      cell: ({ usada }) => (usada ? <Moment at={usada}>{formatRelative(usada)}</Moment> : t('keys.never')),
    },
    {
      id: 'vence',
      label: t('keys.columns.until'),
      sort: ({ vence }) => vence,
      cell: ({ vence, revocada }) =>
        revocada ? (
          <Moment at={revocada}>{t('keys.revokedAt', { when: formatRelative(revocada) })}</Moment>
        ) : vence ? (
          formatDay(vence, 'full')
        ) : (
          t('keys.noEnd')
        ),
    },
    { id: 'ritmo', label: t('keys.columns.rate'), hidden: true, cell: ({ por_segundo }) => por_segundo },
    {
      id: 'acciones',
      label: t('keys.columns.acts'),
      acts: true,
      cell: (key) =>
        key.estado === 'revocada' ? null : (
          <Menu
            label={t('keys.actsOf', { name: key.nombre })}
            button={<IconDots size={20} aria-hidden="true" />}
            acts={[
              { id: 'edit', label: t('keys.edit'), icon: <IconPencil {...drawn} />, onAct: () => setEditing(key), writes: true },
              { id: 'rotate', label: t('keys.rotate'), icon: <IconRefresh {...drawn} />, onAct: () => setRotating(key), writes: true },
              { id: 'revoke', label: t('keys.revoke'), icon: <IconTrash {...drawn} />, onAct: () => setRevoking(key), writes: true },
            ]}
          />
        ),
    },
  ];
  return (
    <section className="stack" aria-label={t('keys.title')}>
      <div className="integrations-head">
        <p className="muted">{t('keys.lead')}</p>
        <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setEditing('new')}>
          <IconPlus size={18} aria-hidden="true" />
          {t('keys.new')}
        </button>
      </div>
      <DataTable
        caption={t('keys.title')}
        name="claves"
        columns={columns}
        rows={list.data}
        rowId={({ id }) => id}
        query={list}
        failed={t('keys.failed')}
        empty={<Empty title={t('keys.none')}>{t('keys.noneHint')}</Empty>}
        bones={3}
      />
      <AssistantHelp />
      {editing ? (
        <KeyDialog
          apiKey={editing === 'new' ? null : editing}
          onShow={(secret, assistant) => setMade({ secret, assistant })}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {rotating ? (
        <RotateDialog
          name={rotating.nombre}
          text={t('keys.rotateText')}
          rotate={async (body) => (await rotate({ clave: rotating.id, body }).unwrap()).clave}
          onShow={(secret) => setMade({ secret, assistant: isForAssistants(rotating.permisos) })}
          onClose={() => setRotating(null)}
        />
      ) : null}
      {made === null ? null : (
        <ShownOnce
          shown={{
            ...{ title: t('keys.shownTitle'), text: t('keys.shownText'), secret: made.secret },
            ...(made.assistant
              ? { use: t('keys.assistantMine'), example: assistantSettings(made.secret) }
              : {
                  use: t('keys.shownUse'),
                  example: `curl -H "Authorization: Bearer $CLAVE" \\\n  ${window.location.origin}/api/…`,
                }),
          }}
          onClose={() => setMade(null)}
        />
      )}
      <Confirm
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t('keys.revokeTitle', { name: revoking?.nombre ?? '' })}
        confirmLabel={t('keys.revoke')}
        danger
        reason={{ of: `clave.${revoking?.id}` }}
        onConfirm={async (motivo) => {
          if (!revoking) return;
          const { id } = revoking;
          await save(() => revoke({ clave: id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('keys.revoked') });
        }}
      >
        <p>{t('keys.revokeText')}</p>
      </Confirm>
    </section>
  );
}
