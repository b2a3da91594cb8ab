import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/dates.ts';
import { formatBytes } from '../../../lib/format.ts';
import { canKeep, dropCourse, keepCourse, refreshCourse, useKept } from '../../../lib/kept-courses.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useErrorText } from '../../../ui/error-text.ts';
import { notify } from '../../../ui/notify.ts';
import './texts.ts';

/** Parts of a class that are loaded once it needs them: before they can no longer be. */
const parts = () =>
  Promise.all([
    import('../discussion/discussion.tsx'),
    import('../quiz/quiz-view.tsx'),
    import('../exercise/exercise-view.tsx'),
    import('../../../ui/player/player.tsx'),
    import('../../../ui/markdown-formulas.ts'),
    import('../../../ui/menu-list.tsx'),
  ]);

/** Keeps the course on this device, to be read without a connection; says since when it is kept, how large it is, and takes it away again. */
export function KeepOffline({ courseId }: { courseId: number }) {
  const { t } = useTranslation('keep');
  const user = useSessionUser();
  const errorText = useErrorText();
  const kept = useKept(courseId);
  const [step, setStep] = useState<{ done: number; of: number } | null>(null);
  useEffect(() => {
    if (kept) void refreshCourse(user.id, kept);
  }, [user.id, kept]);
  // Somebody who only views the school as this person leaves nothing of theirs on the device.
  if (!canKeep() || user.viewer) return null;
  const keep = async () => {
    setStep({ done: 0, of: 0 });
    try {
      await parts();
      await keepCourse(user.id, courseId, (done, of) => setStep({ done, of }));
      notify.success(t('done'));
    } catch (error) {
      const full = (error as Error).name === 'QuotaExceededError';
      notify.error(`${t('failed')} ${full ? t('full') : errorText(error)}`);
    } finally {
      setStep(null);
    }
  };
  if (kept && !step)
    return (
      <p className="muted keep-offline kept-offline">
        <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" />
        <span>
          {t('kept', { date: formatDate(kept.at), size: formatBytes(kept.bytes) })}{' '}
          <button type="button" className="link" onClick={() => void dropCourse(courseId)}>
            {t('drop')}
          </button>
        </span>
      </p>
    );
  return (
    <p className="row keep-offline">
      <button type="button" className="btn alt" onClick={() => void keep()} disabled={step !== null}>
        <IconDownload size={18} stroke={1.8} aria-hidden="true" />
        {t('action')}
      </button>
      <span className="muted" role="status">
        {step && step.of > 0 ? t('step', step) : t('hint')}
      </span>
    </p>
  );
}
