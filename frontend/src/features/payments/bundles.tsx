import { IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import type { BundleRecord } from '../../../../backend/api/contract/bundles.ts';
import { currencies } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { money } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { command } from '../../live/live.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { FieldFrame } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { MoveButtons, useMoves } from '../../ui/move-buttons.tsx';
import { type RowAct, RowActs } from '../../ui/row-acts.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const tones: Record<BundleRecord['estado'], Tone> = { borrador: 'now', publicado: 'ok', archivado: 'empty' };

/** Bundles of courses: the courses in each, its price beside that of the courses bought one by one, and whether it is sold. */
export function Bundles() {
  const { t } = useTranslation('payments');
  const list = api.useAllBundlesQuery();
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const edited = list.data?.paquetes.find(({ id }) => id === editing) ?? null;
  const [archiving, setArchiving] = useState<BundleRecord | null>(null);
  const [publish] = api.usePublishBundleMutation();
  const [archive] = api.useArchiveBundleMutation();
  const { act, save, busy } = useSave();
  const actsOf = (bundle: BundleRecord): RowAct[] => {
    const edit = {
      ...{ id: 'cambiar', label: t('bundles.edit'), name: t('bundles.editOf', { what: bundle.titulo }), writes: true },
      onAct: () => setEditing(bundle.id),
    };
    return bundle.estado === 'publicado'
      ? [edit, { id: 'archivar', label: t('bundles.archive'), onAct: () => setArchiving(bundle), writes: true }]
      : [
          {
            ...{ id: 'publicar', label: t('bundles.publish'), name: t('bundles.publishOf', { what: bundle.titulo }) },
            ...{ writes: true, waits: true, disabled: busy },
            onAct: () => void act(() => publish(bundle.id).unwrap(), { done: t('bundles.published') }),
          },
          edit,
        ];
  };
  const columns: readonly Column<BundleRecord>[] = [
    {
      id: 'paquete',
      label: t('bundles.columns.bundle'),
      head: true,
      cell: ({ id, slug, titulo, estado }) => (
        <span lang="es">{estado === 'publicado' ? <Link to={paths.bundle(slug || id)}>{titulo}</Link> : titulo}</span>
      ),
    },
    {
      id: 'cursos',
      label: t('bundles.columns.courses'),
      cell: ({ cursos }) => <span lang="es">{cursos.map(({ nombre }) => nombre).join(' → ')}</span>,
    },
    {
      id: 'precio',
      label: t('bundles.columns.price'),
      numeric: true,
      cell: ({ precio, moneda, suma }) => (
        <>
          {precio === null ? t('bundles.notSold') : money(precio, moneda)}
          <span className="muted table-note">{t('bundles.apart', { amount: money(suma, moneda) })}</span>
        </>
      ),
    },
    {
      id: 'estado',
      label: t('columns.state'),
      cell: ({ estado, precio, en_venta }) => (
        <>
          <StatusTag tone={tones[estado]}>{t(`bundles.states.${estado}`)}</StatusTag>
          {estado === 'publicado' && precio !== null && !en_venta ? <span className="muted table-note">{t('bundles.stopped')}</span> : null}
        </>
      ),
    },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (bundle) => <RowActs label={t('moreOf', { what: bundle.titulo })} acts={actsOf(bundle)} />,
    },
  ];
  return (
    <div className="stack">
      <p className="row payment-tools">
        <span className="muted">{t('bundles.lead')}</span>
        <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setEditing('new')}>
          <IconPlus size={18} aria-hidden="true" />
          {t('bundles.make')}
        </button>
      </p>
      <DataTable
        caption={t('bundles.title')}
        name="paquetes"
        columns={columns}
        rows={list.data?.paquetes}
        rowId={({ id }) => String(id)}
        query={list}
        failed={t('bundles.failed')}
        bones={3}
        flash={({ estado, precio }) => `${estado}-${precio}`}
        empty={<Empty title={t('bundles.none')}>{t('bundles.noneText')}</Empty>}
      />
      {editing === 'new' || edited ? <BundleDialog bundle={edited} onClose={() => setEditing(null)} /> : null}
      <Confirm
        open={archiving !== null}
        onClose={() => setArchiving(null)}
        title={t('bundles.archiveTitle', { what: archiving?.titulo ?? '' })}
        confirmLabel={t('bundles.archive')}
        danger
        onConfirm={() => save(() => archive(archiving?.id ?? 0).unwrap(), { done: t('bundles.archived') })}
      >
        <p>{t('bundles.archiveText')}</p>
      </Confirm>
    </div>
  );
}

