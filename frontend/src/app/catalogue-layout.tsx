import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../lib/lazy-route.ts';
import { paths } from '../lib/paths.ts';
import { useMaybeSession } from '../lib/session.ts';
import { SiteFooter } from '../ui/site-footer.tsx';
import { SiteHeader } from '../ui/site-header.tsx';

const StudentFrame = lazyPart(() => import('./student-frame.tsx').then((module) => module.StudentFrame));

/** The catalogue stands in the public site for visitors and in the student's frame for who is signed in; neither needs the store. */
export function Component() {
  const { t } = useTranslation();
  const user = useMaybeSession();
  if (user)
    return (
      <Suspense fallback={null}>
        <StudentFrame user={user}>
          <Outlet />
        </StudentFrame>
      </Suspense>
    );
  return (
    <div className="sitio" data-density="comfortable">
      <SiteHeader
        links={[
          { to: paths.catalogue(), text: t('nav.courses'), current: true },
          { to: paths.pricing, text: t('nav.plans') },
          { to: paths.costs, text: t('nav.costs') },
        ]}
      />
      <main className="sitio-cuerpo wrap" id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
