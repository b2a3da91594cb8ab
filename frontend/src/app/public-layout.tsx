import { useLocation } from 'react-router-dom';
import { PublicSite } from './public-site.tsx';
import { useSiteLinks } from './site-links.ts';

/** The frame of public pages that are no form, and of those without a shell. */
export function Component() {
  return <PublicSite links={useSiteLinks(useLocation().pathname)} />;
}