/** `bundle`: in its present version; null: a new one. */
function BundleDialog({ bundle, onClose }: { bundle: BundleRecord | null; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const errorText = useErrorText();
  // The version that the form started from.
  const [base] = useState(bundle?.version ?? 0);
  const stale = bundle !== null && bundle.version > base;
  const [create] = api.useCreateBundleMutation();
  const [edit] = api.useEditBundleMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        titulo: z.string().trim().min(1, t('bundles.error.title')),
        descripcion: z.string(),
        cursos: z.array(z.number()).min(2, t('bundles.error.courses')),
        /** Empty: the bundle is not sold. */
        precio: z
          .string()
          .trim()
          .refine((text) => text === '' || (amountOf(text) ?? 0) > 0, t('bundles.error.price'))
          .transform(amountOf),
        moneda: z.enum(currencies),
      }),
    [t],
  );
  const form = useForm({
    schema,
    initial: () => ({
      titulo: bundle?.titulo ?? '',
      descripcion: bundle?.descripcion ?? '',
      cursos: bundle?.cursos.map(({ id }) => id) ?? [],
      precio: bundle?.precio?.toFixed(2) ?? '',
      moneda: bundle?.moneda ?? ('MXN' as const),
    }),
  });
  return (
    <FormDialog
      form={form}
      of={bundle ? `paquete-${bundle.id}` : 'paquete'}
      title={bundle ? t('bundles.editOf', { what: bundle.titulo }) : t('bundles.make')}
      send={t('bundles.save')}
      sending={t('bundles.saving')}
      onClose={onClose}
      failureText={(failure) => (toFailure(failure).code === 'VERSION_CONFLICT' ? t('bundles.conflict') : errorText(failure))}
      onSend={(body) =>
        // Saves over the present version: whoever saves after the form has shown another person's change intends to.
        save(() => (bundle ? edit({ id: bundle.id, body: command(body, { ifMatch: bundle.version }) }) : create(body)).unwrap(), {
          done: t(bundle ? 'bundles.saved' : 'bundles.made'),
          after: onClose,
        })
      }
    >
      {stale ? (
        <p role="status">
          {t('bundles.conflict')}{' '}
          {t('bundles.nowSays', {
            what: bundle.titulo,
            price: bundle.precio === null ? t('bundles.notSold') : money(bundle.precio, bundle.moneda),
            courses: bundle.cursos.map(({ nombre }) => nombre).join(' → '),
          })}
        </p>
      ) : null}
      <TextField name="titulo" label={t('bundles.name')} maxLength={120} required />
      <AreaField name="descripcion" label={t('bundles.about')} optional maxLength={4_000} />
      <CoursesField />
      <TextField name="precio" label={t('bundles.together')} hint={t('bundles.priceHint')} optional inputMode="decimal" />
      <ChoiceField name="moneda" label={t('bundles.currency')}>
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {t(`coupons.kinds.${currency}`)}
          </option>
        ))}
      </ChoiceField>
      {bundle ? <p className="muted">{t('bundles.kept')}</p> : null}
    </FormDialog>
  );
}

/** Courses in their order: add one at the end, move one, or remove one. */
function CoursesField() {
  const { t } = useTranslation('payments');
  const { watch, setValue, formState } = useFormContext<{ cursos: number[] }>();
  const chosen = watch('cursos');
  const courses = api.useListCoursesQuery({});
  const { list, keep } = useMoves();
  const put = (next: number[]) => setValue('cursos', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const nameOf = (id: number) => courses.data?.find((course) => course.id === id)?.nombre ?? String(id);
  const move = (index: number, by: -1 | 1) => {
    const next = [...chosen];
    const [one] = next.splice(index, 1);
    if (one === undefined || index + by < 0 || index + by > next.length) return;
    next.splice(index + by, 0, one);
    keep(one, by);
    put(next);
  };
  return (
    <div className="stack">
      <FieldFrame label={t('bundles.add')} hint={t('bundles.addHint')} error={formState.errors.cursos?.message}>
        {(control) => (
          <select
            {...control}
            value=""
            onChange={({ target }) => {
              if (target.value) put([...chosen, Number(target.value)]);
            }}
          >
            <option value="">{t('bundles.choose')}</option>
            {courses.data
              ?.filter(({ id }) => !chosen.includes(id))
              .map(({ id, nombre, precio, moneda }) => (
                <option key={id} value={id}>
                  {precio ? `${nombre} · ${money(precio, moneda)}` : nombre}
                </option>
              ))}
          </select>
        )}
      </FieldFrame>
      {chosen.length > 0 ? (
        <ol ref={list} className="bundle-chosen">
          {chosen.map((id, index) => (
            <li key={id}>
              <span lang="es">{nameOf(id)}</span>
              <MoveButtons
                id={id}
                index={index}
                total={chosen.length}
                labelOf={(by) => t(by < 0 ? 'bundles.up' : 'bundles.down', { what: nameOf(id) })}
                onMove={(by) => move(index, by)}
              />
              <button
                type="button"
                className="btn icon alt"
                aria-label={t('bundles.takeOut', { what: nameOf(id) })}
                onClick={() => put(chosen.filter((one) => one !== id))}
              >
                <IconX size={18} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
