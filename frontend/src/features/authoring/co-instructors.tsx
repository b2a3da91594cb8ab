import { IconUserMinus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import { useEditor, useLocked } from './editor-context.ts';

/** Who teaches the course beside its instructor: seen by all of them, chosen by the instructor and administrators; whoever does may leave. */
export function CoInstructors() {
  const { t } = useTranslation('authoring');
  const { courseId } = useEditor();
  const locked = useLocked();
  const me = useSessionUser();
  const field = useId();
  const [chosen, setChosen] = useState('');
  const query = api.useCourseTeachersQuery(courseId);
  const { data } = query;
  const leads = me.user_role === role.admin || data?.instructor?.id === me.id;
  const instructors = api.useInstructorsQuery(undefined, { skip: !leads });
  const [add] = api.useAddCoInstructorMutation();
  const [remove] = api.useRemoveCoInstructorMutation();
  const { save, act, busy } = useSave();
  const [leaving, setLeaving] = useState<{ id: number; nombre: string } | null>(null);
  if (!data)
    return (
      <section className="card stack">
        <h2>{t('beside.title')}</h2>
        <QueryState of={query} failed={t('beside.loadError')} inline rows={3} />
      </section>
    );
  const { coinstructores, maximo } = data;
  const teaching = new Set([data.instructor?.id, ...coinstructores.map(({ id }) => id)]);
  const others = (instructors.data?.data ?? []).filter(({ id }) => !teaching.has(id));
  const put = (userId: number, name: string, motivo?: string) =>
    act(() => add({ courseId, body: { id_usuario: userId, motivo } }).unwrap(), { done: t('beside.added', { name }) });
  const take = (userId: number, name: string, motivo: string) =>
    save(() => remove({ courseId, userId, motivo }).unwrap(), {
      done: t('beside.removed', { name }),
      ...(leads && { offer: { action: { label: t('beside.undo'), onClick: () => void put(userId, name, t('beside.undoReason')) } } }),
    });
  const own = leaving?.id === me.id;
  const choose = () => {
    const person = others.find(({ id }) => String(id) === chosen);
    if (!person || busy) return;
    setChosen('');
    void put(person.id, person.fullName);
  };
  return (
    <section className="card stack" aria-labelledby="info-coinstructores">
      <h2 id="info-coinstructores">{t('beside.title')}</h2>
      <p className="muted">{t('beside.lead')}</p>
      {coinstructores.length > 0 ? (
        <ul className="co-instructors">
          {coinstructores.map(({ id, nombre }) => (
            <li key={id}>
              <span>{nombre}</span>
              {locked || !(leads || id === me.id) ? null : (
                <button
                  type="button"
                  className="btn alt"
                  aria-haspopup="dialog"
                  aria-label={t(id === me.id ? 'beside.leaveOf' : 'beside.removeOf', { name: nombre })}
                  onClick={() => setLeaving({ id, nombre })}
                >
                  <IconUserMinus size={18} aria-hidden="true" />
                  {t(id === me.id ? 'beside.leave' : 'beside.remove')}
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('beside.none')}</p>
      )}
      {leads && !locked && coinstructores.length < maximo ? (
        <div className="row co-instructors-add">
          <label className="sr" htmlFor={field}>
            {t('beside.who')}
          </label>
          <select id={field} className="entry" value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">{t('beside.who')}</option>
            {others.map(({ id, fullName, email }) => (
              <option key={id} value={id}>
                {fullName || email}
              </option>
            ))}
          </select>
          <button type="button" className="btn alt" aria-disabled={busy} onClick={choose}>
            {t('beside.add')}
          </button>
        </div>
      ) : null}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={own ? t('beside.leaveTitle') : t('beside.removeTitle', { name: leaving?.nombre })}
        confirmLabel={t(own ? 'beside.leave' : 'beside.remove')}
        danger
        reason={{ required: !own, of: `curso.${courseId}.imparte.${leaving?.id}` }}
        onConfirm={(motivo) => leaving && take(leaving.id, leaving.nombre, motivo)}
      >
        <p>{t(own ? 'beside.leaveText' : 'beside.removeText')}</p>
      </Confirm>
    </section>
  );
}
