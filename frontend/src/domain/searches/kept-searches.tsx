import { IconBookmark, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { CheckField, TextField } from '../../ui/form-fields.tsx';
import { closePopover, Popover } from '../../ui/popover.tsx';
import { useSave } from '../../ui/use-save.ts';
import './kept-searches.css';
import './texts.ts';

type Kept = AnswerOf<'listSearches'>[number];

/** The page that a saved search belongs to. */
type Page = 'historia' | 'eventos' | 'reportes';
/** The roles that may save a search for everybody, by page. */
const sharing: Readonly<Record<Page, readonly number[]>> = {
  historia: [role.admin],
  eventos: [role.admin, role.analyst],
  reportes: [role.admin],
};

/** Saved searches: one's own and the shared ones, by folder. `any`: whether there are filters to save. */
export function KeptSearches({ page, any }: { page: Page; any: boolean }) {
  const { t } = useTranslation('searches');
  const { data = [] } = api.useListSearchesQuery(page);
  const folders = [...new Set(data.map(({ carpeta }) => carpeta))].sort((a, b) => (a ?? '').localeCompare(b ?? ''));
  const [naming, setNaming] = useState(false);
  return (
    <>
      {any ? (
        <button data-writes type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setNaming(true)}>
          {t('keep')}
        </button>
      ) : null}
      {/* Also while there are none, and before they are known: what is under the head keeps its place. */}
      <Popover
        label={t('title')}
        className="btn alt"
        button={
          <>
            <IconBookmark size={18} aria-hidden="true" />
            {t('title')}
          </>
        }
      >
        <div className="kept-searches">
          {data.length === 0 ? <p className="muted">{t('none')}</p> : null}
          {folders.map((folder) => (
            <ul key={folder ?? ''} aria-label={folder ?? t('title')}>
              {folder === null ? null : (
                <li className="muted" aria-hidden="true">
                  {folder}
                </li>
              )}
              {data
                .filter(({ carpeta }) => carpeta === folder)
                .map((one) => (
                  <KeptSearch key={one.id} one={one} page={page} />
                ))}
            </ul>
          ))}
        </div>
      </Popover>
      {naming ? <Naming page={page} folders={folders.filter((one) => one !== null)} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function KeptSearch({ one, page }: { one: Kept; page: Page }) {
  const { t } = useTranslation('searches');
  const user = useSessionUser();
  const [forget] = api.useForgetSearchMutation();
  const [keep] = api.useKeepSearchMutation();
  const { act } = useSave();
  const mine = one.de.id === user.id;
  const again = () =>
    keep({ nombre: one.nombre, carpeta: one.carpeta, direccion: one.direccion, compartida: one.compartida, pagina: page }).unwrap();
  return (
    <li>
      <Link to={{ search: one.direccion }} className="menu-option" onClick={(event) => closePopover(event.currentTarget)}>
        <span>
          {one.nombre}
          {one.compartida ? (
            <span className="muted"> · {mine || one.de.nombre === '' ? t('shared') : t('sharedBy', { name: one.de.nombre })}</span>
          ) : null}
        </span>
      </Link>
      {mine || (one.compartida && user.user_role === role.admin) ? (
        <button
          data-writes
          type="button"
          className="btn icon ghost"
          aria-label={t('remove', { name: one.nombre })}
          onClick={() =>
            void act(() => forget(one.id).unwrap(), {
              done: t('removed', { name: one.nombre }),
              // Somebody else's search cannot be restored under their name, so no undo is offered.
              ...(mine && { offer: { action: { label: t('undo'), onClick: () => void act(again, { done: t('done') }) } } }),
            })
          }
        >
          <IconX size={18} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}

function Naming({ page, folders, onClose }: { page: Page; folders: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('searches');
  const user = useSessionUser();
  const [keep] = api.useKeepSearchMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({ nombre: z.string().trim().min(1, t('nameMissing')).max(60), carpeta: z.string().trim().max(40), compartida: z.boolean() }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ nombre: '', carpeta: '', compartida: false }) });
  return (
    <FormDialog
      form={form}
      title={t('keep')}
      send={t('send')}
      sending={t('sending')}
      onClose={onClose}
      of={`${page}.busqueda`}
      onSend={async (values) => {
        const direccion = globalThis.location.search.slice(1);
        await save(() => keep({ ...values, direccion, pagina: page }).unwrap(), { done: t('done'), after: onClose });
      }}
    >
      <TextField name="nombre" label={t('name')} hint={t(`${page}.nameHint`)} maxLength={60} required />
      <TextField
        name="carpeta"
        label={t('folder')}
        hint={t('folderHint')}
        maxLength={40}
        list={folders.length > 0 ? 'carpetas' : undefined}
      />
      {folders.length > 0 ? (
        <datalist id="carpetas">
          {folders.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
      {sharing[page].includes(user.user_role) ? <CheckField name="compartida" label={t(`${page}.share`)} /> : null}
    </FormDialog>
  );
}
