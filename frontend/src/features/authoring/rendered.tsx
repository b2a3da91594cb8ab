import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-route.ts';

const Markdown = lazyPart(() => import('../../ui/markdown.tsx').then((module) => module.Markdown));

/** A text of the course as learners read it; as plain source until the renderer is loaded. */
export function Rendered({ children }: { children: string }) {
  return (
    <Suspense
      fallback={
        <div className="rendered-source" lang="es">
          {children}
        </div>
      }
    >
      <Markdown>{children}</Markdown>
    </Suspense>
  );
}
