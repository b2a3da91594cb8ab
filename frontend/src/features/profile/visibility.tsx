import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Visibility, VisibleName } from '../../../../backend/api/contract/account.ts';
import { api } from '../../api/api.ts';
import { usePast } from '../../lib/past.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';

const levels: readonly Visibility[] = ['private', 'staff', 'everyone'];

/** Who sees some fields of the profile, with one choice for all of them; saved as soon as it is chosen. */
export function VisibilitySelect({
  fields,
  label,
  values,
}: {
  fields: readonly VisibleName[];
  label: string;
  values: Readonly<Partial<Record<VisibleName, Visibility>>>;
}) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const past = usePast();
  const [set, { isLoading }] = api.useSetVisibilityMutation();
  const chosen = new Set(fields.map((field) => values[field] ?? 'private'));
  const [value = 'private'] = chosen;
  const mixed = chosen.size > 1;
  const choose = async (visible: Visibility) => {
    try {
      for (const campo of fields) if (values[campo] !== visible) await set({ campo, visible }).unwrap();
      notify.success(t('visibility.saved', { field: label, who: t(`visibility.${visible}`) }));
    } catch (failure) {
      notify.error(`${t('failed')}. ${errorText(failure)}`);
    }
  };
  /** Where the fields differ: who sees which of them. */
  const each = levels
    .map((level) => ({ level, seen: fields.filter((field) => (values[field] ?? 'private') === level) }))
    .filter(({ seen }) => seen.length > 0)
    .map(
      ({ level, seen }) =>
        `${t(`visibility.${level}`)}: ${seen.map((field) => (field === 'profile_picture' ? label : t(field))).join(', ')}`,
    )
    .join(' · ');
  const select = (
    <span className="profile-visible">
      <IconEye size={16} stroke={1.7} aria-hidden="true" />
      <select
        aria-label={t('visibility.of', { field: label })}
        value={mixed ? 'mixed' : value}
        disabled={isLoading || past !== null}
        onChange={(event) => {
          const next = levels.find((level) => level === event.target.value);
          if (next) void choose(next);
        }}
      >
        {mixed ? <option value="mixed">{t('visibility.mixed')}</option> : null}
        {levels.map((level) => (
          <option key={level} value={level}>
            {t(`visibility.${level}`)}
          </option>
        ))}
      </select>
    </span>
  );
  if (!mixed) return select;
  return (
    <>
      {select}
      <span className="muted profile-visible-each">{each}</span>
    </>
  );
}
