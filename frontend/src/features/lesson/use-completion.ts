import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import { landedAt, type Mark, makeMark, sendMarks, useMarks } from '../../api/marks.ts';
import { useReadStatus } from '../../api/read-status.ts';
import type { AppDispatch } from '../../api/store.ts';
import { readAgain } from '../../api/topics.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import type { Pending } from './walk.ts';

/** How long to wait for the push that contains a delivered mark, before the answer is read again. */
const ASK_AGAIN_MS = 6_000;

/**
 * Marks of completed classes: shown at once, and applied over the school's answer until an answer contains them or the school refuses. Without a
 * connection they wait on this device (`api/marks.ts`).
 */
export const useCompletion = (userId: number, courseId: number, learner: LearnerCourse | undefined) => {
  const { t } = useTranslation('lesson');
  const errorText = useErrorText();
  const dispatch = useDispatch<AppDispatch>();
  const kept = useMarks();
  /** Marks made on this page; the last one of each class. */
  const [made, setMade] = useState<ReadonlyMap<number, Mark>>(() => new Map());
  const own = useMemo(() => kept.filter((one) => one.userId === userId && one.courseId === courseId), [kept, userId, courseId]);
  const waiting = useMemo((): Pending => new Map(own.filter((one) => one.waiting).map(({ sessionId, done }) => [sessionId, done])), [own]);
  const pending = useMemo(
    (): Pending => new Map([...[...made.values()], ...own].map(({ sessionId, done }) => [sessionId, done])),
    [made, own],
  );

  /** Only this mark: a newer one of the class stays. */
  const drop = useCallback((marks: readonly Mark[]) => {
    setMade((before) => {
      const gone = marks.filter(({ sessionId, key }) => before.get(sessionId)?.key === key);
      if (gone.length === 0) return before;
      const after = new Map(before);
      for (const { sessionId } of gone) after.delete(sessionId);
      return after;
    });
  }, []);
  const again = useCallback(() => void dispatch(readAgain(`progreso:${userId}`, `curso:${courseId}`)), [dispatch, userId, courseId]);
  // The mark's result as the school now has it. An answer from before it does not contain it; a fresh one does.
  const delivered = useMemo(() => [...made.values()].filter(({ key }) => !own.some((one) => one.key === key)), [made, own]);
  const reached = useReadStatus('learnerCourse')?.position ?? null;
  useEffect(() => {
    if (!learner || delivered.length === 0) return;
    const ahead = delivered.filter((one) => (landedAt(one) ?? '') > (reached ?? ''));
    drop(delivered.filter((one) => !ahead.includes(one)));
    if (ahead.length === 0) return;
    const timer = setTimeout(again, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [learner, delivered, reached, drop, again]);

  const mark = async (sessionId: number, done: boolean) => {
    const mine = makeMark({ userId, courseId, sessionId, done });
    setMade((before) => new Map(before).set(sessionId, mine));
    await sendMarks(userId, {
      refused: (one, error) => {
        drop([one]);
        again();
        notify.error(`${t(one.done ? 'completion.failed' : 'completion.undoFailed')} ${errorText(error)}`);
      },
      queued: () => void notify.info(t('completion.queued')),
      late: again,
    });
  };
  return { pending, waiting, mark };
};
