import { IconPencil } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '../../../../backend/api/contract/account.ts';
import { asApiError } from '../../api/base.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import type { FieldRow } from './fields.ts';
import { useUserUpdate } from './use-user-update.ts';
import { VisibilitySelect } from './visibility.tsx';

/** One field, saved by itself; what was typed stays when it cannot be saved, and a saved change can be taken back. */
export function EditableField({ user, row, visibility }: { user: SessionUser; row: FieldRow; visibility: Visibility | undefined }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [update, isLoading] = useUserUpdate(user);
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { name } = row;
  const label = t(name);
  const value = user[name] ?? '';
  const editing = draft !== null;
  useEffect(() => {
    if (editing) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
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
  // An empty text means "unchanged" to the API; null takes it away.
  const bodyOf = (next: string) => ({ [name]: next === '' ? null : next });
  const save = async () => {
    const next = (draft ?? '').trim();
    if (next === value) return setError(t('nothing'));
    if (next === '' && !row.clearable) return setError(t(name === 'username' ? 'usernameRequired' : 'cannotEmpty'));
    try {
      const record = await update({ field: name, was: user[name], body: bodyOf(next) });
      close();
      const undo = (value !== '' || row.clearable) && {
        duration: 6_000,
        action: {
          label: t('undo'),
          onClick: () => {
            update({ field: name, was: record[name], body: bodyOf(value), version: record.version }).then(
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
  const change = (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setDraft(event.target.value);
  return (
    <div className="profile-datum">
      <dt className={editing ? 'sr' : undefined}>{label}</dt>
      <dd>
        {editing ? (
          <form
            ref={form}
            className="profile-edit"
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
            }}
          >
            {row.lines ? (
              <div className="field">
                <label className="field-label" htmlFor={id}>
                  {label}
                </label>
                <textarea
                  id={id}
                  className="entry"
                  rows={row.lines}
                  maxLength={row.max}
                  value={draft}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${id}-error` : undefined}
                  onChange={change}
                />
                <p className="field-error" id={`${id}-error`} role={error ? 'alert' : undefined}>
                  {error}
                </p>
              </div>
            ) : (
              <Field
                label={label}
                value={draft}
                error={error}
                hint={row.inputMode ? t(`hints.${name}`, { defaultValue: '' }) : undefined}
                autoComplete={row.autoComplete}
                inputMode={row.inputMode ?? 'text'}
                maxLength={row.max}
                onChange={change}
              />
            )}
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
            <span className={value ? 'profile-value' : 'profile-value muted'}>{value || t('none')}</span>
            {visibility ? <VisibilitySelect field={name} label={label} value={visibility} /> : null}
            <button
              ref={button}
              type="button"
              className="btn icon ghost"
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
