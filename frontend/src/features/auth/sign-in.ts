import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../../lib/http.ts';
import { homeOf, paths, validReturnTo } from '../../lib/paths.ts';
import { takePendingCourse } from '../../lib/pending-course.ts';
import { loadSession, type SessionUser } from '../../lib/session.ts';
import { toFailure } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';

/** Once the server has set the cookie: who it is, the course that was waiting, and on to where the person was going (A38, A39). */
export const useSignedIn = () => {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [search] = useSearchParams();

  const startPending = async (user: SessionUser): Promise<boolean> => {
    const courseId = await takePendingCourse();
    if (courseId === null) return false;
    try {
      const { data, position } = await call<{ message: string; yaInscrito: boolean }>('/api/inscripciones/inscribir', {
        method: 'POST',
        body: { id_usuario: user.id, id_curso: courseId },
      });
      const { feed } = await import('../../api/feed.ts');
      if (position) feed().committed(position);
      if (data.yaInscrito) notify.info(t('login.enrolAlready'));
      else notify.success(t('login.enrolDone'));
      return true;
    } catch (error) {
      notify.error(toFailure(error).code === 'NETWORK' ? t('login.enrolError') : t('login.enrolFailed'));
      return false;
    }
  };

  return async (): Promise<void> => {
    const user = await loadSession({ fresh: true });
    if (!user) throw new Error('the session was not kept');
    // A socket that a public page opened was nobody's; it now becomes this person's.
    const { feed } = await import('../../api/feed.ts');
    if (feed().socket.active) feed().restart();
    notify.success(t('login.success', { name: user.first_name ?? user.name }));
    const enrolled = await startPending(user);
    const to = validReturnTo(search.get('returnTo')) ?? (enrolled ? paths.myCourses : homeOf(user.user_role));
    await navigate(to, { replace: true });
  };
};
