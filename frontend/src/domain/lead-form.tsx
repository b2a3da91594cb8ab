import '../i18n/site.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaybeSession } from '../lib/session.ts';
import { useBusy } from '../lib/use-busy.ts';
import { toFailure, useErrorText } from '../ui/error-text.ts';
import { Field } from '../ui/field.tsx';
import { type LeadAsk, type LeadField, type LeadPerson, type LeadProblem, problemsOf, sendLead } from './lead.ts';
import { policiesOf, useSite } from './use-site.ts';
import './lead-form.css';

const empty: LeadPerson = { name: '', email: '', phone: '', organisation: '', message: '', trap: '' };
const limits = { name: 200, email: 254, phone: 40, organisation: 200 } as const;

/**
 * Name, e-mail and phone of somebody who asks for information (A22). Pressed twice it is sent once; a retry after a failure is still the same lead.
 * `onDone` offers a next step once it has been sent.
 */
export function LeadForm({ ask, onDone }: { ask: LeadAsk; onDone?: React.ReactNode }) {
  const { t } = useTranslation(['site', 'common']);
  const errorText = useErrorText();
  const id = useId();
  const user = useMaybeSession();
  const [person, setPerson] = useState(() => ({
    ...empty,
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: user?.phone_number ?? '',
  }));
  const [consent, setConsent] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<LeadField, LeadProblem>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useBusy();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const firstSent = useRef<string | null>(null);
  const [privacy] = policiesOf(useSite().data, 'privacidad');
  useEffect(() => {
    if (sentTo !== null) thanks.current?.focus();
  }, [sentTo]);

  const change = (field: keyof LeadPerson) => (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    setPerson((was) => ({ ...was, [field]: event.target.value }));
  const errorOf = (field: LeadField): string | undefined => {
    const problem = problems.get(field);
    if (!problem) return undefined;
    if (problem === 'consent') return t('site:lead.consentRequired');
    return t(problem === 'email' ? 'site:lead.invalidEmail' : 'site:lead.fieldRequired');
  };
  /** With its label and the message above the form in view. */
  const focus = (field: LeadField) => {
    const input = form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
    input?.focus({ preventScroll: true });
    input?.scrollIntoView?.({ block: 'center' });
  };

  const submit = async () => {
    const found = problemsOf(person, { consent, organisation: ask.organisation !== undefined });
    setProblems(new Map(found));
    setFailure(found.some(([, problem]) => problem === 'required') ? t('site:lead.required') : null);
    const [first] = found;
    if (first) {
      focus(first[0]);
      return;
    }
    firstSent.current ??= new Date().toISOString();
    try {
      // The accepted version is the notice as it was shown here.
      await sendLead(ask, person, { consent: privacy ? `privacidad v${privacy.version}` : 'privacidad', at: firstSent.current });
      setSentTo(person.email.trim());
    } catch (error) {
      const { code, fields } = toFailure(error);
      if (fields.some(({ path }) => path === 'correo')) {
        setProblems(new Map([['email', 'email']]));
        focus('email');
      } else setFailure(code === 'TOO_MANY_REQUESTS' ? `${t('site:lead.failed')} ${errorText(error)}` : t('site:lead.failed'));
    }
  };

  if (sentTo !== null)
    return (
      <div className="lead-thanks" role="status">
        <p className="display" ref={thanks} tabIndex={-1}>
          {t('site:lead.thanks')}
        </p>
        <p className="muted">{t('site:lead.thanksText', { email: sentTo })}</p>
        {onDone}
      </div>
    );
  const field = (name: keyof typeof limits, label: string) => ({
    name,
    label,
    value: person[name],
    onChange: change(name),
    error: errorOf(name),
    maxLength: limits[name],
    required: true,
  });
  return (
    <form
      className="stack lead"
      data-draft={`contacto.${ask.kind}.${ask.subject}`}
      ref={form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void run(submit);
      }}
    >
      {failure ? (
        <p className="lead-fault" role="alert">
          {failure}
        </p>
      ) : null}
      <Field {...field('name', t('site:lead.name'))} autoComplete="name" />
      <Field {...field('email', t('site:lead.email'))} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" />
      <Field {...field('phone', t('site:lead.phone'))} type="tel" inputMode="tel" autoComplete="tel" hint={t('site:lead.phoneHint')} />
      {ask.organisation ? <Field {...field('organisation', t(`site:lead.${ask.organisation}`))} autoComplete="organization" /> : null}
      {ask.organisation ? (
        <label className="field" htmlFor={`${id}-mensaje`}>
          <span className="field-label">
            {t('site:lead.message')} <span className="field-optional">{t('common:optional')}</span>
          </span>
          <textarea id={`${id}-mensaje`} className="entry" rows={3} maxLength={2_000} value={person.message} onChange={change('message')} />
        </label>
      ) : null}
      <div className="lead-trap" aria-hidden="true">
        <label htmlFor={`${id}-sitio`}>{t('site:lead.trap')}</label>
        <input id={`${id}-sitio`} name="sitio_web" tabIndex={-1} autoComplete="off" value={person.trap} onChange={change('trap')} />
      </div>
      <div className="field">
        <div className="checkbox">
          <input
            id={`${id}-consiento`}
            name="consent"
            type="checkbox"
            required
            checked={consent}
            aria-invalid={problems.has('consent') ? true : undefined}
            aria-describedby={problems.has('consent') ? `${id}-consiento-error` : undefined}
            onChange={(event) => setConsent(event.target.checked)}
          />
          <label htmlFor={`${id}-consiento`}>{t('site:lead.consent')}</label>
        </div>
        <p className="field-error" id={`${id}-consiento-error`}>
          {errorOf('consent')}
        </p>
        {privacy ? (
          <details className="lead-notice">
            <summary>{t('site:lead.privacy')}</summary>
            <p lang={privacy.idioma} className="muted">
              {privacy.texto}
            </p>
          </details>
        ) : null}
      </div>
      <button type="submit" className="btn wide" aria-disabled={busy} aria-busy={busy}>
        {busy ? t('site:lead.busy') : t('site:lead.submit')}
      </button>
    </form>
  );
}
