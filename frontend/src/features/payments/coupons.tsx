import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import { currencies } from '../../../../backend/api/contract/choices.ts';
import type { CouponRecord } from '../../../../backend/api/contract/coupons.ts';
import { api } from '../../api/api.ts';
import { formatDay } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { DayField } from '../../ui/choice-fields.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const tones: Record<CouponRecord['estado'], Tone> = {
  ...{ vigente: 'ok', programado: 'now', vencido: 'empty', agotado: 'neutral', terminado: 'empty' },
};

/** Coupons: what each takes off, where it applies, and how many purchases used it. */
export function Coupons() {
  const { t } = useTranslation('payments');
  const cursor = usePageCursor('cupones');
  const list = api.useListCouponsQuery({ ...(cursor && { cursor }) });
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<CouponRecord | null>(null);
  const [end] = api.useEndCouponMutation();
  const { save } = useSave();
  const columns: readonly Column<CouponRecord>[] = [
    { id: 'cupon', label: t('coupons.columns.code'), head: true, cell: ({ codigo }) => <span className="mono">{codigo}</span> },
    {
      id: 'descuento',
      label: t('coupons.columns.discount'),
      cell: ({ tipo, valor, moneda }) => (tipo === 'porcentaje' || moneda === null ? formatPercent(valor) : money(valor, moneda)),
    },
    {
      id: 'alcance',
      label: t('coupons.columns.scope'),
      cell: ({ alcance, cursos }) =>
        cursos.length > 0 ? (
          <span lang="es">{cursos.map(({ nombre, id }) => nombre ?? String(id)).join(', ')}</span>
        ) : (
          t(`coupons.scopes.${alcance}`)
        ),
    },
    {
      id: 'usados',
      label: t('coupons.columns.used'),
      numeric: true,
      cell: ({ usados, limite, apartados, descontado }) => (
        <>
          {limite === null ? formatNumber(usados) : t('coupons.usedOf', { used: formatNumber(usados), limit: formatNumber(limite) })}
          {apartados > 0 ? <span className="muted table-note">{t('coupons.held', { count: apartados })}</span> : null}
          {descontado.map(({ moneda, total }) => (
            <span key={moneda} className="muted table-note">
              {t('coupons.given', { amount: money(total, moneda) })}
            </span>
          ))}
        </>
      ),
    },
    {
      id: 'fechas',
      label: t('coupons.columns.days'),
      cell: ({ desde, hasta }) =>
        desde && hasta
          ? t('coupons.fromTo', { from: formatDay(desde), to: formatDay(hasta) })
          : desde
            ? t('coupons.from', { from: formatDay(desde) })
            : hasta
              ? t('coupons.to', { to: formatDay(hasta) })
              : t('coupons.always'),
    },
    {
      id: 'estado',
      label: t('columns.state'),
      cell: ({ estado }) => <StatusTag tone={tones[estado]}>{t(`coupons.states.${estado}`)}</StatusTag>,
    },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (coupon) => (
        <span className="row">
          {coupon.estado === 'vigente' || coupon.estado === 'programado' ? (
            <button
              data-writes
              type="button"
              className="btn alt"
              aria-haspopup="dialog"
              aria-label={t('coupons.endOf', { code: coupon.codigo })}
              onClick={() => setEnding(coupon)}
            >
              {t('coupons.end')}
            </button>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <div className="stack">
      <p className="row payment-tools">
        <span className="muted">{t('coupons.lead')}</span>
        <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setMaking(true)}>
          <IconPlus size={18} aria-hidden="true" />
          {t('coupons.make')}
        </button>
      </p>
      <DataTable
        caption={t('coupons.title')}
        name="cupones"
        columns={columns}
        rows={list.data?.cupones}
        next={list.data?.siguiente ?? null}
        rowId={({ codigo }) => codigo}
        query={list}
        failed={t('coupons.failed')}
        bones={4}
        flash={({ usados, apartados }) => `${usados}-${apartados}`}
        empty={<Empty title={t('coupons.none')}>{t('coupons.noneText')}</Empty>}
      />
      {making ? <CouponDialog onClose={() => setMaking(false)} /> : null}
      <Confirm
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={t('coupons.endTitle', { code: ending?.codigo ?? '' })}
        confirmLabel={t('coupons.end')}
        danger
        reason={{ required: true }}
        onConfirm={(motivo) => save(() => end({ codigo: ending?.codigo ?? '', body: { motivo } }).unwrap(), { done: t('coupons.ended') })}
      >
        <p>{t('coupons.endText')}</p>
      </Confirm>
    </div>
  );
}

function CouponDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('payments');
  const [create] = api.useCreateCouponMutation();
  const courses = api.useListCoursesQuery({ todos: '1' });
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        codigo: z.string().trim().min(1, t('coupons.error.code')),
        tipo: z.enum(['porcentaje', ...currencies]),
        valor: z
          .string()
          .refine((text) => (amountOf(text) ?? 0) > 0, t('coupons.error.value'))
          .transform((text) => amountOf(text) ?? 0),
        /** Where the coupon applies: a scope, or the number of one course. */
        alcance: z.string(),
        limite: z
          .string()
          .trim()
          .refine((text) => text === '' || (Number.isInteger(amountOf(text)) && amountOf(text) !== 0), t('coupons.error.limit'))
          .transform((text) => amountOf(text) ?? ('' as const)),
        desde: z.string(),
        hasta: z.string(),
        motivo: z.string().trim().min(1, t('coupons.error.why')),
      }),
    [t],
  );
  const form = useForm({
    schema,
    initial: () => ({ codigo: '', tipo: 'porcentaje' as const, valor: '', alcance: 'todo', limite: '', desde: '', hasta: '', motivo: '' }),
  });
  return (
    <FormDialog
      form={form}
      of="cupon"
      title={t('coupons.make')}
      send={t('coupons.save')}
      sending={t('coupons.saving')}
      onClose={onClose}
      onSend={({ tipo, alcance, ...rest }) => {
        const course = /^\d+$/.test(alcance) ? [Number(alcance)] : [];
        return save(
          () =>
            create({
              ...rest,
              tipo: tipo === 'porcentaje' ? 'porcentaje' : 'monto',
              ...(tipo !== 'porcentaje' && { moneda: tipo }),
              alcance: alcance === 'todo' || alcance === 'premium' ? alcance : 'cursos',
              cursos: course,
            }).unwrap(),
          { done: t('coupons.made'), after: onClose },
        );
      }}
    >
      <TextField
        name="codigo"
        label={t('coupons.columns.code')}
        hint={t('coupons.codeHint')}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <ChoiceField name="tipo" label={t('coupons.kind')}>
        <option value="porcentaje">{t('coupons.kinds.percent')}</option>
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {t(`coupons.kinds.${currency}`)}
          </option>
        ))}
      </ChoiceField>
      <TextField name="valor" label={t('coupons.value')} hint={t('coupons.valueHint')} inputMode="decimal" required />
      <ChoiceField name="alcance" label={t('coupons.columns.scope')}>
        <option value="todo">{t('coupons.scopes.todo')}</option>
        <option value="premium">{t('coupons.scopes.premium')}</option>
        <option value="cursos">{t('coupons.scopes.cursos')}</option>
        {courses.data
          ?.filter(({ estado, archivado }) => estado === 1 && !archivado)
          .map((course) => (
            <option key={course.id} value={course.id}>
              {t('coupons.onlyCourse', { course: course.nombre })}
            </option>
          ))}
      </ChoiceField>
      <TextField name="limite" label={t('coupons.limit')} optional hint={t('coupons.limitHint')} inputMode="numeric" />
      <DayField name="desde" label={t('coupons.first')} optional />
      <DayField name="hasta" label={t('coupons.last')} optional />
      <TextField name="motivo" label={t('why')} hint={t('coupons.whyHint')} maxLength={500} required />
    </FormDialog>
  );
}
