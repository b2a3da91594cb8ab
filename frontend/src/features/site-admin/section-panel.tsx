import { IconHistory, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedItem, ManagedSite, SiteSectionName } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import { formatDay, formatRelative } from '../../lib/dates.ts';
import { moved } from '../../lib/order.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { MoveButtons, useMoves } from '../../ui/move-buttons.tsx';
import { type RowAct, RowActs } from '../../ui/row-acts.tsx';
import { Grip, SortableList, SortableRow } from '../../ui/sortable/sortable.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { useSave } from '../../ui/use-save.ts';
import { MainServer, Opened, useChannelUse } from './channel-use.tsx';
import { nameOf } from './fields.ts';
import { HistoryDialog, type HistoryOf } from './history.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { useOrder } from './use-order.ts';
import './site-admin.css';
import { Moment } from '../../ui/moment.tsx';

interface Props {
  section: SiteSectionName;
  items: readonly ManagedItem[];
  variables: ManagedSite['variables'];
  /** Invitation to the main community server. */
  server: string | null;
}

/** One section: its items in the order of the page, then removed ones. */
export function SectionPanel({ section, items, variables, server }: Props) {
  const { t } = useTranslation('siteAdmin');
  const { save, act: attempt, busy } = useSave();
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const [removing, setRemoving] = useState<ManagedItem | null>(null);
  const [restoring, setRestoring] = useState<ManagedItem | null>(null);
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const [said, setSaid] = useState('');
  const [hide] = api.useHideSiteItemMutation();
  const [show] = api.useShowSiteItemMutation();
  const [remove] = api.useRemoveSiteItemMutation();
  const [restore] = api.useRestoreSiteItemMutation();
  const channels = section === 'canales';
  const openingsOf = useChannelUse(!channels);
  const present = items.filter(({ quitado }) => !quitado);
  const removed = items.filter(({ quitado }) => quitado);
  const { order, put } = useOrder(
    section,
    present.map(({ id }) => id),
  );
  const shown = order.flatMap((id) => present.find((item) => item.id === id) ?? []);

  const { list, keep } = useMoves();
  const move = (item: ManagedItem, to: readonly number[], by: -1 | 1) => {
    if (to === order) return;
    keep(item.id, by);
    put(to);
    setSaid(t('place', { name: nameOf(section, item), place: to.indexOf(item.id) + 1, total: to.length }));
  };
  const act = (item: ManagedItem, kind: 'hidden' | 'shown') => {
    const run = { hidden: hide, shown: show }[kind];
    return attempt(() => run({ seccion: section, itemId: item.id, body: {} }).unwrap(), {
      done: t(`done.${kind}`, { name: nameOf(section, item) }),
    });
  };
  const bringBack = (item: ManagedItem, motivo: string) =>
    [
      () => restore({ seccion: section, itemId: item.id, body: { motivo } }).unwrap(),
      { done: t('done.restored', { name: nameOf(section, item) }) },
    ] as const;
  const actsOf = (item: ManagedItem): RowAct[] => {
    const name = nameOf(section, item);
    const past = { id: 'historial', label: t('past'), onAct: () => setHistory({ of: 'section', section, item: item.id, name }) };
    if (item.quitado)
      return [
        { id: 'restaurar', label: t('restore'), name: t('restoreOf', { name }), writes: true, onAct: () => setRestoring(item) },
        past,
      ];
    return [
      { id: 'editar', label: t('edit'), name: t('editOf', { name }), writes: true, onAct: () => setEditing(item.id) },
      {
        ...{ id: 'ver', label: t(item.visible ? 'hide' : 'show'), writes: true, disabled: busy },
        onAct: () => void act(item, item.visible ? 'hidden' : 'shown'),
      },
      past,
      { id: 'quitar', label: t('removeConfirm'), writes: true, onAct: () => setRemoving(item) },
    ];
  };
  const edited = editing === 'new' ? null : items.find(({ id }) => id === editing);

  return (
    <section className="stack" aria-label={t(`section.${section}`)}>
      <div className="site-panel-head">
        <p className="muted site-about">{t(`about.${section}`)}</p>
        <div className="row">
          <button type="button" className="btn alt" onClick={() => setHistory({ of: 'section', section, name: t(`section.${section}`) })}>
            <IconHistory size={18} aria-hidden="true" />
            {t('history.open')}
          </button>
          <button data-writes type="button" className="btn" onClick={() => setEditing('new')}>
            <IconPlus size={18} aria-hidden="true" />
            {t(`add.${section}`)}
          </button>
        </div>
      </div>
      {channels ? <MainServer link={server} /> : null}
      <p className="muted">{t('count', { count: present.length, visible: present.filter(({ visible }) => visible).length })}</p>
      <span className="sr" role="status">
        {said}
      </span>
      {shown.length === 0 ? (
        <Empty title={t('empty')}>{t('emptyHint')}</Empty>
      ) : (
        <SortableList
          name={section}
          order={order}
          nameOf={(id) => {
            const item = present.find((one) => one.id === id);
            return item ? nameOf(section, item) : '';
          }}
          onOrder={put}
          className="site-list"
          ref={list}
          label={t('list', { section: t(`section.${section}`) })}
        >
          {shown.map((item, index) => (
            <Row key={item.id} section={section} item={item} opened={channels ? <Opened use={openingsOf(item.id)} /> : null} sorted>
              <MoveButtons
                id={item.id}
                index={index}
                total={shown.length}
                labelOf={(by) => t(by < 0 ? 'upOf' : 'downOf', { name: nameOf(section, item) })}
                onMove={(by) => move(item, moved(order, item.id, by), by)}
              />
              <RowActs label={t('moreOf', { name: nameOf(section, item) })} acts={actsOf(item)} />
            </Row>
          ))}
        </SortableList>
      )}
      {removed.length > 0 ? (
        <details className="site-removed">
          <summary>{t('removedList', { count: removed.length })}</summary>
          <ul className="site-list">
            {removed.map((item) => (
              <Row key={item.id} section={section} item={item} opened={channels ? <Opened use={openingsOf(item.id)} /> : null}>
                <RowActs label={t('moreOf', { name: nameOf(section, item) })} acts={actsOf(item)} />
              </Row>
            ))}
          </ul>
        </details>
      ) : null}
      {editing !== null && edited !== undefined ? (
        <ItemDialog key={`${section} ${editing}`} section={section} item={edited} variables={variables} onClose={() => setEditing(null)} />
      ) : null}
      <HistoryDialog of={history} onClose={() => setHistory(null)} />
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('removeTitle')}
        confirmLabel={t('removeConfirm')}
        danger
        reason={{ of: `${section}.${removing?.id}` }}
        onConfirm={async (motivo) => {
          if (!removing) return;
          const item = removing;
          await save(() => remove({ seccion: section, itemId: item.id, ...(motivo && { motivo }) }).unwrap(), {
            done: t('done.removed', { name: nameOf(section, item) }),
            offer: { duration: 8_000, action: { label: t('undo'), onClick: () => void attempt(...bringBack(item, t('undoReason'))) } },
          });
        }}
      >
        <p>{removing ? t('removeText', { name: nameOf(section, removing) }) : ''}</p>
      </Confirm>
      <Confirm
        open={restoring !== null}
        onClose={() => setRestoring(null)}
        title={t('restoreTitle')}
        confirmLabel={t('restore')}
        reason={{ required: true, of: `${section}.${restoring?.id}.vuelve` }}
        onConfirm={(motivo) => restoring && save(...bringBack(restoring, motivo))}
      >
        <p>{restoring ? t('restoreText', { name: nameOf(section, restoring) }) : ''}</p>
      </Confirm>
    </section>
  );
}

