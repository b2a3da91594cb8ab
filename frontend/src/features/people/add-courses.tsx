import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { QueryState } from '../../ui/query-state.tsx';
import './people.css';
import './texts.ts';
import { useTier } from './sources.tsx';
import { useAssign } from './use-assign.ts';

/** The courses that a person does not have, to choose and give in one batch. */
export function AddCourses({ person, onClose }: { person: Pick<PersonRow, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation('assignments');
  const errorText = useErrorText();
  const assign = useAssign();
  const tier = useTier();
  const theirs = api.usePersonCoursesQuery(person.id);
  const courses = api.useListCoursesQuery({ todos: '1' });
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const has = new Set(theirs.data?.map(({ id_curso }) => id_curso));
  // Archived courses cannot be given.
  const others = theirs.data && courses.data?.filter(({ id, archivado }) => !archivado && !has.has(id));
  const titleOf = (courseId: number) => courses.data?.find(({ id }) => id === courseId)?.nombre ?? `#${courseId}`;
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('add')}
      confirmLabel={t('confirm')}
      ready={Boolean(others)}
      // With nothing chosen, confirming only closes, and needs no reason.
      {...(ticked.size > 0 && { reason: { required: true, of: `persona.${person.id}.cursos` } })}
      failureText={(failure) => `${t('addFailed')}${toFailure(failure).code === 'UNKNOWN' ? '' : `. ${errorText(failure)}`}`}
      onConfirm={async (motivo) => {
        if (ticked.size === 0) return;
        await assign(
          [...ticked].map((id_curso) => ({ id_usuario: person.id, id_curso, accion: 'agregar' as const })),
          motivo,
          { said: (count) => t('added', { count }), nameOf: ({ id_curso }) => titleOf(id_curso) },
        );
      }}
    >
      {courses.error ? (
        <QueryState of={courses} failed={t('coursesFailed')} inline />
      ) : others?.length === 0 ? (
        <p className="muted">{t('nothingToAdd')}</p>
      ) : (
        <fieldset className="options people-ticks">
          <legend>{t('addNote')}</legend>
          {others?.map(({ id, nombre, tipo }) => (
            <label key={id} className="checkbox">
              <input
                type="checkbox"
                checked={ticked.has(id)}
                onChange={({ target }) =>
                  setTicked((before) => {
                    const next = new Set(before);
                    if (target.checked) next.add(id);
                    else next.delete(id);
                    return next;
                  })
                }
              />
              <span>
                <span lang="es">{nombre}</span> <span className="muted">{tier(tipo)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Confirm>
  );
}
