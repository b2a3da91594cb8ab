import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSchool } from '../lib/school.ts';
import './page.css';

/** Sets the document's title, and on a navigation inside the application moves focus to the heading, which announces the new page. */
export const usePageHeading = <T extends HTMLElement = HTMLHeadingElement>(title: string) => {
  const heading = useRef<T>(null);
  const { pathname, key, hash } = useLocation();
  const { nombre } = useSchool();
  useEffect(() => {
    document.title = title ? `${title} · ${nombre}` : nombre;
  }, [title, nombre]);
  // The first page is left to the browser, which reads it from its top; so is a link to a section.
  const navigated = key !== 'default' && !hash;
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (navigated) heading.current?.focus({ preventScroll: true });
  }, [pathname, navigated]);
  return heading;
};

interface Props {
  title: string;
  /** The heading, where it differs from the document's title. */
  heading?: React.ReactNode;
  lead?: React.ReactNode;
  /** After the lead: how old what the page shows is (`Freshness`). */
  fresh?: React.ReactNode;
  /** Right of the heading: the page's buttons. */
  actions?: React.ReactNode;
  /** Above the heading: breadcrumbs. */
  breadcrumb?: React.ReactNode;
  /** The heading is only for assistive technology. */
  quiet?: boolean;
  width?: 'normal' | 'narrow' | 'full';
  children: React.ReactNode;
}

export function Page({ title, heading, lead, fresh, actions, breadcrumb, quiet = false, width = 'normal', children }: Props) {
  const ref = usePageHeading(title);
  return (
    <div className="page" data-width={width}>
      <div className={quiet ? 'sr' : 'page-head'}>
        <div className="page-titles">
          {breadcrumb ? <div className="page-breadcrumbs muted">{breadcrumb}</div> : null}
          <h1 ref={ref} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lead || fresh ? (
            <p className="muted page-entry">
              {lead} {fresh ? <span className="page-fresh">{fresh}</span> : null}
            </p>
          ) : null}
        </div>
        {actions && !quiet ? <div className="row">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
