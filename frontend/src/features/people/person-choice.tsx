import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { type Choice, Combobox } from '../../ui/select.tsx';
import './texts.ts';

/** A person of the school, searched while typing. */
export function PersonChoice({
  label,
  value,
  onChoose,
}: {
  label: string;
  value: Choice | null;
  onChoose: (choice: Choice | null) => void;
}) {
  const { t } = useTranslation('assignments');
  const [find] = api.useLazyListPeopleQuery();
  return (
    <Combobox
      label={label}
      placeholder={value === null ? t('nobody') : undefined}
      hint={t('searchPerson')}
      none={t('noResults')}
      failed={t('usersFailed')}
      clears
      value={value}
      onChange={onChoose}
      choices={async (typed) => {
        const { personas } = await find({ limit: 20, ...(typed && { buscar: typed.slice(0, 100) }) }).unwrap();
        return personas.map(({ id, name, email }) => ({ id: String(id), label: name, detail: email ?? undefined }));
      }}
    />
  );
}
