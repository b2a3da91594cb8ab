import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { AccountRecord } from '../../../../backend/api/contract/account.ts';
import type { FieldName } from '../../../../backend/api/contract/choices.ts';
import type { SessionUser } from '../../lib/session.ts';
import { textOfField, toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { type FieldRow, groups } from './fields.ts';
import { useUserUpdate } from './use-user-update.ts';
import { VisibilitySelect } from './visibility.tsx';

type Values = Record<FieldName, string>;
const rows: readonly FieldRow[] = Object.values(groups).flat();
const sections = ['who', 'place', 'about'] as const;
const valuesOf = (user: SessionUser): Values => Object.fromEntries(rows.map(({ name }) => [name, user[name] ?? ''])) as Values;
class Unchanged extends Error {}

/**
 * The whole profile in one form, each section with who sees it. Only changed fields are sent; unchanged ones follow the school. A saved change
 * can be undone.
 */
export function ProfileForm({ user, account }: { user: SessionUser; account: AccountRecord | undefined }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [update, isLoading] = useUserUpdate(user);
  /** The value of each field when the person began to change it. */
  const [base, setBase] = useState(() => valuesOf(user));
  const schema = useMemo(
    () =>
      z.object(
        Object.fromEntries(
          rows.map(({ name, clearable }) => [
            name,
            z
              .string()
              .trim()
              .refine((typed) => clearable || typed !== '', t(name === 'username' ? 'usernameRequired' : 'cannotEmpty')),
          ]),
        ) as Record<FieldName, z.ZodString>,
      ),
    [t],
  );
  const form = useForm<Values, Values>({ schema, initial: () => valuesOf(user) });
  const { getValues, setValue } = form;
  /** Somebody else changed a field that is being changed here: the next press overwrites the school's present value. */
  const [crossed, setCrossed] = useState(false);
  useEffect(() => {
    const now = valuesOf(user);
    if (crossed) setBase((before) => (rows.every(({ name }) => before[name] === now[name]) ? before : now));
    const moved = rows.filter(({ name }) => now[name] !== base[name] && [base[name], now[name]].includes(getValues(name)));
    if (moved.length === 0) return;
    for (const { name } of moved) setValue(name, now[name]);
    setBase((before) => ({ ...before, ...Object.fromEntries(moved.map(({ name }) => [name, now[name]])) }));
  }, [user, base, crossed, getValues, setValue]);

  const failureText = (failure: unknown) => {
    if (failure instanceof Unchanged) return t('nothing');
    const { code, status } = toFailure(failure);
    if (status === 0) return t('networkFailed');
    if (code === 'VERSION_CONFLICT') return t('conflict');
    return `${t('failed')}. ${errorText(failure)}`;
  };
  // An empty text means "unchanged" to the API; null clears it.
  const bodyOf = (values: Values, names: readonly FieldName[]) =>
    Object.fromEntries(names.map((name) => [name, values[name] === '' ? null : values[name]]));
  const textOf = (names: readonly FieldName[]) => names.map((name) => t(name)).join(', ');
  const save = async (typed: Values) => {
    const changed = rows.map(({ name }) => name).filter((name) => typed[name] !== base[name]);
    if (changed.length === 0) throw new Unchanged();
    const before = base;
    const record = await update({ was: bodyOf(before, changed), body: bodyOf(typed, changed) }).catch((failure: unknown) => {
      setCrossed(toFailure(failure).code === 'VERSION_CONFLICT');
      throw failure;
    });
    setCrossed(false);
    const now = valuesOf(record);
    setBase(now);
    for (const name of changed) setValue(name, now[name]);
    const undo = {
      duration: 6_000,
      action: {
        label: t('undo'),
        onClick: () => {
          update({ was: bodyOf(now, changed), body: bodyOf(before, changed), version: record.version }).then(
            () => notify.success(t('undone', { field: textOf(changed) })),
            (failure: unknown) => notify.error(failureText(failure)),
          );
        },
      },
    };
    // A name that was never set cannot be restored.
    const returns = rows.every(({ name, clearable }) => clearable || !changed.includes(name) || before[name] !== '');
    notify.success(t('saved', { field: textOf(changed) }), returns ? undo : {});
  };

  return (
    <Form
      form={form}
      of="perfil"
      label={t('data')}
      failureText={failureText}
      says={(field) => `${t('failed')}. ${textOfField(field)}`}
      onSend={save}
    >
      {sections.map((section) => (
        <fieldset key={section} className="profile-section" aria-labelledby={`perfil-${section}`}>
          <div className="row profile-section-head">
            <h3 id={`perfil-${section}`}>{t(`groups.${section}`)}</h3>
            {account ? (
              <VisibilitySelect
                fields={groups[section].map(({ name }) => name)}
                label={t(`groups.${section}`)}
                values={account.visibilidad}
              />
            ) : null}
          </div>
          {groups[section].map(({ name, lines, max, link, autoComplete }: FieldRow) =>
            lines ? (
              <AreaField key={name} name={name} label={t(name)} rows={lines} maxLength={max} className="profile-wide" />
            ) : (
              <TextField
                key={name}
                name={name}
                label={t(name)}
                hint={link && t(`hints.${link}`)}
                autoComplete={autoComplete}
                inputMode={link ? 'url' : 'text'}
                maxLength={max}
              />
            ),
          )}
        </fieldset>
      ))}
      {account ? (
        <section className="profile-section" aria-labelledby="perfil-certificados">
          <div className="row profile-section-head">
            <h3 id="perfil-certificados">{t('certificados')}</h3>
            <VisibilitySelect fields={['certificados']} label={t('certificados')} values={account.visibilidad} />
          </div>
          <p className="muted profile-wide">{t('certificatesHint')}</p>
        </section>
      ) : null}
      <p className="muted">{t('visibility.hint')}</p>
      <p>
        <button type="submit" className="btn" aria-disabled={isLoading} aria-busy={isLoading}>
          {t(isLoading ? 'saving' : 'save')}
        </button>
      </p>
    </Form>
  );
}
