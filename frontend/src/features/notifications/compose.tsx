import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { audienceKinds, learnersWho, notificationTypes } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { DayTimeField } from '../../ui/choice-fields.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import { roles } from './audience.ts';

type Typed = Record<'titulo' | 'mensaje' | 'rol' | 'plan' | 'id_curso' | 'id_segmento' | 'fecha_envio', string> & {
  tipo: (typeof notificationTypes)[number];
  clase: (typeof audienceKinds)[number];
  quienes: (typeof learnersWho)[number];
};

/** The chosen recipients as the call takes them; null: something is missing. */
const audienceOf = ({ clase, rol, plan, id_curso, quienes, id_segmento }: Typed) => {
  if (clase === 'todos') return { clase };
  if (clase === 'rol') return rol ? { clase, rol: Number(rol) } : null;
  if (clase === 'plan') return plan ? { clase, plan: Number(plan) } : null;
  if (clase === 'curso') return id_curso ? { clase, id_curso: Number(id_curso), quienes } : null;
  return id_segmento ? { clase, id_segmento } : null;
};

/** Writes a notification: choose the recipients, see how many they are and how it will look, send it to oneself first, then send it now or later. The typed text survives every failure. */
export function Compose({ all }: { all: boolean }) {
  const { t } = useTranslation(['notifications', 'common']);
  const errorText = useErrorText();
  const { save, act, busy } = useSave();
  const [create] = api.useCreateNotificationMutation();
  const [attempt] = api.useTryNotificationMutation();
  const [asking, setAsking] = useState(false);
  const schema = useMemo(
    () =>
      z.object({
        titulo: z.string().trim().max(120),
        mensaje: z.string().trim().max(2_000),
        tipo: z.enum(notificationTypes),
        clase: z.enum(audienceKinds),
        quienes: z.enum(learnersWho),
        ...{ rol: z.string(), plan: z.string(), id_curso: z.string(), id_segmento: z.string(), fecha_envio: z.string() },
      }),
    [],
  );
  const form = useForm<Typed, Typed>({
    schema,
    draft: `notificacion.${all ? 'todas' : 'propias'}`,
    initial: () => ({
      ...{ titulo: '', mensaje: '', tipo: all ? 'general' : 'course', clase: all ? 'todos' : 'curso', quienes: 'todos' },
      ...{ rol: '', plan: '', id_curso: '', id_segmento: '', fecha_envio: '' },
    }),
  });
  const typed = useWatch({ control: form.control }) as Typed;
  const audience = audienceOf(typed);
  const counted = api.useCountAudienceQuery(audience ?? { clase: 'todos' }, { skip: audience === null, refetchOnMountOrArgChange: true });
  const people = counted.isFetching || counted.error ? undefined : counted.data?.personas;
  const later = typed.fecha_envio !== '';
  const missing = typed.titulo.trim() === '' || typed.mensaje.trim() === '';
  const blocked = missing ? t('missing') : audience === null ? t('missingAudience') : people === 0 && !later ? t('nobody') : null;
  const content = () => {
    const courseId = audience && 'id_curso' in audience ? audience.id_curso : undefined;
    const tipo = typed.tipo === 'course' && courseId === undefined ? ('general' as const) : typed.tipo;
    return { titulo: typed.titulo.trim(), mensaje: typed.mensaje.trim(), tipo, ...(courseId !== undefined && { id_curso: courseId }) };
  };
  const send = () =>
    save(
      () =>
        create({
          ...content(),
          ...(audience && { audiencia: audience }),
          ...(later && { fecha_envio: new Date(typed.fecha_envio).toISOString() }),
        }).unwrap(),
      {
        done: ({ estado, destinatarios }) => (estado === 'programada' ? t('planned') : t('sent', { count: destinatarios })),
        after: () => form.discard(),
      },
    );
  return (
    <section className="card stack" aria-labelledby="notificacion-nueva">
      <h2 id="notificacion-nueva">{t('compose')}</h2>
      <Form form={form} onSend={async () => setAsking(true)}>
        <TextField name="titulo" label={t('field.title')} maxLength={120} />
        <AreaField name="mensaje" label={t('field.message')} hint={t('field.messageHint')} rows={4} maxLength={2_000} />
        <AudienceFields all={all} typed={typed} />
        <ChoiceField name="tipo" label={t('field.type')} hint={typed.tipo === 'urgent' ? t('field.urgentHint') : undefined}>
          {notificationTypes
            .filter((type) => type !== 'course' || typed.clase === 'curso')
            .map((type) => (
              <option key={type} value={type}>
                {t(`type.${type}`)}
              </option>
            ))}
        </ChoiceField>
        <DayTimeField name="fecha_envio" label={t('field.when')} optional hint={t('field.whenHint')} />
        <Preview typed={typed} />
        <p className="muted" role="status" id="notificacion-cuenta">
          {blocked ?? (counted.error ? t('countFailed') : people === undefined ? t('counting') : t('count', { count: people }))}
        </p>
        <div className="row">
          <button type="submit" className="btn" disabled={blocked !== null} aria-describedby="notificacion-cuenta">
            {t(later ? 'plan_' : 'send')}
          </button>
          <button
            data-writes
            type="button"
            className="btn alt"
            disabled={missing || busy}
            onClick={() =>
              void act(() => attempt(content()).unwrap(), {
                done: t('tried'),
                failureText: (failure) => `${t('createError')}. ${errorText(failure)}`,
              })
            }
          >
            {t('try')}
          </button>
          {form.formState.isDirty || form.restored ? (
            <button type="button" className="btn ghost" onClick={form.discard}>
              {t('discard')}
            </button>
          ) : null}
        </div>
      </Form>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t(later ? 'confirmPlan' : 'confirmTitle')}
        confirmLabel={later ? t('confirmPlanSend') : t('confirmSend', { count: people ?? 0 })}
        blocked={people === undefined}
        failureText={(failure) => `${t('createError')}. ${errorText(failure)}`}
        onConfirm={send}
      >
        <p lang="es">
          <strong>{typed.titulo}</strong>
        </p>
        {later ? (
          <p>{t('planText', { when: formatDateTime(typed.fecha_envio), people: formatNumber(people ?? 0) })}</p>
        ) : (
          <p>{t('count', { count: people ?? 0 })}</p>
        )}
      </Confirm>
    </section>
  );
}

