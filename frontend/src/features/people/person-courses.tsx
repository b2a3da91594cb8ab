import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import './people.css';
import './texts.ts';

interface Act {
  kind: 'give' | 'take';
  courseId: number;
  course: string;
}

/** The courses of one person, given and taken with a reason. */
export function PersonCourses({ person }: { person: Pick<PersonRow, 'id' | 'name'> }) {
  const { t } = useTranslation('people');
  const enrolments = api.useListEnrolmentsQuery(person.id);
  const courses = api.useListCoursesQuery({ todos: '1' });
  const [assign] = api.useAssignCourseMutation();
  const [unassign] = api.useUnassignCourseMutation();
  const { save } = useSave();
  const [chosen, setChosen] = useState('');
  const [act, setAct] = useState<Act | null>(null);
  const { name } = person;
  const titleOf = (courseId: number): string => courses.data?.find(({ id }) => id === courseId)?.nombre ?? `#${courseId}`;
  const theirs = new Set(enrolments.data?.map(({ id_curso }) => id_curso));
  const others = courses.data?.filter(({ id }) => !theirs.has(id)) ?? [];
  const asked = act && { name, course: act.course };
  return (
    <div className="stack">
      {enrolments.data ? (
        enrolments.data.length === 0 ? (
          <p className="muted">{t('noCourses')}</p>
        ) : (
          <ul className="people">
            {enrolments.data.map(({ id_curso: courseId }) => (
              <li key={courseId} className="people-one">
                <span className="people-who" lang="es">
                  {titleOf(courseId)}
                </span>
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
      <p className="row">
        <button
          type="button"
          className="btn"
          disabled={chosen === ''}
          onClick={() => setAct({ kind: 'give', courseId: Number(chosen), course: titleOf(Number(chosen)) })}
        >
          {t('giveButton')}
        </button>
      </p>
      <Confirm
        open={act !== null}
        onClose={() => setAct(null)}
        title={asked ? t(act?.kind === 'give' ? 'giveTitle' : 'takeTitle', asked) : ''}
        confirmLabel={t(act?.kind === 'give' ? 'giveButton' : 'take')}
        danger={act?.kind === 'take'}
        reason={{ label: t('reason'), required: true, of: `persona.${person.id}` }}
        onConfirm={async (motivo) => {
          if (!act) return;
          const send = (): Promise<unknown> =>
            act.kind === 'give'
              ? assign({ id_usuario: person.id, id_curso: act.courseId, motivo }).unwrap()
              : unassign({ userId: person.id, courseId: act.courseId, motivo }).unwrap();
          await save(send, { done: t(act.kind === 'give' ? 'given' : 'taken') });
          setChosen('');
        }}
      >
        <p>{t(act?.kind === 'give' ? 'giveText' : 'takeText')}</p>
      </Confirm>
    </div>
  );
}
