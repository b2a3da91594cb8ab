import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Pending, takePending } from '../../domain/pending-course.ts';
import { call } from '../../lib/http.ts';
import { homeOf, paths, validReturnTo } from '../../lib/paths.ts';
import { loadSession, type SessionUser } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';

/** Called once the server has set the cookie: loads who is signed in. A socket that a public page opened was a visitor's; it is connected again for this person. */
export const loadSigned = async (): Promise<SessionUser> => {
  const user = await loadSession({ fresh: true });
  if (!user) throw new Error('the session was not kept');
  const { feed } = await import('../../api/feed.ts');
  if (feed().socket.active) feed().restart();
  return user;
};

/** Called once the server has set the cookie: loads who is signed in, does what was pending, and goes on to where the person was going (A38, A39). What is to be bought comes last (C-58). */
export const useSignedIn = () => {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [search] = useSearchParams();

  /** A scholarship code leads to its course at once; a refusal is shown until it is read. */
  const redeemPending = async (codigo: string, id_curso: number): Promise<string> => {
    try {
      const { position } = await call(calls.redeemScholarship, { codigo, id_curso });
      const { feed } = await import('../../api/feed.ts');
      if (position) feed().committed(position);
      notify.success(t('login.grantDone'));
      return paths.course(id_curso);
    } catch (error) {
      notify.error(t('login.grantFailed', { detail: errorText(error) }));
      return paths.myCourses;
    }
  };
  /** Returns where that leads; null: nowhere in particular. */
  const startPending = async (
    user: SessionUser,
    { id_curso: courseId, codigo }: Pending,
    toCourse: boolean,
  ): Promise<{ to: string; first: boolean } | null> => {
    if (courseId === null) return null;
    if (codigo !== null) return { to: await redeemPending(codigo, courseId), first: true };
    try {
      const { data, position } = await call(calls.enrol, { id_usuario: user.id, id_curso: courseId, grupo: null });
      const { feed } = await import('../../api/feed.ts');
      if (position) feed().committed(position);
      if (data.yaInscrito) notify.info(t('login.enrolAlready'));
      else notify.success(t('login.enrolDone'));
      return { to: toCourse ? paths.course(courseId) : paths.myCourses, first: toCourse };
    } catch (error) {
      // The course itself asks in which group.
      if (toFailure(error).code === 'GROUP_REQUIRED') {
        notify.info(errorText(error));
        return { to: paths.course(courseId), first: true };
      }
      notify.error(toFailure(error).code === 'NETWORK' ? t('login.enrolError') : t('login.enrolFailed'));
      return null;
    }
  };

  /** `confirmed`: by the link of the mail; who wanted a course stands in it at once. */
  return async ({ confirmed = false } = {}): Promise<void> => {
    const user = await loadSigned();
    notify.success(confirmed ? t('verify.done') : t('login.success', { name: user.first_name ?? user.name }));
    const wanted = await takePending();
    const begun = wanted && (await startPending(user, wanted, confirmed));
    const buying = wanted?.compra ? paths.checkout(wanted.compra, wanted.regalo) : null;
    const aside = wanted?.codigo_regalo ? paths.gift(wanted.codigo_regalo) : buying;
    const to =
      (begun?.first ? (buying ?? begun.to) : validReturnTo(search.get('returnTo'))) ?? aside ?? begun?.to ?? homeOf(user.user_role);
    await navigate(to, { replace: true });
  };
};
