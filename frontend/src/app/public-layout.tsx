import { useLocation } from 'react-router-dom';
import { PublicSite } from './public-site.tsx';
import { useSiteLinks } from './site-links.ts';

/** Around the pages of signing in and those without a shell of their own. */
export function Component() {
  const { pathname } = useLocation();
  return <PublicSite links={useSiteLinks(pathname)} />;
}
