import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { LearnerCourse } from '../../../../backend/api/contract/learning.ts';
import { useCompleteClassMutation } from '../../api/generated.ts';
import { forgetMark, queueMark, useQueuedMarks } from '../../api/queued-marks.ts';
import type { AppDispatch } from '../../api/store.ts';
import { readAgain, topicOf } from '../../api/topics.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { type Pending, settled } from './walk.ts';

/**
 * Marks of completed classes: shown at once, sent one at a time per class with the last wish winning, dropped when the server shows them or refuses.
 * Without a connection they wait on this device and stay shown.
 */
export const useCompletion = (userId: number, courseId: number, learner: LearnerCourse | undefined) => {
  const { t } = useTranslation('lesson');
  const errorText = useErrorText();
  const dispatch = useDispatch<AppDispatch>();
  const [send] = useCompleteClassMutation();
  const [pending, setPending] = useState<Pending>(() => new Map());
  const queued = useQueuedMarks();
  const waiting = useMemo(
    (): Pending =>
      new Map(queued.filter((one) => one.userId === userId && one.courseId === courseId).map((one) => [one.sessionId, one.done])),
    [queued, userId, courseId],
  );
  const shown = useMemo((): Pending => (waiting.size > 0 ? new Map([...waiting, ...pending]) : pending), [waiting, pending]);
  const wishes = useRef(new Map<number, boolean>());
  const running = useRef(new Set<number>());

  const drop = useCallback((ids: readonly number[]) => {
    setPending((before) => {
      if (!ids.some((id) => before.has(id))) return before;
      const after = new Map(before);
      for (const id of ids) after.delete(id);
      return after;
    });
  }, []);
  useEffect(() => {
    if (learner) drop(settled(learner, pending).filter((id) => !running.current.has(id)));
  }, [learner, pending, drop]);

  const mark = async (sessionId: number, done: boolean) => {
    wishes.current.set(sessionId, done);
    forgetMark(userId, sessionId);
    setPending((before) => new Map(before).set(sessionId, done));
    if (running.current.has(sessionId)) return;
    running.current.add(sessionId);
    let sent = done;
    try {
      for (let wish = wishes.current.get(sessionId); wish !== undefined; wish = wishes.current.get(sessionId)) {
        sent = wish;
        wishes.current.delete(sessionId);
        await send({ userId, sessionId, body: { completado: wish } }).unwrap();
      }
      running.current.delete(sessionId);
      // Usually the server's answer is on the screen by now; a mark never outlives it for long.
      setTimeout(() => drop([sessionId]), 6_000);
      setPending((before) => new Map(before));
    } catch (error) {
      const last = wishes.current.get(sessionId) ?? sent;
      wishes.current.delete(sessionId);
      running.current.delete(sessionId);
      if (toFailure(error).status === 0) {
        queueMark({ userId, courseId, sessionId, done: last });
        drop([sessionId]);
        notify.info(t('completion.queued'));
        return;
      }
      drop([sessionId]);
      dispatch(readAgain(topicOf.progress(userId), topicOf.course(courseId)));
      notify.error(`${t(done ? 'completion.failed' : 'completion.undoFailed')} ${errorText(error)}`);
    }
  };
  return { pending: shown, waiting, mark };
};
