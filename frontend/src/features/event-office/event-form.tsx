import './texts.ts';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ManagedWebinar } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import '../../domain/live-event/texts.ts';
import { webinarKinds } from '../../../../backend/api/contract/choices.ts';
import { role } from '../../lib/roles.ts';
import { useSchool } from '../../lib/school.ts';
import { useSessionUser } from '../../lib/session.ts';
import { zoneName } from '../../lib/zone-name.ts';
import { command } from '../../live/live.ts';
import { DayField, TimeOfDayField } from '../../ui/choice-fields.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField, ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';

const MINUTES = { least: 10, most: 720 };
const SEATS = { least: 1, most: 5_000 };

/** Plans a live event, or (`event`) changes one. */
export function EventForm({ event, onClose }: { event: ManagedWebinar | null; onClose: () => void }) {
  const { t } = useTranslation(['eventOffice', 'liveEvent']);
  const me = useSessionUser();
  const isAdmin = me.user_role === role.admin;
  const { zona } = useSchool();
  const instructors = api.useInstructorsQuery(undefined, { skip: !isAdmin });
  const [schedule] = api.useScheduleWebinarMutation();
  const [edit] = api.useEditWebinarMutation();
  const { save } = useSave();
  const schema = useMemo(() => {
    const required = z.string().trim().min(1, t('required'));
    const whole = (bounds: typeof SEATS) =>
      z
        .string()
        .refine((text) => /^\d{1,5}$/.test(text.trim()) && Number(text) >= bounds.least && Number(text) <= bounds.most, t('number', bounds))
        .transform(Number);
    return z.object({
      titulo: required,
      descripcion: required,
      tipo: z.enum(webinarKinds),
      fecha: required,
      hora: required,
      duracion: whole(MINUTES),
      cupo: whole(SEATS),
      id_instructor: required.transform(Number),
      lugar: z.string().trim(),
      enlace: z.string().trim(),
      solo_premium: z.boolean(),
      avisar: z.boolean(),
    });
  }, [t]);
  const form = useForm({
    schema,
    initial: () => ({
      titulo: event?.titulo ?? '',
      descripcion: event?.descripcion ?? '',
      tipo: event?.tipo ?? ('webinar' as const),
      fecha: event?.fecha ?? '',
      hora: event?.hora ?? '',
      duracion: String(event?.duracion ?? 60),
      cupo: String(event?.cupo ?? 50),
      id_instructor: isAdmin ? String(event?.id_instructor ?? '') : String(me.id),
      lugar: event?.lugar ?? '',
      enlace: event?.enlace ?? '',
      solo_premium: event?.solo_premium ?? false,
      avisar: (event?.inscritos ?? 0) > 0,
    }),
  });
  const known = instructors.data?.data ?? [];
  const [fecha, hora, duracion, host] = useWatch({ control: form.control, name: ['fecha', 'hora', 'duracion', 'id_instructor'] });
  return (
    <FormDialog
      form={form}
      of={`evento.${event?.id ?? 'nuevo'}`}
      side="right"
      title={event ? t('editTitle', { name: event.titulo }) : t('createTitle')}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={({ avisar, lugar, enlace, ...plan }) => {
        const body = { ...plan, lugar: lugar || null, enlace: enlace || null };
        return event
          ? save(() => edit({ webinarId: event.id, body: command({ ...body, avisar }, { ifMatch: event.version }) }).unwrap(), {
              done: t('saved'),
              after: onClose,
            })
          : save(() => schedule(body).unwrap(), { done: t('created'), after: onClose });
      }}
    >
      <TextField name="titulo" label={t('field.title')} maxLength={200} required />
      <AreaField name="descripcion" label={t('field.description')} maxLength={5_000} rows={5} required />
      <ChoiceField name="tipo" label={t('field.kind')}>
        {webinarKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`liveEvent:kind.${kind}`)}
          </option>
        ))}
      </ChoiceField>
      {isAdmin ? (
        <ChoiceField name="id_instructor" label={t('field.host')} required>
          <option value="">{t('field.chooseHost')}</option>
          {event && !known.some(({ id }) => id === event.id_instructor) ? (
            <option value={event.id_instructor}>{event.instructor}</option>
          ) : null}
          {known.map(({ id, fullName }) => (
            <option key={id} value={id}>
              {fullName || `#${id}`}
            </option>
          ))}
        </ChoiceField>
      ) : null}
      <DayField name="fecha" label={t('field.day')} />
      <TimeOfDayField name="hora" label={t('field.time')} hint={zona ? t('field.timeHint', { zone: zoneName(zona) }) : undefined} />
      <TextField name="duracion" label={t('field.minutes')} inputMode="numeric" required />
      <Clashes {...{ fecha, hora, duracion, host }} id={event?.id ?? null} />
      <TextField name="cupo" label={t('field.seats')} inputMode="numeric" required />
      <div>
        <CheckField name="solo_premium" label={t('field.premium')} aria-describedby="event-premium-note" />
        <div className="field-note" id="event-premium-note">
          {t('field.premiumHint')}
        </div>
      </div>
      <TextField name="lugar" label={t('field.place')} optional hint={t('field.placeHint')} maxLength={300} />
      <TextField name="enlace" label={t('field.link')} optional hint={t('field.linkHint')} type="url" maxLength={2_000} />
      {event && event.inscritos + event.en_espera > 0 ? <CheckField name="avisar" label={t('field.notify')} /> : null}
    </FormDialog>
  );
}

interface Asked {
  fecha: string;
  hora: string;
  duracion: string;
  host: string;
  id: number | null;
}
/** What else the host has planned at that time, as soon as it is known; it does not prevent saving. */
function Clashes({ fecha, hora, duracion, host, id }: Asked) {
  const { t } = useTranslation('eventOffice');
  const minutes = Number(duracion);
  const whole =
    fecha !== '' && hora !== '' && host !== '' && Number.isInteger(minutes) && minutes >= MINUTES.least && minutes <= MINUTES.most;
  const { data } = api.useWebinarClashesQuery(
    { fecha, hora: hora.slice(0, 5), duracion: minutes, id_instructor: Number(host), ...(id !== null && { menos: id }) },
    { skip: !whole },
  );
  const names = whole ? (data?.choques ?? []).map(({ titulo }) => `«${titulo}»`).join(', ') : '';
  return <div role="status">{names === '' ? null : <StatusTag tone="urgent">{t('clashWith', { names })}</StatusTag>}</div>;
}
