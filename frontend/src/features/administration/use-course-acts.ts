import '../../domain/restore-course/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import { download } from '../../api/download.ts';
import { feed } from '../../api/feed.ts';
import type { Course } from '../../domain/course.ts';
import { requestOf } from '../../lib/calls.ts';
import { ApiError } from '../../lib/http.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';

/** The message for a failure in this screen's own words. */
const reworded = (failure: unknown, message: string) => {
  const { status, reference = '' } = toFailure(failure);
  return new ApiError(status, 'UNKNOWN', message, reference);
};

export type ActKind = 'publish' | 'unpublish' | 'archive' | 'restore' | 'feature' | 'unfeature' | 'duplicate';

/** Staff's actions on a course. Never optimistic: a row is marked as busy until the list itself shows the result. */
export const useCourseActs = () => {
  const { t } = useTranslation(['admin', 'restoreCourse']);
  const errorText = useErrorText();
  const [setStatus] = api.useSetCourseStatusMutation();
  const [sendArchive] = api.useArchiveCourseMutation();
  const [sendRestore] = api.useRestoreCourseMutation();
  const [update] = api.useUpdateCourseMutation();
  const [sendOrder] = api.useOrderFeaturedMutation();
  const [sendDuplicate] = api.useDuplicateCourseMutation();
  const navigate = useNavigate();
  const { user_role } = useSessionUser();
  const [pending, setPending] = useState<ReadonlyMap<number, ActKind>>(() => new Map());
  const during = async <T>(course: Course, kind: ActKind, work: () => Promise<T>): Promise<T> => {
    const put = (value: ActKind | null) =>
      setPending((before) => {
        const after = new Map(before);
        if (value) after.set(course.id, value);
        else after.delete(course.id);
        return after;
      });
    put(kind);
    try {
      const result = await work();
      if (!(await feed().caughtUp(3_000))) notify.info(t('courses.slow'));
      return result;
    } finally {
      put(null);
    }
  };
  /** The dialog shows what is thrown. */
  const publish = async (course: Course, estado: 0 | 1, motivo: string) => {
    await during(course, estado === 1 ? 'publish' : 'unpublish', async () => {
      try {
        await setStatus({ id: course.id, body: command({ estado, ...(motivo && { motivo }) }, { ifMatch: course.version }) }).unwrap();
      } catch (failure) {
        throw reworded(failure, `${t('courses.statusFailed')}. ${errorText(failure)}`);
      }
    });
    notify.success(t(estado === 1 ? 'courses.published_done' : 'courses.unpublished_done'));
  };
  /** Whether the course is the first on the landing page. */
  const feature = async (course: Course, destacado: boolean) => {
    try {
      await during(course, destacado ? 'feature' : 'unfeature', () =>
        update({ id: course.id, body: command({ destacado }, { ifMatch: course.version }) }).unwrap(),
      );
      notify.success(t(destacado ? 'courses.featured_done' : 'courses.unfeatured_done', { course: course.nombre }));
    } catch (failure) {
      notify.error(`${t('courses.featureFailed')} ${errorText(failure)}`);
    }
  };
  /** The dialog shows what is thrown. */
  const order = async (orden: readonly number[]) => {
    await sendOrder({ orden: [...orden] }).unwrap();
    if (!(await feed().caughtUp(3_000))) notify.info(t('courses.slow'));
    notify.success(t('courses.order.done'));
  };
  /** The dialog shows what is thrown. */
  const restore = async (course: Course, motivo: string) => {
    await during(course, 'restore', async () => {
      try {
        await sendRestore({ id: course.id, body: { ...(motivo && { motivo }) } }).unwrap();
      } catch (failure) {
        throw reworded(failure, `${t('courses.restoreFailed')} ${errorText(failure)}`);
      }
    });
    notify.success(t('restoreCourse:done', { course: course.nombre }));
  };
  const unarchive = (course: Course) => restore(course, t('courses.batch.undoReason')).catch(({ message }: Error) => notify.error(message));
  const archive = async (course: Course, motivo: string) => {
    await during(course, 'archive', async () => {
      try {
        await sendArchive({ id: course.id, ...(motivo && { motivo }) }).unwrap();
      } catch (failure) {
        throw reworded(
          failure,
          toFailure(failure).status === 0 ? t('courses.archiveNetwork') : t('courses.archiveFailed', { detail: errorText(failure) }),
        );
      }
    });
    notify.success(t('courses.archived_done', { course: course.nombre }), {
      duration: 8_000,
      action: { label: t('courses.undo'), onClick: () => void unarchive(course) },
    });
  };
  /** The notice offers to edit the copy. */
  const duplicate = async (course: Course) => {
    try {
      const { id, nombre } = await during(course, 'duplicate', () => sendDuplicate({ id: course.id, body: {} }).unwrap());
      notify.success(t('courses.duplicated', { course: nombre }), {
        duration: 8_000,
        action: { label: t('courses.madeOpen'), onClick: () => void navigate(officePaths.editCourse(id, user_role)) },
      });
    } catch (failure) {
      notify.error(t('courses.duplicateFailed', { detail: errorText(failure) }));
    }
  };
  const save = async (course: Course, what: 'package' | 'text') => {
    try {
      if (what === 'package') await download(requestOf(calls.exportCourse, course.id), 'application/zip', 'curso.zip');
      else await download(requestOf(calls.exportCourseText, course.id), 'text/plain', 'curso.txt');
    } catch (failure) {
      notify.error(t('courses.package.downloadFailed', { course: course.nombre, detail: errorText(failure) }));
    }
  };
  return { pending, publish, archive, restore, feature, order, duplicate, download: save };
};
export type CourseActs = ReturnType<typeof useCourseActs>;
