import '../../i18n/errors.ts';
import './texts.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type CompanyFailure as Code, companyFailures } from '../../../../backend/api/contract/choices.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField } from '../../ui/form-fields.tsx';

/** Asks for the mail of a company, and leaves for its provider. `send` answers where that is. */
export function CompanyForm({ label, send }: { label?: string; send: (correo: string) => Promise<string> }) {
  const { t } = useTranslation('company');
  const schema = useMemo(() => z.object({ correo: z.string().trim().min(1, t('required')) }), [t]);
  const form = useForm({ schema, initial: () => ({ correo: '' }) });
  const { isSubmitting } = form.formState;
  return (
    <Form form={form} onSend={async ({ correo }) => globalThis.location.assign(await send(correo))}>
      <EmailField name="correo" label={t('email')} hint={t('hint')} autoComplete="email" required />
      <button type="submit" className="btn alt wide" aria-disabled={isSubmitting} aria-busy={isSubmitting}>
        {isSubmitting ? t('going') : (label ?? t('go'))}
      </button>
    </Form>
  );
}

const own = { COMPANY_CANCELLED: true, COMPANY_STATE: true, COMPANY_TOKEN: true } as const;
const isOwn = (code: Code): code is keyof typeof own => Object.hasOwn(own, code);

/** Why the way back from a company ended without a session, or without a link. */
export function useCompanyFailure(code: string): string | undefined {
  const { t } = useTranslation('company');
  const known = companyFailures.find((one) => one === code) ?? 'COMPANY_STATE';
  return isOwn(known) ? t(`failure.${known}`) : textOfCode(known);
}
