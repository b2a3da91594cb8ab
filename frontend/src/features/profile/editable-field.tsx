import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, command } from '../../api/base.ts';
import { useUpdateUserMutation } from '../../api/generated.ts';
import { type SessionUser, setSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';

type FieldName = 'first_name' | 'last_name' | 'username' | 'country';

/** One field, saved by itself; what was typed stays when it cannot be saved, and a saved change can be taken back. */
export function EditableField({ user, field, autoComplete }: { user: SessionUser; field: FieldName; autoComplete: string }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [update, { isLoading }] = useUpdateUserMutation();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const label = t(field);
  const value = user[field] ?? '';
  const editing = draft !== null;
  useEffect(() => {
    if (editing) form.current?.querySelector('input')?.focus();
  }, [editing]);
  const close = () => {
    setDraft(null);
    setError(undefined);
    setTimeout(() => button.current?.focus());
  };
  const told = (failure: unknown) => {
    const { code, status } = asApiError(failure);
    if (status === 0) return t('networkFailed');
    if (code === 'VERSION_CONFLICT') return t('conflict');
    return `${t('failed')}. ${errorText(failure)}`;
  };
  const send = async (next: string, version: number) => {
    const record = await update({ id: user.id, body: command({ [field]: next }, { ifMatch: version }) }).unwrap();
    setSessionUser(record);
    return record;
  };
  const save = async () => {
    const next = (draft ?? '').trim();
    if (next === value) return setError(t('nothing'));
    if (next === '') return setError(t(field === 'username' ? 'usernameRequired' : 'cannotEmpty')); // the API takes '' for "unchanged"
    try {
      const record = await send(next, user.version);
      close();
      const undo = value !== '' && {
        duration: 6_000,
        action: {
          label: t('undo'),
          onClick: () => {
            send(value, record.version).then(
              () => notify.success(t('undone', { field: label })),
              (failure: unknown) => notify.error(told(failure)),
            );
          },
        },
      };
      notify.success(t('saved', { field: label }), undo || {});
    } catch (failure) {
      setError(told(failure));
    }
  };
  return (
    <div className="perfil-dato">
      <dt className={editing ? 'sr' : undefined}>{label}</dt>
      <dd>
        {editing ? (
          <form
            ref={form}
            className="perfil-editar"
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
            }}
          >
            <Field
              label={label}
              value={draft}
              error={error}
              autoComplete={autoComplete}
              maxLength={field === 'username' ? 40 : field === 'country' ? 80 : 120}
              onChange={(event) => setDraft(event.target.value)}
            />
            <div className="row">
              <button type="submit" className="btn" disabled={isLoading} aria-busy={isLoading}>
                {t(isLoading ? 'saving' : 'save')}
              </button>
              <button type="button" className="btn alt" onClick={close} disabled={isLoading}>
                {t('cancel')}
              </button>
            </div>
          </form>
        ) : (
          <>
            <span className={value ? 'perfil-valor' : 'perfil-valor muted'}>{value || t('none')}</span>
            <button
              ref={button}
              type="button"
              className="btn icono fantasma"
              aria-label={t('editField', { field: label })}
              onClick={() => setDraft(value)}
            >
              <IconPencil size={20} stroke={1.7} aria-hidden="true" />
            </button>
          </>
        )}
      </dd>
    </div>
  );
}
