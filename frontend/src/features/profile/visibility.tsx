import { IconEye, IconEyeOff, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Visibility, VisibleName } from '../../../../backend/api/contract/account.ts';
import { api } from '../../api/api.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';

const levels: readonly Visibility[] = ['private', 'staff', 'everyone'];
const icons = { private: IconEyeOff, staff: IconUsers, everyone: IconEye } as const;

/** Who sees a field; saved as soon as it is chosen. */
export function VisibilitySelect({ field, label, value }: { field: VisibleName; label: string; value: Visibility }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [set, { isLoading }] = api.useSetVisibilityMutation();
  const Icon = icons[value];
  const choose = async (visible: Visibility) => {
    try {
      await set({ campo: field, visible }).unwrap();
      notify.success(t('visibility.saved', { field: label, who: t(`visibility.${visible}`) }));
    } catch (failure) {
      notify.error(`${t('failed')}. ${errorText(failure)}`);
    }
  };
  return (
    <span className="profile-visible">
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <select
        aria-label={t('visibility.of', { field: label })}
        value={value}
        disabled={isLoading}
        onChange={(event) => {
          const next = levels.find((level) => level === event.target.value);
          if (next) void choose(next);
        }}
      >
        {levels.map((level) => (
          <option key={level} value={level}>
            {t(`visibility.${level}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
