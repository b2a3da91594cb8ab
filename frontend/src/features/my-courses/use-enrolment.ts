import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { feed } from '../../api/feed.ts';
import type { Course } from '../../domain/course.ts';
import type { SessionUser } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';

/** Enrols from this page, which then shows the course as one's own; the button is busy until then. */
export const useEnrolment = (user: SessionUser) => {
  const { t } = useTranslation('myCourses');
  const errorText = useErrorText();
  const [send] = api.useEnrolMutation();
  const [busy, setBusy] = useState<number | null>(null);
  const enrol = async (course: Course) => {
    if (busy !== null) return;
    setBusy(course.id);
    try {
      const { yaInscrito } = await send({ id_usuario: user.id, id_curso: course.id, grupo: null }).unwrap();
      if (yaInscrito) notify.info(t('already'));
      else notify.success(t('enrolled'));
      await feed().caughtUp(2_000);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === 'AUTH_REQUIRED') notify.error(t('unauthenticated'));
      else if (failure.code === 'NETWORK') notify.error(t('enrolError'));
      else notify.error(failure.code === 'UNKNOWN' ? t('enrolFailed') : `${t('enrolFailed')} ${errorText(error)}`);
    } finally {
      setBusy(null);
    }
  };
  return { enrol, busy };
};