function AudienceFields({ all, typed }: { all: boolean; typed: Typed }) {
  const { t } = useTranslation('notifications');
  const { clase } = typed;
  const courses = api.useManagedCoursesQuery({ limit: 100 }, { skip: clase !== 'curso' });
  const segments = api.useListSegmentsQuery(undefined, { skip: clase !== 'segmento' });
  const choose = <option value="">{t('field.choose')}</option>;
  return (
    <>
      {all ? (
        <ChoiceField name="clase" label={t('field.audience')}>
          {audienceKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`audience.${kind}`)}
            </option>
          ))}
        </ChoiceField>
      ) : null}
      {clase === 'rol' ? (
        <ChoiceField name="rol" label={t('field.role')}>
          {choose}
          {roles.map((code) => (
            <option key={code} value={code}>
              {t(`role.${code}`)}
            </option>
          ))}
        </ChoiceField>
      ) : null}
      {clase === 'plan' ? (
        <ChoiceField name="plan" label={t('field.plan')}>
          {choose}
          <option value="1">{t('plan.1')}</option>
          <option value="2">{t('plan.2')}</option>
        </ChoiceField>
      ) : null}
      {clase === 'curso' ? (
        <>
          <ChoiceField name="id_curso" label={t('field.course')}>
            {choose}
            {courses.data?.cursos.map(({ id_curso, nombre }) => (
              <option key={id_curso} value={id_curso}>
                {nombre}
              </option>
            ))}
          </ChoiceField>
          <ChoiceField name="quienes" label={t('field.who')}>
            {learnersWho.map((who) => (
              <option key={who} value={who}>
                {t(`who.${who}`)}
              </option>
            ))}
          </ChoiceField>
        </>
      ) : null}
      {clase === 'segmento' ? (
        <ChoiceField name="id_segmento" label={t('field.segment')}>
          {choose}
          {segments.data?.map(({ id, nombre, personas }) => (
            <option key={id} value={id}>
              {`${nombre} (${formatNumber(personas)})`}
            </option>
          ))}
        </ChoiceField>
      ) : null}
    </>
  );
}

function Preview({ typed }: { typed: Typed }) {
  const { t } = useTranslation('notifications');
  return (
    <figure className="notifications-preview">
      <figcaption className="muted">{t('preview')}</figcaption>
      <div className="notifications-sample" data-type={typed.tipo} lang="es">
        <strong>{typed.titulo || t('previewTitle')}</strong>
        <p>{typed.mensaje || t('previewText')}</p>
        <span className="muted">
          {t(`type.${typed.tipo}`)} · {t('now')}
        </span>
      </div>
    </figure>
  );
}
