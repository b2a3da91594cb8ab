import '../i18n/catalog.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../lib/http.ts';
import { paths } from '../lib/paths.ts';
import type { SessionUser } from '../lib/session.ts';
import { toFailure, useErrorText } from '../ui/error-text.ts';
import { notify } from '../ui/notify.ts';
import type { Course } from './course.ts';

/** Enrols the person and opens the course, which already shows the enrolment. */
export const useEnrol = (user: SessionUser | null) => {
  const { t } = useTranslation('catalog');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<number | null>(null);
  /** `grupo`: the group that the person chose. */
  const enrol = async (course: Course, grupo?: number) => {
    if (!user || busy !== null) return;
    setBusy(course.id);
    try {
      const { data, position } = await call(calls.enrol, {
        id_usuario: user.id,
        id_curso: course.id,
        grupo: grupo ?? null,
      });
      // The shell's first reads wait for this write.
      const { feed } = await import('../api/feed.ts');
      if (position) feed().committed(position);
      if (data.yaInscrito) notify.info(t('enrol.already'));
      else notify.success(t('enrol.done'));
      await navigate(paths.course(course.id));
    } catch (error) {
      const failure = toFailure(error);
      // The course's page asks for the group.
      if (failure.code === 'GROUP_REQUIRED') {
        notify.info(errorText(error));
        await navigate(paths.course(course.id));
        return;
      }
      if (failure.code === 'NETWORK') notify.error(t('enrol.checkFailed'));
      else notify.error(failure.code === 'UNKNOWN' && !failure.message ? t('enrol.failed') : errorText(error));
    } finally {
      setBusy(null);
    }
  };
  return { enrol, busy };
};
