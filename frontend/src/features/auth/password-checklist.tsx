import { useTranslation } from 'react-i18next';
import { PasswordRules } from '../../domain/password-rules.tsx';

/** The password policy with the texts of the sign-in pages. */
export function PasswordChecklist({ value, id }: { value: string; id?: string }) {
  const { t } = useTranslation('auth');
  return (
    <PasswordRules
      value={value}
      id={id}
      texts={{
        title: t('checklist.title'),
        length: t('checklist.length'),
        common: t('checklist.common'),
        checked: t('checklist.checked'),
        recommended: t('checklist.recommended'),
        uppercase: t('checklist.uppercase'),
        symbol: t('checklist.symbol'),
        met: t('checklist.met'),
        missing: t('checklist.missing'),
        status: (met, total) => t('checklist.status', { met, total }),
      }}
    />
  );
}
