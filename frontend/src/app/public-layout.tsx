import { useLocation } from 'react-router-dom';
import { PublicSite } from './public-site.tsx';
import { useSiteLinks } from './site-links.ts';

/** The frame of the sign-in pages and of those without a shell. */
export function Component() {
  const { pathname } = useLocation();
  return <PublicSite links={useSiteLinks(pathname)} />;
}
