import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { cardAction } from '../../domain/course.ts';
import { GroupChoice, type NoSeat, noSeatIn } from '../../domain/groups/group-choice.tsx';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';
import { useLesson } from './lesson-context.ts';

/** For people who are not enrolled: how to enrol, or why they cannot. */
export function EnrolBox() {
  const { t } = useTranslation('lesson');
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const user = useSessionUser();
  const { outline } = useLesson();
  const [enrol] = api.useEnrolMutation();
  const { save, busy } = useSave();
  const [group, setGroup] = useState<number>();
  const action = cardAction(outline.curso, user, null);
  const buys = action.kind === 'buy' || (action.kind === 'locked' && action.buy !== null);
  const [noSeat, setNoSeat] = useState<NoSeat | null>(null);
  const start = async () => {
    setNoSeat(null);
    try {
      const answer = await save(() => enrol({ id_usuario: user.id, id_curso: outline.curso.id, grupo: group ?? null }).unwrap());
      if (answer?.yaInscrito) notify.info(t('enrol.already'));
      else if (answer) notify.success(t('enrol.done'));
    } catch (error) {
      const refusal = noSeatIn(error, errorText);
      setNoSeat(refusal);
      if (refusal) setGroup(undefined);
      else notify.error(`${t('enrol.failed')} ${errorText(error)}`);
    }
  };
  return (
    <section data-writes className="card progress" aria-label={t('enrol.title')}>
      <div className="progress-line">
        <h2>{t('enrol.title')}</h2>
        <p className="muted">{t(action.kind === 'locked' ? 'enrol.premium' : action.kind === 'buy' ? 'enrol.mustBuy' : 'enrol.text')}</p>
      </div>
      {(outline.grupos.length > 0 || noSeat) && (action.kind === 'start' || buys) ? (
        <GroupChoice courseId={outline.curso.id} value={group} onChange={setGroup} error={noSeat?.text ?? null} />
      ) : null}
      {action.kind === 'start' ? (
        <button type="button" className="btn large" onClick={() => void start()} aria-disabled={busy} aria-busy={busy}>
          {t(busy ? 'enrol.busy' : 'enrol.action')}
        </button>
      ) : buys || action.kind === 'locked' ? (
        <>
          {buys ? (
            <Link className="btn large" to={paths.checkout(outline.curso.id, false, group)}>
              {common('course.buy')}
            </Link>
          ) : null}
          {action.kind === 'locked' ? (
            <Link className={buys ? 'btn alt large' : 'btn large'} to={action.to}>
              {common('course.upgrade')}
            </Link>
          ) : null}
        </>
      ) : (
        <IconLock size={32} stroke={1.6} aria-hidden="true" />
      )}
    </section>
  );
}