interface RowProps {
  section: SiteSectionName;
  item: ManagedItem;
  children: React.ReactNode;
  /** For a channel. */
  opened: React.ReactNode;
  /** It is one of those that have an order. */
  sorted?: boolean;
}
const secondOf = (section: SiteSectionName, { contenido }: ManagedItem): string => {
  const { fuente, fecha, texto, descripcion, respuesta, enlace, extracto } = contenido;
  if (section === 'cifras') return [fuente, fecha && formatDay(String(fecha), 'full')].filter(Boolean).join(', ');
  return String(section === 'prensa' ? `${fuente}: ${extracto}` : (texto ?? descripcion ?? respuesta ?? enlace ?? ''));
};

function Row({ section, item, children, opened, sorted = false }: RowProps) {
  const { t } = useTranslation('siteAdmin');
  const flash = useFlash<HTMLLIElement>(item.version);
  const content = (
    <>
      <div className="site-what">
        <p className="row">
          <strong lang="es">{nameOf(section, item)}</strong>
          <StatusTag tone={item.quitado ? 'neutral' : item.visible ? 'ok' : 'empty'}>
            {t(item.quitado ? 'removed' : item.visible ? 'visible' : 'hidden')}
          </StatusTag>
          {item.ingles && !item.ingles.vigente && !item.quitado ? <StatusTag tone="now">{t('english.review')}</StatusTag> : null}
        </p>
        <p lang="es" className="muted site-second">
          {secondOf(section, item)}
        </p>
        <p className="muted site-when">
          <Moment at={item.cambiado}>{t('changed', { when: formatRelative(item.cambiado) })}</Moment>
        </p>
        {opened}
      </div>
      <div className="row site-actions">{children}</div>
    </>
  );
  if (!sorted)
    return (
      <li ref={flash} className="site-one">
        {content}
      </li>
    );
  return (
    <SortableRow id={item.id} flash={item.version} className="site-one">
      <Grip />
      {content}
    </SortableRow>
  );
}
