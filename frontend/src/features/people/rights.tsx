import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRecord } from '../../../../backend/api/contract/auth.ts';
import { api } from '../../api/api.ts';
import { type RoleCode, role, roleKey } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

type Act = { kind: 'plan' } | { kind: 'role'; role: RoleCode } | { kind: 'give' | 'take'; courseId: number; course: string };

/** Plan and courses of one person, given and taken with a reason. */
export function Rights({
  person,
  onChanged,
  onClose,
}: {
  person: Pick<UserRecord, 'id' | 'name' | 'tipo_usuario' | 'user_role'>;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['people', 'common']);
  const self = useSessionUser().id === person.id;
  const enrolments = api.useListEnrolmentsQuery(person.id, { refetchOnMountOrArgChange: true });
  const courses = api.useListCoursesQuery({ todos: '1' });
  const [updateUser] = api.useUpdateUserMutation();
  const [assign] = api.useAssignCourseMutation();
  const [unassign] = api.useUnassignCourseMutation();
  const { save } = useSave();
  const [chosen, setChosen] = useState('');
  const [act, setAct] = useState<Act | null>(null);
  const premium = person.tipo_usuario === 2;
  const name = person.name;
  const titleOf = (courseId: number): string => courses.data?.find(({ id }) => id === courseId)?.nombre ?? `#${courseId}`;
  const theirs = new Set(enrolments.data?.map(({ id_curso }) => id_curso));
  const others = courses.data?.filter(({ id }) => !theirs.has(id)) ?? [];

  const confirm = async (motivo: string) => {
    if (!act) return;
    const send = async (): Promise<unknown> => {
      if (act.kind === 'plan') return updateUser({ id: person.id, body: { tipo_usuario: premium ? 1 : 2, motivo } }).unwrap();
      if (act.kind === 'role') return updateUser({ id: person.id, body: { user_role: act.role, motivo } }).unwrap();
      if (act.kind === 'give') return assign({ id_usuario: person.id, id_curso: act.courseId, motivo }).unwrap();
      return unassign({ userId: person.id, courseId: act.courseId, motivo }).unwrap();
    };
    await save(send, { done: t(({ plan: 'planDone', role: 'roleDone', give: 'given', take: 'taken' } as const)[act.kind]) });
    setChosen('');
    void enrolments.refetch();
    onChanged();
  };
  const asked =
    act === null || act.kind === 'plan'
      ? {
          title: t(premium ? 'planTakeTitle' : 'planTitle', { name }),
          label: t(premium ? 'takePremium' : 'givePremium'),
          text: t(premium ? 'planTakeText' : 'planText'),
        }
      : act.kind === 'role'
        ? {
            title: t('roleTitle', { name, role: t(`common:role.${roleKey(act.role)}`) }),
            label: t('roleButton'),
            text: t('roleText'),
          }
        : act.kind === 'give'
          ? { title: t('giveTitle', { name, course: act.course }), label: t('giveButton'), text: t('giveText') }
          : { title: t('takeTitle', { name, course: act.course }), label: t('take'), text: t('takeText') };

  return (
    <>
      <Dialog open={act === null} onClose={onClose} title={t('manageOf', { name })}>
        <div className="stack">
          <p className="row">
            <span>
              {t('plan')}: <strong>{t(premium ? 'premium' : 'basic')}</strong>
            </span>
            <button type="button" className="btn alt" onClick={() => setAct({ kind: 'plan' })}>
              {t(premium ? 'takePremium' : 'givePremium')}
            </button>
          </p>
          {self ? null : (
            <label className="field">
              <span className="field-label">{t('role')}</span>
              <select
                className="entry"
                value={person.user_role}
                onChange={(event) => {
                  const next = Object.values(role).find((code) => code === Number(event.target.value));
                  if (next !== undefined) setAct({ kind: 'role', role: next });
                }}
              >
                {Object.values(role).map((code) => (
                  <option key={code} value={code}>
                    {t(`common:role.${roleKey(code)}`)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <h3>{t('courses')}</h3>
          {enrolments.data ? (
            enrolments.data.length === 0 ? (
              <p className="muted">{t('noCourses')}</p>
            ) : (
              <ul className="people">
                {enrolments.data.map(({ id_curso: courseId }) => (
                  <li key={courseId} className="people-one">
                    <span className="people-who">{titleOf(courseId)}</span>
                    <button
                      type="button"
                      className="btn alt"
                      aria-label={t('takeOf', { course: titleOf(courseId) })}
                      onClick={() => setAct({ kind: 'take', courseId, course: titleOf(courseId) })}
                    >
                      {t('take')}
                    </button>
                  </li>
                ))}
              </ul>
            )
          ) : enrolments.error ? (
            <ErrorState title={t('coursesFailed')} error={enrolments.error} onRetry={() => void enrolments.refetch()} inline />
          ) : null}
          <label className="field">
            <span className="field-label">{t('give')}</span>
            <select className="entry" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">{t('choose')}</option>
              {others.map(({ id, nombre }) => (
                <option key={id} value={id}>
                  {nombre}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            className="btn"
            disabled={chosen === ''}
            onClick={() => setAct({ kind: 'give', courseId: Number(chosen), course: titleOf(Number(chosen)) })}
          >
            {t('giveButton')}
          </button>
        </div>
      </Dialog>
      <Confirm
        open={act !== null}
        onClose={() => setAct(null)}
        title={asked.title}
        confirmLabel={asked.label}
        danger={act?.kind === 'take' || (act?.kind === 'plan' && premium)}
        reason={{ label: t('reason'), required: true, of: `persona.${person.id}` }}
        onConfirm={confirm}
      >
        <p>{asked.text}</p>
      </Confirm>
    </>
  );
}
