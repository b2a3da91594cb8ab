import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api/api.ts';
import { role, roleKey } from '../../lib/roles.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField, EmailField, RadioField, SecretField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const fresh = { username: '', email: '', user_role: '1', tipo_usuario: '1', by: 'invitation', password: '' };

/** A new account: the person sets the password by the link in a mail, or it is typed here. */
export function PersonAdd({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const errorText = useErrorText();
  const [invite] = api.useInvitePersonMutation();
  const [register] = api.useRegisterMutation();
  const { save } = useSave();
  const schema = useMemo(() => {
    const given = z.string().trim().min(1, t('add.required'));
    return z
      .object({
        username: given.max(40),
        email: given.max(254),
        user_role: z.string(),
        tipo_usuario: z.string(),
        by: z.string(),
        password: z.string().max(200),
      })
      .refine(({ by, password }) => by === 'invitation' || password !== '', { path: ['password'], message: t('add.required') });
  }, [t]);
  const form = useForm({ schema, initial: () => ({ ...fresh }) });
  const typed = useWatch({ control: form.control, name: 'by' }) === 'password';
  return (
    <FormDialog
      form={form}
      title={t('add.title')}
      send={t(typed ? 'add.create' : 'add.invite')}
      sending={t('add.sending')}
      onClose={onClose}
      of="persona.nueva"
      failureText={(failure) => {
        const { code } = toFailure(failure);
        return code === 'NETWORK' ? t('add.offline') : t('add.failed', { message: errorText(failure) });
      }}
      onSend={async ({ username, email, user_role, tipo_usuario, password }) => {
        const person = { username, email, user_role: Number(user_role), tipo_usuario: Number(tipo_usuario) };
        await save(() => (typed ? register({ ...person, password }).unwrap() : invite(person).unwrap()), {
          done: t(typed ? 'add.done' : 'add.invited', { email }),
          after: onClose,
        });
      }}
    >
      <TextField name="username" label={t('add.name')} hint={t('add.nameHint')} required maxLength={40} autoComplete="off" />
      <EmailField name="email" label={t('fact.email')} required autoComplete="off" />
      <ChoiceField name="user_role" label={t('columns.role')}>
        {Object.values(role).map((code) => (
          <option key={code} value={code}>
            {t(`common:role.${roleKey(code)}`)}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField name="tipo_usuario" label={t('columns.plan')}>
        <option value="1">{t('common:plan.basic')}</option>
        <option value="2">{t('common:plan.premium')}</option>
      </ChoiceField>
      <RadioField
        name="by"
        label={t('add.by')}
        choices={[
          { value: 'invitation', label: t('add.byInvitation') },
          { value: 'password', label: t('add.byPassword') },
        ]}
      />
      {typed ? (
        <SecretField name="password" label={t('add.password')} hint={t('add.passwordHint')} autoComplete="new-password" required />
      ) : null}
    </FormDialog>
  );
}
