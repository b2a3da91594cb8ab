import { Outlet, useLocation } from 'react-router-dom';
import { SiteFooter } from '../domain/site-footer.tsx';
import { SiteHeader } from '../domain/site-header.tsx';
import { useSiteLinks } from './site-links.ts';

/** Around the pages of signing in and those without a place of their own. No store, no Mantine. */
export function Component() {
  const { pathname } = useLocation();
  const links = useSiteLinks(pathname);
  return (
    <div className="site" data-density="comfortable">
      <SiteHeader links={links} />
      <main className="site-body wrap" id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
