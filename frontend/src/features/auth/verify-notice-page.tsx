import './texts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../../lib/http.ts';
import { paths, validReturnTo } from '../../lib/paths.ts';
import { getSessionUser, loadSessionIfLikely, useMaybeSession } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { AuthSheet, FormNote } from './auth-frame.tsx';
import { DemoMailHint } from './demo-mail-hint.tsx';
import { forgotBody, useFieldText } from './forms.ts';

const coolDown = 60;

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const [search, setSearch] = useSearchParams();
  const email = search.get('email') ?? '';
  const returnTo = validReturnTo(search.get('returnTo'));
  const user = useMaybeSession();
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const [editing, setEditing] = useState(email === '');
  const [left, setLeft] = useState(0);
  const [note, setNote] = useState<{ tone: 'ok' | 'error'; text: string } | null>(null);
  const form = useForm({ resolver: zodResolver(forgotBody), values: { email } });
  const { errors, isSubmitting } = form.formState;
  useEffect(loadSessionIfLikely, []);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);

  const submit = form.handleSubmit(
    async (body) => {
      setNote(null);
      try {
        await call('/api/auth/resend-verification', { method: 'POST', body });
        // Only the session proves whose address it is; anyone else gets the answer that tells nothing (C-50).
        const own = getSessionUser()?.email === body.email;
        setNote({ tone: 'ok', text: t(own ? 'auth:notice.sent' : 'auth:notice.sentGeneric') });
        setLeft(coolDown);
        setEditing(false);
        setSearch({ email: body.email, ...(returnTo ? { returnTo } : {}) }, { replace: true });
      } catch (error) {
        const known = toFailure(error).code;
        setNote({
          tone: 'error',
          text: known === 'TOO_MANY_REQUESTS' || known === 'ALREADY_VERIFIED' ? errorText(error) : t('auth:notice.failed'),
        });
      }
    },
    () => {
      if (!form.getValues('email').trim()) setNote({ tone: 'error', text: t('auth:notice.noEmail') });
    },
  );

  return (
    <AuthSheet title={t('auth:notice.title')} lead={email ? t('auth:notice.lead', { email }) : t('auth:notice.leadNoEmail')}>
      <p>
        {email ? `${t('auth:notice.spam')} ` : ''}
        <DemoMailHint />
      </p>
      {note ? <FormNote tone={note.tone}>{note.text}</FormNote> : null}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {editing ? (
          <Field
            label={t('auth:field.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            required
            error={fieldText(errors.email, form.getValues('email'))}
            {...form.register('email')}
          />
        ) : null}
        <button type="submit" className="btn alt ancho" disabled={isSubmitting || left > 0} aria-busy={isSubmitting}>
          {isSubmitting ? t('auth:notice.busy') : left > 0 ? t('auth:notice.resendIn', { count: left }) : t('auth:notice.resend')}
        </button>
        {editing ? null : (
          <button type="button" className="enlace" onClick={() => setEditing(true)}>
            {t('auth:notice.change')}
          </button>
        )}
      </form>
      {user ? null : (
        <>
          <p className="muted">{t('auth:notice.why')}</p>
          <p className="row">
            <Link className="btn" to={paths.login(returnTo)}>
              {t('common:action.login')}
            </Link>
            <Link className="btn fantasma" to={paths.register({ returnTo })}>
              {t('common:action.register')}
            </Link>
          </p>
        </>
      )}
    </AuthSheet>
  );
}
