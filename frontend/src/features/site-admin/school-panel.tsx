import { IconHistory, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedSchool } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import type { ArgOf } from '../../lib/calls.ts';
import { weekdayName } from '../../lib/dates.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { textOfField, toFailure, useErrorText } from '../../ui/error-text.ts';
import { useSave } from '../../ui/use-save.ts';
import { addressProblem, type FieldError } from './fields.ts';
import { HistoryDialog, type HistoryOf } from './history.tsx';
import { ImageInput } from './image-input.tsx';
import { focusFirstError, Input } from './input.tsx';
import './site-admin.css';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

type Part = keyof ManagedSchool;
interface Draft {
  /** Only what somebody touched. */
  touched: Partial<ManagedSchool>;
  motivo: string;
}
/** Zones that have a name of their own here. */
const zones = [
  'America/Tijuana',
  'America/Hermosillo',
  'America/Mazatlan',
  'America/Ciudad_Juarez',
  'America/Chihuahua',
  'America/Monterrey',
  'America/Mexico_City',
  'America/Cancun',
] as const;
/** As people call it; a zone from elsewhere by what its hour is called. */
const useZoneName = () => {
  const { t, i18n } = useTranslation('siteAdmin');
  return (zone: string): string => {
    const known = zones.find((one) => one === zone);
    if (known) return t(`zone.${known}`);
    const parts = new Intl.DateTimeFormat(i18n.language, { timeZone: zone, timeZoneName: 'long' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  };
};
const required = (value: string): FieldError | undefined => (value.trim() === '' ? 'required' : undefined);

/** What is wrong, by the path that the API would name. */
export function schoolProblems(school: ManagedSchool): Record<string, FieldError | 'color' | 'email' | 'hours'> {
  const { horario, mision, video, redes } = school;
  const found: [string, FieldError | 'color' | 'email' | 'hours' | undefined][] = [
    ['nombre', required(school.nombre)],
    ['logo', addressProblem(school.logo ?? '')],
    ['color', school.color && !/^#[0-9a-f]{6}$/i.test(school.color) ? 'color' : undefined],
    ['correo', required(school.correo) ?? (/^[^\s@]+@[^\s@]+$/.test(school.correo.trim()) ? undefined : 'email')],
    ['mensajeria', addressProblem(school.mensajeria ?? '')],
    ['servidor', addressProblem(school.servidor ?? '')],
    ['horario.dias', horario.dias.length === 0 ? 'required' : undefined],
    ['horario.cierra', horario.abre < horario.cierra ? undefined : 'hours'],
    ['mision.texto', required(mision.texto)],
    ['mision.autor', required(mision.autor)],
    ...redes.flatMap(({ nombre, enlace }, index): [string, FieldError | undefined][] => [
      [`redes.${index}.nombre`, required(nombre)],
      [`redes.${index}.enlace`, required(enlace) ?? addressProblem(enlace)],
    ]),
    ...(video
      ? ([
          ['video.enlace', required(video.enlace) ?? addressProblem(video.enlace)],
          ['video.titulo', required(video.titulo)],
        ] as [string, FieldError | undefined][])
      : []),
  ];
  return Object.fromEntries(found.flatMap(([path, problem]) => (problem ? [[path, problem]] : [])));
}

/** The school's own data. Only what was touched is sent, so that two people who change different things lose nothing. */
export function SchoolPanel({ school }: { school: ManagedSchool }) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const zoneName = useZoneName();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { value: draft, restored, change, forget } = useDraft<Draft>('sitio.escuela', () => ({ touched: {}, motivo: '' }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const [uploading, setUploading] = useState(false);
  const [changeSchool] = api.useChangeSchoolMutation();
  const { save, busy } = useSave();
  const is: ManagedSchool = { ...school, ...draft.touched };
  const put = <P extends Part>(part: P, value: ManagedSchool[P]) => {
    change({ ...draft, touched: { ...draft.touched, [part]: value } });
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path.split('.')[0] !== part && path !== 'form')));
  };
  const submit = async () => {
    const { touched } = draft;
    const motivo = draft.motivo.trim();
    if (Object.keys(touched).length === 0) return setErrors({ form: t('school.nothing') });
    const problems = schoolProblems(is);
    const found = Object.fromEntries(Object.entries(problems).map(([path, problem]) => [path, t(`error.${problem}`)]));
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    try {
      await save(() => changeSchool({ ...(touched as ArgOf<'changeSchool'>), ...(motivo && { motivo }) }).unwrap(), {
        done: t('done.saved'),
        after: () => forget({ touched: {}, motivo: '' }),
      });
    } catch (failure) {
      const { fields } = toFailure(failure);
      setErrors(
        fields.length > 0
          ? Object.fromEntries(fields.map((field) => [field.path, textOfField(field) || t('error.invalid')]))
          : { form: errorText(failure) },
      );
      focusFirstError(form.current);
    }
  };
  const orNull = (value: string): string | null => (value === '' ? null : value);
  const group = (title: string, children: React.ReactNode) => (
    <fieldset className="card stack site-group">
      <legend>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  );

  return (
    <section className="stack" aria-label={t('section.escuela')}>
      <div className="site-panel-head">
        <span />
        <button type="button" className="btn alt" onClick={() => setHistory({ of: 'school', name: t('section.escuela') })}>
          <IconHistory size={18} aria-hidden="true" />
          {t('history.title')}
        </button>
      </div>
      {restored && Object.keys(draft.touched).length > 0 ? (
        <p className="site-notice">
          {t('draft')}{' '}
          <button type="button" className="link" onClick={() => forget({ touched: {}, motivo: '' })}>
            {t('discard')}
          </button>
        </p>
      ) : null}
      <form
        id={`${id}-form`}
        ref={form}
        data-draft="own"
        noValidate
        className="site-school"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {group(
          t('school.identity'),
          <>
            <Input label={t('field.nombre')} value={is.nombre} max={200} error={errors.nombre} onChange={(value) => put('nombre', value)} />
            <ImageInput
              label={t('field.logo')}
              name={t('image.logo')}
              value={is.logo ?? ''}
              max={2_000}
              error={errors.logo}
              onChange={(value) => put('logo', orNull(value))}
              onBusy={setUploading}
            />
            <Input
              label={t('field.color')}
              optional
              hint={
                <span className="row">
                  {is.color && /^#[0-9a-f]{6}$/i.test(is.color) ? (
                    <span className="site-sample" style={{ background: is.color }} aria-hidden="true" />
                  ) : null}
                  {t('hint.color')}
                </span>
              }
              value={is.color ?? ''}
              max={7}
              error={errors.color}
              onChange={(value) => put('color', orNull(value))}
            />
          </>,
        )}
        {group(
          t('school.contact'),
          <>
            <Input label={t('field.correo')} value={is.correo} max={200} error={errors.correo} onChange={(value) => put('correo', value)} />
            <Input
              label={t('field.telefono')}
              optional
              value={is.telefono ?? ''}
              max={40}
              error={errors.telefono}
              onChange={(value) => put('telefono', orNull(value))}
            />
            <Input
              label={t('field.direccion')}
              optional
              value={is.direccion ?? ''}
              max={200}
              error={errors.direccion}
              onChange={(value) => put('direccion', orNull(value))}
            />
            <Input
              label={t('field.mensajeria')}
              optional
              value={is.mensajeria ?? ''}
              max={2_000}
              error={errors.mensajeria}
              onChange={(value) => put('mensajeria', orNull(value))}
            />
            <Input
              label={t('field.servidor')}
              optional
              hint={t('hint.servidor')}
              value={is.servidor ?? ''}
              max={2_000}
              error={errors.servidor}
              onChange={(value) => put('servidor', orNull(value))}
            />
          </>,
        )}
        {group(
          t('school.hours'),
          <>
            <fieldset className="site-days" aria-invalid={errors['horario.dias'] ? true : undefined} tabIndex={-1}>
              <legend className="field-label">{t('school.days')}</legend>
              {weekdays.map((day) => (
                <label key={day} className="checkbox">
                  <input
                    type="checkbox"
                    checked={is.horario.dias.includes(day)}
                    onChange={(event) =>
                      put('horario', {
                        ...is.horario,
                        dias: weekdays.filter((one) => (one === day ? event.target.checked : is.horario.dias.includes(one))),
                      })
                    }
                  />
                  <span>{weekdayName(day)}</span>
                </label>
              ))}
              <p className="field-error" role={errors['horario.dias'] ? 'alert' : undefined}>
                {errors['horario.dias']}
              </p>
            </fieldset>
            <div className="site-pair">
              <Input
                label={t('field.horario_abre')}
                kind="time"
                value={is.horario.abre}
                error={errors['horario.abre']}
                onChange={(abre) => put('horario', { ...is.horario, abre })}
              />
              <Input
                label={t('field.horario_cierra')}
                kind="time"
                value={is.horario.cierra}
                error={errors['horario.cierra']}
                onChange={(cierra) => put('horario', { ...is.horario, cierra })}
              />
            </div>
            <p className="muted">{t('school.zone', { zone: zoneName(is.zona) })}</p>
          </>,
        )}
        {group(
          t('school.socials'),
          <>
            {is.redes.map((red, index) => {
              const number = index + 1;
              const each = (part: Partial<(typeof is.redes)[number]>) =>
                put(
                  'redes',
                  is.redes.map((one, at) => (at === index ? { ...one, ...part } : one)),
                );
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a network has no identity but its place while it is written
                <div key={index} className="site-network">
                  <Input
                    label={t('school.socialName', { number })}
                    value={red.nombre}
                    max={200}
                    error={errors[`redes.${index}.nombre`]}
                    onChange={(nombre) => each({ nombre })}
                  />
                  <Input
                    label={t('school.socialLink', { number })}
                    value={red.enlace}
                    max={2_000}
                    error={errors[`redes.${index}.enlace`]}
                    onChange={(enlace) => each({ enlace })}
                  />
                  <button
                    type="button"
                    className="btn icon ghost"
                    aria-label={t('school.removeSocial', { number })}
                    onClick={() =>
                      put(
                        'redes',
                        is.redes.filter((_, at) => at !== index),
                      )
                    }
                  >
                    <IconTrash size={18} aria-hidden="true" />
                  </button>
                </div>
              );
            })}
            {is.redes.length < 10 ? (
              <button type="button" className="btn alt" onClick={() => put('redes', [...is.redes, { nombre: '', enlace: '' }])}>
                <IconPlus size={18} aria-hidden="true" />
                {t('school.addSocial')}
              </button>
            ) : null}
          </>,
        )}
        {group(
          t('school.mission'),
          <>
            <Input
              label={t('field.mision_texto')}
              lang="es"
              kind="area"
              value={is.mision.texto}
              max={4_000}
              error={errors['mision.texto']}
              onChange={(texto) => put('mision', { ...is.mision, texto })}
            />
            <Input
              label={t('field.mision_autor')}
              lang="es"
              value={is.mision.autor}
              max={200}
              error={errors['mision.autor']}
              onChange={(autor) => put('mision', { ...is.mision, autor })}
            />
          </>,
        )}
        {group(
          t('school.video'),
          <>
            <label className="checkbox">
              <input
                type="checkbox"
                checked={is.video !== null}
                onChange={(event) =>
                  put('video', event.target.checked ? (school.video ?? { enlace: '', titulo: '', subtitulos: true }) : null)
                }
              />
              <span>{t('school.withVideo')}</span>
            </label>
            {is.video ? (
              <>
                <Input
                  label={t('field.video_enlace')}
                  value={is.video.enlace}
                  max={2_000}
                  error={errors['video.enlace']}
                  onChange={(enlace) => is.video && put('video', { ...is.video, enlace })}
                />
                <Input
                  label={t('field.video_titulo')}
                  lang="es"
                  value={is.video.titulo}
                  max={200}
                  error={errors['video.titulo']}
                  onChange={(titulo) => is.video && put('video', { ...is.video, titulo })}
                />
                <label className="checkbox">
                  <input
                    type="checkbox"
                    checked={is.video.subtitulos}
                    onChange={(event) => is.video && put('video', { ...is.video, subtitulos: event.target.checked })}
                  />
                  <span>{t('field.video_subtitulos')}</span>
                </label>
              </>
            ) : null}
          </>,
        )}
        <div className="card stack site-save">
          <Input
            label={t('reason')}
            optional
            hint={t('reasonHint')}
            max={500}
            value={draft.motivo}
            error={errors.motivo}
            onChange={(motivo) => {
              change({ ...draft, motivo });
              setErrors(({ motivo: _, ...rest }) => rest);
            }}
          />
          {errors.form ? (
            <p className="field-error" role="alert">
              {errors.form}
            </p>
          ) : null}
          <button type="submit" className="btn" disabled={busy || uploading} aria-busy={busy}>
            {t(busy ? 'saving' : 'save')}
          </button>
        </div>
      </form>
      <HistoryDialog of={history} onClose={() => setHistory(null)} />
    </section>
  );
}
