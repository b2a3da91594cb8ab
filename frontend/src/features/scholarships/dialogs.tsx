import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ManagedCampaign } from '../../../../backend/api/contract/scholarships.ts';
import { api } from '../../api/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { DayField } from '../../ui/choice-fields.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './scholarships.css';
import './texts.ts';

const MOST = 1_000_000;
const MOST_OF_CODE = 50_000;
const wholeOf = (text: string): number => (/^[\d, ]+$/.test(text) ? Number(text.replace(/[, ]/g, '')) : Number.NaN);
/** A whole number, typed with or without separators. */
const whole = (most: number, message: string) =>
  z
    .string()
    .refine((text) => wholeOf(text) >= 1 && wholeOf(text) <= most, message)
    .transform(wholeOf);

function Reason() {
  const { t } = useTranslation('scholarships');
  return <TextField name="motivo" label={t('reason')} optional hint={t('reasonHint')} maxLength={500} />;
}

export function CampaignDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('scholarships');
  const [open] = api.useOpenCampaignMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        nombre: z.string().trim().min(1, t('error.required')),
        tope: whole(MOST, t('error.number', { most: formatNumber(MOST) })),
        motivo: z.string().trim(),
      }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ nombre: '', tope: '1,000,000', motivo: '' }) });
  return (
    <FormDialog
      form={form}
      of="campana"
      title={t('openTitle')}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={(campaign) => save(() => open(campaign).unwrap(), { done: t('opened'), after: onClose })}
    >
      <TextField name="nombre" label={t('name')} hint={t('nameHint')} maxLength={80} required />
      <TextField name="tope" label={t('cap')} hint={t('capHint')} inputMode="numeric" required />
      <Reason />
    </FormDialog>
  );
}

/** Creates a scholarship code of a campaign, and shows it. `leadId`: the contact who asked for it. */
export function CodeDialog({ campaign, leadId, onClose }: { campaign: ManagedCampaign; leadId: string | null; onClose: () => void }) {
  const { t } = useTranslation('scholarships');
  const lead = api.useGetLeadQuery(leadId ?? '', { skip: leadId === null });
  const courses = api.useListCoursesQuery({ todos: '1' });
  const [made, setMade] = useState<{ code: string; organisation: string } | null>(null);
  const [allot] = api.useAllotScholarshipsMutation();
  const { save } = useSave();
  const left = campaign.tope - campaign.repartidas;
  const asked = lead.data?.empresa ?? lead.data?.nombre ?? '';
  const schema = useMemo(
    () =>
      z.object({
        organizacion: z.string().trim().min(1, t('error.required')),
        becas: whole(MOST_OF_CODE, t('error.number', { most: formatNumber(Math.min(Math.max(left, 1), MOST_OF_CODE)) })),
        id_curso: z.string().transform((id) => (id === '' ? ('' as const) : Number(id))),
        vence: z.string(),
        motivo: z.string().trim(),
      }),
    [t, left],
  );
  const form = useForm({ schema, initial: () => ({ organizacion: asked, becas: '', id_curso: '', vence: '', motivo: '' }) });
  // The organisation is filled in once the contact is read; text typed meanwhile stays.
  const { getFieldState, setValue } = form;
  useEffect(() => {
    if (asked !== '' && !getFieldState('organizacion').isDirty) setValue('organizacion', asked);
  }, [asked, getFieldState, setValue]);
  const copy = () => copyText(made?.code ?? '', { done: t('copied'), failed: t('copyFailed') });
  if (made)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('made')}
        footer={
          <>
            <button type="button" className="btn alt" onClick={() => void copy()}>
              {t('copy')}
            </button>
            <button type="button" className="btn" onClick={onClose}>
              {t('ready')}
            </button>
          </>
        }
      >
        <p>{t('madeText', { organisation: made.organisation })}</p>
        <p className="mono scholarships-code" role="status">
          {made.code}
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      form={form}
      of={`codigo.${campaign.id}.${leadId ?? ''}`}
      title={t('makeTitle', { name: campaign.nombre })}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={(code) =>
        save(() => allot({ campanaId: campaign.id, body: { ...code, contacto: leadId ?? '' } }).unwrap(), {
          after: ({ codigo }) => setMade({ code: codigo, organisation: code.organizacion }),
        })
      }
    >
      {lead.data?.nombre ? <p className="muted">{t('fromLead', { name: lead.data.nombre })}</p> : null}
      <TextField name="organizacion" label={t('organisation')} maxLength={200} required />
      <TextField
        name="becas"
        label={t('grants')}
        hint={t('grantsHint', { count: left, left: formatNumber(left) })}
        inputMode="numeric"
        required
      />
      <ChoiceField name="id_curso" label={t('course')} hint={courses.error ? t('courseFailed') : undefined}>
        <option value="">{t('anyCourse')}</option>
        {courses.data
          ?.filter(({ estado, archivado }) => estado === 1 && !archivado)
          .map((course) => (
            <option key={course.id} value={course.id}>
              {course.nombre}
            </option>
          ))}
      </ChoiceField>
      <DayField name="vence" label={t('expires')} optional hint={t('expiresHint')} />
      <Reason />
    </FormDialog>
  );
}
