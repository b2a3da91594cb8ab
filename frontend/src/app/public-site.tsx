import { Outlet } from 'react-router-dom';
import { SiteFooter } from '../domain/site-footer.tsx';
import { SiteHeader } from '../domain/site-header.tsx';

/** The header and the footer of the public site around a page. */
export function PublicSite({ links }: Pick<React.ComponentProps<typeof SiteHeader>, 'links'>) {
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
