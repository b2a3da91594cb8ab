import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ManagedSchool } from '../../../../backend/api/contract/site.ts';
import { weekdayName } from '../../lib/dates.ts';
import { zoneName } from '../../lib/zone-name.ts';
import { TimeOfDayField } from '../../ui/choice-fields.tsx';
import { AreaField, CheckField, TextField } from '../../ui/form-fields.tsx';
import { ImageField } from './image-input.tsx';
import type { SchoolValues } from './school-form.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const MOST_NETWORKS = 10;

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="card stack site-group">
      <legend>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  );
}

export function Identity({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const { t } = useTranslation('siteAdmin');
  const color = useWatch<SchoolValues, 'color'>({ name: 'color' });
  return (
    <Group title={t('school.identity')}>
      <TextField name="nombre" label={t('field.nombre')} maxLength={200} required />
      <ImageField name="logo" label={t('field.logo')} called={t('image.logo')} max={2_000} onBusy={onBusy} />
      <TextField
        name="color"
        label={t('field.color')}
        optional
        maxLength={7}
        hint={
          <span className="row">
            {color && /^#[0-9a-f]{6}$/i.test(color) ? (
              <span className="site-sample" style={{ background: color }} aria-hidden="true" />
            ) : null}
            {t('hint.color')}
          </span>
        }
      />
    </Group>
  );
}

export function Contact() {
  const { t } = useTranslation('siteAdmin');
  return (
    <Group title={t('school.contact')}>
      <TextField name="correo" label={t('field.correo')} maxLength={200} required />
      <TextField name="telefono" label={t('field.telefono')} optional maxLength={40} />
      <TextField name="direccion" label={t('field.direccion')} optional maxLength={200} />
      <TextField name="mensajeria" label={t('field.mensajeria')} optional maxLength={2_000} />
      <TextField name="servidor" label={t('field.servidor')} optional hint={t('hint.servidor')} maxLength={2_000} />
    </Group>
  );
}

export function Hours({ zone }: { zone: string }) {
  const { t } = useTranslation('siteAdmin');
  return (
    <Group title={t('school.hours')}>
      <Controller<SchoolValues, 'horario.dias'>
        name="horario.dias"
        render={({ field, fieldState }) => (
          <fieldset name={field.name} className="options site-days" aria-invalid={fieldState.invalid ? true : undefined}>
            <legend className="field-label">{t('school.days')}</legend>
            {weekdays.map((day) => (
              <label key={day} className="row">
                <input
                  type="checkbox"
                  checked={field.value?.includes(day) ?? false}
                  onChange={(event) =>
                    field.onChange(weekdays.filter((one) => (one === day ? event.target.checked : (field.value?.includes(one) ?? false))))
                  }
                />
                <span>{weekdayName(day)}</span>
              </label>
            ))}
            <p className="field-error" role={fieldState.invalid ? 'alert' : undefined}>
              {fieldState.error?.message}
            </p>
          </fieldset>
        )}
      />
      <div className="site-pair">
        <TimeOfDayField name="horario.abre" label={t('field.horario_abre')} />
        <TimeOfDayField name="horario.cierra" label={t('field.horario_cierra')} />
      </div>
      <p className="muted">{t('school.zone', { zone: zoneName(zone) })}</p>
    </Group>
  );
}

export function Socials() {
  const { t } = useTranslation('siteAdmin');
  const { fields, append, remove } = useFieldArray<SchoolValues, 'redes'>({ name: 'redes' });
  return (
    <Group title={t('school.socials')}>
      {fields.map(({ id }, index) => (
        <div key={id} className="site-network">
          <TextField name={`redes.${index}.nombre`} label={t('school.socialName', { number: index + 1 })} maxLength={200} required />
          <TextField name={`redes.${index}.enlace`} label={t('school.socialLink', { number: index + 1 })} maxLength={2_000} required />
          <button
            data-writes
            type="button"
            className="btn icon ghost"
            aria-label={t('school.removeSocial', { number: index + 1 })}
            onClick={() => remove(index)}
          >
            <IconTrash size={18} aria-hidden="true" />
          </button>
        </div>
      ))}
      {fields.length < MOST_NETWORKS ? (
        <button data-writes type="button" className="btn alt" onClick={() => append({ nombre: '', enlace: '' })}>
          <IconPlus size={18} aria-hidden="true" />
          {t('school.addSocial')}
        </button>
      ) : null}
    </Group>
  );
}

export function Mission() {
  const { t } = useTranslation('siteAdmin');
  return (
    <Group title={t('school.mission')}>
      <AreaField name="mision.texto" label={t('field.mision_texto')} lang="es" maxLength={4_000} required />
      <TextField name="mision.autor" label={t('field.mision_autor')} lang="es" maxLength={200} required />
    </Group>
  );
}

/** `before`: the school's present video, restored where it is removed and then wanted again. */
export function Video({ before }: { before: ManagedSchool['video'] }) {
  const { t } = useTranslation('siteAdmin');
  const { setValue } = useFormContext<SchoolValues>();
  const video = useWatch<SchoolValues, 'video'>({ name: 'video' });
  return (
    <Group title={t('school.video')}>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={video !== null}
          onChange={(event) => setValue('video', event.target.checked ? (before ?? { enlace: '', titulo: '', subtitulos: true }) : null)}
        />
        <span>{t('school.withVideo')}</span>
      </label>
      {video ? (
        <>
          <TextField name="video.enlace" label={t('field.video_enlace')} maxLength={2_000} required />
          <TextField name="video.titulo" label={t('field.video_titulo')} lang="es" maxLength={200} required />
          <CheckField name="video.subtitulos" label={t('field.video_subtitulos')} />
        </>
      ) : null}
    </Group>
  );
}
