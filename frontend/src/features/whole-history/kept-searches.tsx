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
import { useFactFilters } from './use-facts.ts';
import './texts.ts';

type Kept = AnswerOf<'listSearches'>[number];

/** Searches that are kept: one's own, and those that are shared. */
export function KeptSearches() {
  const { t } = useTranslation('wholeHistory');
  const { active, view } = useFactFilters();
  const { data = [] } = api.useListSearchesQuery();
  const [naming, setNaming] = useState(false);
  return (
    <>
      {active > 0 || view !== 'todo' ? (
        <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setNaming(true)}>
          {t('kept.keep')}
        </button>
      ) : null}
      {data.length > 0 ? (
        <Popover
          label={t('kept.title')}
          className="btn alt"
          button={
            <>
              <IconBookmark size={18} aria-hidden="true" />
              {t('kept.title')}
            </>
          }
        >
          <ul className="kept-searches" aria-label={t('kept.title')}>
            {data.map((one) => (
              <KeptSearch key={one.id} one={one} />
            ))}
          </ul>
        </Popover>
      ) : null}
      {naming ? <Naming onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function KeptSearch({ one }: { one: Kept }) {
  const { t } = useTranslation('wholeHistory');
  const user = useSessionUser();
  const [forget] = api.useForgetSearchMutation();
  const [keep] = api.useKeepSearchMutation();
  const { act } = useSave();
  const mine = one.de.id === user.id;
  const again = () => keep({ nombre: one.nombre, direccion: one.direccion, compartida: one.compartida }).unwrap();
  return (
    <li>
      <Link to={{ search: one.direccion }} className="menu-option" onClick={(event) => closePopover(event.currentTarget)}>
        <span>
          {one.nombre}
          {one.compartida ? (
            <span className="muted"> · {mine ? t('kept.shared') : t('kept.sharedBy', { name: one.de.nombre })}</span>
          ) : null}
        </span>
      </Link>
      {mine || (one.compartida && user.user_role === role.admin) ? (
        <button
          type="button"
          className="btn icon ghost"
          aria-label={t('kept.remove', { name: one.nombre })}
          onClick={() =>
            void act(() => forget(one.id).unwrap(), {
              done: t('kept.removed', { name: one.nombre }),
              // Of somebody else's there is nothing to bring back under their name.
              ...(mine && { offer: { action: { label: t('kept.undo'), onClick: () => void act(again, { done: t('kept.done') }) } } }),
            })
          }
        >
          <IconX size={18} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}

function Naming({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('wholeHistory');
  const user = useSessionUser();
  const [keep] = api.useKeepSearchMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ nombre: z.string().trim().min(1, t('kept.nameMissing')).max(60), compartida: z.boolean() }), [t]);
  const form = useForm({ schema, initial: () => ({ nombre: '', compartida: false }) });
  return (
    <FormDialog
      form={form}
      title={t('kept.keep')}
      send={t('kept.send')}
      sending={t('kept.sending')}
      onClose={onClose}
      of="historia.busqueda"
      onSend={async (values) => {
        const direccion = globalThis.location.search.slice(1);
        await save(() => keep({ ...values, direccion }).unwrap(), { done: t('kept.done'), after: onClose });
      }}
    >
      <TextField name="nombre" label={t('kept.name')} hint={t('kept.nameHint')} maxLength={60} required />
      {user.user_role === role.admin ? <CheckField name="compartida" label={t('kept.share')} /> : null}
    </FormDialog>
  );
}
