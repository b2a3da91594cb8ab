import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedCampaign } from '../../../../backend/api/contract/scholarships.ts';
import { asApiError } from '../../api/base.ts';
import { feed } from '../../api/feed.ts';
import { useAllotScholarshipsMutation, useGetLeadQuery, useListCoursesQuery, useOpenCampaignMutation } from '../../api/generated.ts';
import { formatNumber } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import './scholarships.css';
import './texts.ts';

const MOST = 1_000_000;
const MOST_OF_CODE = 50_000;
const wholeOf = (text: string): number => (/^[\d, ]+$/.test(text) ? Number(text.replace(/[, ]/g, '')) : Number.NaN);
type Errors = Readonly<Record<string, string>>;

interface FrameProps {
  title: string;
  /** What the form is of. */
  of: string;
  busy: boolean;
  error: string | undefined;
  onClose: () => void;
  onSubmit: (form: HTMLElement | null) => void;
  children: React.ReactNode;
}
function FormDialog({ title, of, busy, error, onClose, onSubmit, children }: FrameProps) {
  const { t } = useTranslation('scholarships');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={title}
      footer={
        <button type="submit" form={`${id}-form`} className="btn" disabled={busy} aria-busy={busy}>
          {t(busy ? 'saving' : 'save')}
        </button>
      }
    >
      <form
        id={`${id}-form`}
        ref={form}
        data-draft={of}
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(form.current);
        }}
      >
        {children}
        {error ? (
          <p className="campo-error" role="alert">
            {error}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
const focusFirst = (form: HTMLElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

export function CampaignDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('scholarships');
  const errorText = useErrorText();
  const [draft, setDraft] = useState({ nombre: '', tope: '1,000,000', motivo: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [open, { isLoading }] = useOpenCampaignMutation();
  const put = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
  };
  const submit = async (form: HTMLElement | null) => {
    const tope = wholeOf(draft.tope);
    const found = {
      ...(draft.nombre.trim() === '' && { nombre: t('error.required') }),
      ...(!(tope >= 1 && tope <= MOST) && { tope: t('error.number', { most: formatNumber(MOST) }) }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirst(form);
    const motivo = draft.motivo.trim();
    try {
      await open({ nombre: draft.nombre.trim(), tope, ...(motivo && { motivo }) }).unwrap();
      await feed().caughtUp(3_000);
      notify.success(t('opened'));
      onClose();
    } catch (failure) {
      setErrors({ form: errorText(failure) });
    }
  };
  return (
    <FormDialog
      title={t('openTitle')}
      of="campana"
      busy={isLoading}
      error={errors.form}
      onClose={onClose}
      onSubmit={(form) => void submit(form)}
    >
      <Field
        label={t('name')}
        value={draft.nombre}
        maxLength={200}
        required
        error={errors.nombre}
        onChange={(event) => put({ nombre: event.target.value })}
      />
      <Field
        label={t('cap')}
        hint={t('capHint')}
        inputMode="numeric"
        value={draft.tope}
        required
        error={errors.tope}
        onChange={(event) => put({ tope: event.target.value })}
      />
      <Field
        label={t('reason')}
        optional={t('optional')}
        hint={t('reasonHint')}
        maxLength={500}
        value={draft.motivo}
        onChange={(event) => put({ motivo: event.target.value })}
      />
    </FormDialog>
  );
}

/** Makes a code of a campaign, and shows it to be handed over. `leadId`: the contact who asked for it. */
export function CodeDialog({ campaign, leadId, onClose }: { campaign: ManagedCampaign; leadId: string | null; onClose: () => void }) {
  const { t } = useTranslation('scholarships');
  const errorText = useErrorText();
  const id = useId();
  const lead = useGetLeadQuery(leadId ?? '', { skip: leadId === null });
  const courses = useListCoursesQuery({ todos: '1' });
  const [draft, setDraft] = useState({ organizacion: null as string | null, becas: '', id_curso: '', vence: '', motivo: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [made, setMade] = useState<{ code: string; organisation: string } | null>(null);
  const [allot, { isLoading }] = useAllotScholarshipsMutation();
  const left = campaign.tope - campaign.repartidas;
  const organisation = draft.organizacion ?? lead.data?.empresa ?? lead.data?.nombre ?? '';
  const put = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
  };
  const submit = async (form: HTMLElement | null) => {
    const becas = wholeOf(draft.becas);
    const found = {
      ...(organisation.trim() === '' && { organizacion: t('error.required') }),
      ...(!(becas >= 1 && becas <= MOST_OF_CODE) && {
        becas: t('error.number', { most: formatNumber(Math.min(Math.max(left, 1), MOST_OF_CODE)) }),
      }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirst(form);
    const motivo = draft.motivo.trim();
    try {
      const { codigo } = await allot({
        campanaId: campaign.id,
        body: {
          organizacion: organisation.trim(),
          becas,
          ...(draft.id_curso && { id_curso: Number(draft.id_curso) }),
          ...(draft.vence && { vence: draft.vence }),
          ...(leadId !== null && { contacto: leadId }),
          ...(motivo && { motivo }),
        },
      }).unwrap();
      setMade({ code: codigo, organisation: organisation.trim() });
      void feed().caughtUp(3_000);
    } catch (failure) {
      setErrors(asApiError(failure).code === 'CAMPAIGN_CAP' ? { becas: errorText(failure) } : { form: errorText(failure) });
      focusFirst(form);
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made?.code ?? '');
      notify.success(t('copied'));
    } catch {
      notify.info(t('copyFailed'));
    }
  };
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
        <p className="mono becas-codigo" role="status">
          {made.code}
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title={t('makeTitle', { name: campaign.nombre })}
      of={`codigo.${campaign.id}.${leadId ?? ''}`}
      busy={isLoading}
      error={errors.form}
      onClose={onClose}
      onSubmit={(form) => void submit(form)}
    >
      {lead.data?.nombre ? <p className="muted">{t('fromLead', { name: lead.data.nombre })}</p> : null}
      <Field
        label={t('organisation')}
        value={organisation}
        maxLength={200}
        required
        error={errors.organizacion}
        onChange={(event) => put({ organizacion: event.target.value })}
      />
      <Field
        label={t('grants')}
        hint={t('grantsHint', { count: left, left: formatNumber(left) })}
        inputMode="numeric"
        value={draft.becas}
        required
        error={errors.becas}
        onChange={(event) => put({ becas: event.target.value })}
      />
      <div className="campo">
        <label className="campo-etiqueta" htmlFor={`${id}-curso`}>
          {t('course')}
        </label>
        <select id={`${id}-curso`} className="entrada" value={draft.id_curso} onChange={(event) => put({ id_curso: event.target.value })}>
          <option value="">{t('anyCourse')}</option>
          {courses.data
            ?.filter(({ estado, archivado }) => estado === 1 && !archivado)
            .map((course) => (
              <option key={course.id} value={course.id}>
                {course.nombre}
              </option>
            ))}
        </select>
        {courses.error ? <p className="campo-nota">{t('courseFailed')}</p> : null}
      </div>
      <Field
        label={t('expires')}
        optional={t('optional')}
        hint={t('expiresHint')}
        type="date"
        value={draft.vence}
        error={errors.vence}
        onChange={(event) => put({ vence: event.target.value })}
      />
      <Field
        label={t('reason')}
        optional={t('optional')}
        hint={t('reasonHint')}
        maxLength={500}
        value={draft.motivo}
        onChange={(event) => put({ motivo: event.target.value })}
      />
    </FormDialog>
  );
}
