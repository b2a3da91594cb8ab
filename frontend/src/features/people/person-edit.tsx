import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import { role, roleKey } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Email } from '../../ui/email.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** Role, state and plan, with a reason. Nobody can change their own role and state. */
export function PersonEdit({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const errorText = useErrorText();
  const self = useSessionUser().id === person.id;
  const [update] = api.useUpdateUserMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        user_role: z.string(),
        is_active: z.string(),
        tipo_usuario: z.string(),
        motivo: z.string().trim().min(1, t('reasonMissing')).max(500),
      }),
    [t],
  );
  const before = {
    user_role: String(person.user_role),
    is_active: person.is_active ? '1' : '0',
    tipo_usuario: String(person.tipo_usuario),
  };
  const form = useForm({ schema, initial: () => ({ ...before, motivo: '' }) });
  return (
    <FormDialog
      form={form}
      title={t('edit.title')}
      send={t('edit.save')}
      sending={t('edit.saving')}
      onClose={onClose}
      of={`persona.${person.id}`}
      failureText={(failure) => {
        const { code } = toFailure(failure);
        return code === 'NETWORK' ? t('edit.offline') : t('edit.failed', { message: errorText(failure) });
      }}
      onSend={async ({ user_role, is_active, tipo_usuario, motivo }) => {
        const changes = {
          ...(user_role !== before.user_role && { user_role: Number(user_role) }),
          ...(is_active !== before.is_active && { is_active: is_active === '1' }),
          ...(tipo_usuario !== before.tipo_usuario && { tipo_usuario: Number(tipo_usuario) }),
        };
        if (Object.keys(changes).length === 0) {
          form.setError('root.server', { message: t('edit.nothing') });
          return;
        }
        await save(() => update({ id: person.id, body: command({ ...changes, motivo }, { ifMatch: person.version }) }).unwrap(), {
          done: t('edit.done'),
          after: onClose,
        });
      }}
    >
      <p>
        <strong>{person.name}</strong>
        <span className="muted table-note">{person.email === null ? null : <Email address={person.email} />}</span>
      </p>
      <ChoiceField name="user_role" label={t('columns.role')} disabled={self} hint={self ? t('edit.ownRole') : undefined}>
        {Object.values(role).map((code) => (
          <option key={code} value={code}>
            {t(`common:role.${roleKey(code)}`)}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField name="is_active" label={t('columns.state')} disabled={self} hint={self ? t('edit.ownState') : undefined}>
        <option value="1">{t('active')}</option>
        <option value="0">{t('inactive')}</option>
      </ChoiceField>
      <ChoiceField name="tipo_usuario" label={t('columns.plan')}>
        <option value="1">{t('common:plan.basic')}</option>
        <option value="2">{t('common:plan.premium')}</option>
      </ChoiceField>
      <AreaField name="motivo" label={t('reason')} maxLength={500} rows={3} required />
    </FormDialog>
  );
}
