import { pages } from 'virtual:pages';
import { useTranslation } from 'react-i18next';
import type { SiteMenuText } from '../../../backend/api/contract/pages.ts';
import type { SiteLink } from '../domain/site-header.tsx';

/** The menu of the public pages. `current`: the active one. */
export const useSiteLinks = (current: string): SiteLink[] => {
  const { t } = useTranslation();
  return pages.flatMap(({ path: to, who, menu }) =>
    menu && who === 'anyone' ? [{ to, text: t(menu as SiteMenuText), current: to === current }] : [],
  );
};
