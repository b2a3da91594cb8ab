import { useLocation } from 'react-router-dom';
import { FormFoot } from './form-foot.tsx';
import { PublicSite } from './public-site.tsx';
import { useSiteLinks } from './site-links.ts';

/** The frame of a page that is a form, or one step of one. */
export function Component() {
  return <PublicSite links={useSiteLinks(useLocation().pathname)} foot={<FormFoot />} />;
}
