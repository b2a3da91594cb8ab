import { lazyPart } from '../lib/lazy-route.ts';
import { DialogButton } from '../ui/dialog-button.tsx';

const CodeDialog = lazyPart(() => import('./code-dialog.tsx').then((module) => module.CodeDialog));

/** «Tengo un código de beca», wherever somebody would look for it; the dialog is loaded on the press. */
export const CodeButton = ({ className = 'btn alt', courseId, children }: { className?: string; courseId?: number; children: string }) => (
  <DialogButton writes className={className} dialog={(open, onClose) => <CodeDialog open={open} onClose={onClose} courseId={courseId} />}>
    {children}
  </DialogButton>
);
