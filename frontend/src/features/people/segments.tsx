import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { SegmentRecord } from '../../../../backend/api/contract/segments.ts';
import { api } from '../../api/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAddress } from '../../lib/use-address.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

type Filter = Partial<Record<'rol' | 'plan' | 'estado', string | number>>;

/** Named filters of the list of people: choose, save, delete. The searched text is not part of them. */
export function Segments({ filter }: { filter: Filter }) {
  const { t } = useTranslation(['people', 'common']);
  const { put } = useAddress();
  const list = api.useListSegmentsQuery();
  const [remove] = api.useRemoveSegmentMutation();
  const [keep] = api.useSaveSegmentMutation();
  const { act } = useSave();
  const [naming, setNaming] = useState(false);
  const written = (value: string | number | null | undefined) => (value == null ? '' : String(value));
  const isChosen = (one: SegmentRecord) =>
    (['rol', 'plan', 'estado'] as const).every((name) => written(one[name]) === written(filter[name]));
  const narrowed = Object.keys(filter).length > 0;
  const chosen = narrowed ? list.data?.find(isChosen) : undefined;
  const bodyOf = ({ nombre, rol, plan, estado }: SegmentRecord) => ({
    nombre,
    ...(rol !== null && { rol }),
    ...(plan !== null && { plan }),
    ...(estado !== null && { estado }),
  });
  if (list.error && !list.data) return <QueryState of={list} failed={t('segments.failed')} inline />;
  if (!list.data || (list.data.length === 0 && !narrowed)) return null;
  return (
    <div className="row">
      {list.data.length > 0 ? (
        <label className="row">
          <span className="muted">{t('segments.label')}</span>
          <select
            className="entry"
            value={chosen?.id ?? ''}
            onChange={({ target }) => {
              const one = list.data?.find(({ id }) => id === target.value);
              put({ rol: written(one?.rol), plan: written(one?.plan), estado: written(one?.estado), pagina: null }, true);
            }}
          >
            <option value="">{t('segments.none')}</option>
            {list.data.map(({ id, nombre, personas }) => (
              <option key={id} value={id}>
                {t('segments.option', { name: nombre, people: formatNumber(personas) })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {chosen ? (
        <button
          data-writes
          type="button"
          className="link"
          onClick={() =>
            void act(() => remove(chosen.id).unwrap(), {
              done: t('segments.removed', { name: chosen.nombre }),
              offer: {
                action: { label: t('undo'), onClick: () => void act(() => keep(bodyOf(chosen)).unwrap(), { done: t('segments.kept') }) },
              },
            })
          }
        >
          {t('segments.remove', { name: chosen.nombre })}
        </button>
      ) : narrowed ? (
        <button data-writes type="button" className="link" aria-haspopup="dialog" onClick={() => setNaming(true)}>
          {t('segments.keep')}
        </button>
      ) : null}
      {naming ? <Naming filter={filter} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

function Naming({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const { t } = useTranslation('people');
  const [keep] = api.useSaveSegmentMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ nombre: z.string().trim().min(1, t('segments.nameMissing')).max(60) }), [t]);
  const form = useForm({ schema, initial: () => ({ nombre: '' }) });
  return (
    <FormDialog
      form={form}
      title={t('segments.keep')}
      send={t('segments.save')}
      sending={t('edit.saving')}
      onClose={onClose}
      of="personas.segmento"
      onSend={async ({ nombre }) => {
        await save(() => keep({ nombre, ...(filter as object) }).unwrap(), { done: t('segments.kept'), after: onClose });
      }}
    >
      <TextField name="nombre" label={t('segments.name')} hint={t('segments.nameHint')} maxLength={60} required />
    </FormDialog>
  );
}
