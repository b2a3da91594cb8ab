import { useLocation } from 'react-router-dom';
import { FormFoot } from './form-foot.tsx';
import { PublicSite } from './public-site.tsx';
import { useSiteLinks } from './site-links.ts';

/** Pages that are a form, or one step of one. */
const forms =
  /^\/(?:login|register|reset-password|verify-email|verify-email-notice|google|setup|complete-profile|checkout|unsubscribe|demo\/payment)$/;

/** The frame of the sign-in pages and of those without a shell. */
export function Component() {
  const { pathname } = useLocation();
  return <PublicSite links={useSiteLinks(pathname)} foot={forms.test(pathname) ? <FormFoot /> : undefined} />;
}
