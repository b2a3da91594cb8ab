import { IconPencil } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Visibility } from '../../../../backend/api/contract/account.ts';
import type { SessionUser } from '../../lib/session.ts';
import { textOfField, toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import type { FieldRow } from './fields.ts';
import { useUserUpdate } from './use-user-update.ts';
import { VisibilitySelect } from './visibility.tsx';

/** One field, saved separately; typed text stays where it cannot be saved, and a saved change can be undone. */
export function EditableField({ user, row, visibility }: { user: SessionUser; row: FieldRow; visibility: Visibility | undefined }) {
  const { t } = useTranslation('profile');
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { name } = row;
  const label = t(name);
  const value = user[name] ?? '';
  const close = () => {
    setEditing(false);
    setTimeout(() => button.current?.focus());
  };
  return (
    <div className="profile-datum">
      <dt className={editing ? 'sr' : undefined}>{label}</dt>
      <dd>
        {editing ? (
          <FieldForm user={user} row={row} onClose={close} />
        ) : (
          <>
            <span className={value ? 'profile-value' : 'profile-value muted'}>{value || t('none')}</span>
            {visibility ? <VisibilitySelect field={name} label={label} value={visibility} /> : null}
            <button
              ref={button}
              type="button"
              className="btn icon ghost"
              aria-label={t('editField', { field: label })}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={20} stroke={1.7} aria-hidden="true" />
            </button>
          </>
        )}
      </dd>
    </div>
  );
}

function FieldForm({ user, row, onClose }: { user: SessionUser; row: FieldRow; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [update, isLoading] = useUserUpdate(user);
  const { name, clearable } = row;
  const label = t(name);
  const value = user[name] ?? '';
  const schema = useMemo(
    () =>
      z.object({
        [name]: z
          .string()
          .trim()
          .refine((typed) => typed !== value, t('nothing'))
          .refine((typed) => clearable || typed !== '', t(name === 'username' ? 'usernameRequired' : 'cannotEmpty')),
      }),
    [t, name, value, clearable],
  );
  const form = useForm({ schema, initial: () => ({ [name]: value }) });
  const failureText = (failure: unknown) => {
    const { code, status } = toFailure(failure);
    if (status === 0) return t('networkFailed');
    if (code === 'VERSION_CONFLICT') return t('conflict');
    return `${t('failed')}. ${errorText(failure)}`;
  };
  // An empty text means "unchanged" to the API; null clears it.
  const bodyOf = (next: string) => ({ [name]: next === '' ? null : next });
  const save = async (typed: Record<string, string>) => {
    const record = await update({ field: name, was: user[name], body: bodyOf(typed[name] ?? '') });
    onClose();
    const undo = (value !== '' || clearable) && {
      duration: 6_000,
      action: {
        label: t('undo'),
        onClick: () => {
          update({ field: name, was: record[name], body: bodyOf(value), version: record.version }).then(
            () => notify.success(t('undone', { field: label })),
            (failure: unknown) => notify.error(failureText(failure)),
          );
        },
      },
    };
    notify.success(t('saved', { field: label }), undo || {});
  };
  return (
    <Form
      form={form}
      of={name}
      className="profile-edit"
      tell={failureText}
      says={(field) => `${t('failed')}. ${textOfField(field)}`}
      onCancel={onClose}
      onSend={save}
    >
      {row.lines ? (
        <AreaField name={name} label={label} rows={row.lines} maxLength={row.max} />
      ) : (
        <TextField
          name={name}
          label={label}
          hint={row.inputMode ? t(`hints.${name}`, { defaultValue: '' }) : undefined}
          autoComplete={row.autoComplete}
          inputMode={row.inputMode ?? 'text'}
          maxLength={row.max}
        />
      )}
      <div className="row">
        <button type="submit" className="btn" disabled={isLoading} aria-busy={isLoading}>
          {t(isLoading ? 'saving' : 'save')}
        </button>
        <button type="button" className="btn alt" onClick={onClose} disabled={isLoading}>
          {t('cancel')}
        </button>
      </div>
    </Form>
  );
}
