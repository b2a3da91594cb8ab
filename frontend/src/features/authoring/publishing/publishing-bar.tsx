import './texts.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lib/lazy-route.ts';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { ReviewDialogProps } from './review-dialog.tsx';
import './publishing.css';

const ReviewDialog = lazyPart<ReviewDialogProps>(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog));

/** The count of unpublished changes, and the button to review and publish them. */
export function PublishingBar({ courseId, changes, conflicts }: { courseId: number; changes: number; conflicts: number }) {
  const { t } = useTranslation('publishing');
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <section className="publishing" aria-label={t('bar.label')}>
      <div className="publishing-says" role="status">
        {changes === 0 && conflicts === 0 ? (
          <StatusTag tone="ok">{t('bar.none')}</StatusTag>
        ) : (
          <StatusTag tone="now">{t('bar.count', { count: changes })}</StatusTag>
        )}
        {conflicts > 0 ? <StatusTag tone="urgent">{t('bar.conflicts', { count: conflicts })}</StatusTag> : null}
        <p className="muted publishing-kept">{t('bar.kept')}</p>
      </div>
      {changes === 0 && conflicts === 0 ? null : (
        <div className="row">
          <button
            type="button"
            className="btn"
            aria-haspopup="dialog"
            onClick={() => {
              setOpened(true);
              setOpen(true);
            }}
          >
            {t('bar.publish')}
          </button>
        </div>
      )}
      {opened ? (
        <Suspense fallback={null}>
          <ReviewDialog courseId={courseId} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
