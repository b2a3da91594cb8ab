import { useTranslation } from 'react-i18next';
import type { Fact, Thing } from './use-facts.ts';
import './texts.ts';

/** A role as people call it, also of who has no account. */
export const useRoleName = () => {
  const { t } = useTranslation(['wholeHistory', 'common']);
  return (rol: Fact['rol']): string =>
    rol === 'visitor' || rol === 'system' ? t(`roles.${rol}`) : t(`common:role.${rol === 'administrator' ? 'admin' : rol}`);
};

/** What a thing is called; by its kind where it has no name. */
export const useThingName = () => {
  const { t } = useTranslation('wholeHistory');
  return ({ tipo, id, nombre }: Thing): string => nombre ?? t(`thing.${tipo}`, { id });
};
