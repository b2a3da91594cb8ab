import { Outlet } from 'react-router-dom';
import { SiteFooter } from '../domain/site-footer.tsx';
import { SiteHeader } from '../domain/site-header.tsx';

/** The header and the footer of the public site around a page. `foot`: in place of the site's. */
export function PublicSite({
  links,
  foot = <SiteFooter />,
}: Pick<React.ComponentProps<typeof SiteHeader>, 'links'> & { foot?: React.ReactNode }) {
  return (
    <div className="site" data-density="comfortable">
      <SiteHeader links={links} />
      <main className="site-body wrap" id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      {foot}
    </div>
  );
}
