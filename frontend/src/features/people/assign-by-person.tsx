import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { useAddress } from '../../lib/use-address.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { AddCourses } from './add-courses.tsx';
import { AssignedCourses } from './assigned-courses.tsx';
import { PersonChoice } from './person-choice.tsx';
import './people.css';
import './texts.ts';

/** The person in `?userId=`. */
const idOf = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/** The courses of one person. */
export function AssignByPerson() {
  const { t } = useTranslation('assignments');
  const { get, put } = useAddress();
  const asked = get('userId');
  const userId = idOf(asked);
  const found = api.useGetPersonQuery(userId ?? 0, { skip: userId === null });
  const [adding, setAdding] = useState(false);
  const person = userId === null ? null : (found.currentData ?? null);
  const unknown = asked !== null && (userId === null || (found.error !== undefined && !person));
  return (
    <div className="stack people-part">
      <PersonChoice
        label={t('person')}
        value={person && { id: String(person.id), label: person.name, detail: person.email ?? undefined }}
        onChoose={(choice) => put({ userId: choice?.id ?? null }, true)}
      />
      {unknown ? (
        <ErrorState
          title={t('unknown', { id: asked.slice(0, 20) })}
          error={found.error}
          {...(userId !== null && { onRetry: () => void found.refetch() })}
          inline
        />
      ) : null}
      <section className="card stack" aria-labelledby="cursos-asignados">
        <div className="people-head">
          <h2 id="cursos-asignados">{t('assigned')}</h2>
          <button
            data-writes
            type="button"
            className="btn"
            aria-haspopup="dialog"
            aria-describedby={person ? undefined : 'sin-persona'}
            disabled={!person}
            onClick={() => setAdding(true)}
          >
            <IconPlus size={18} aria-hidden="true" />
            {t('add')}
          </button>
        </div>
        {person ? (
          <AssignedCourses person={person} />
        ) : (
          <p className="muted">
            {t('choosePerson')}{' '}
            <span id="sin-persona" className="sr">
              {t('choosePersonFirst')}
            </span>
          </p>
        )}
      </section>
      {adding && person ? <AddCourses person={person} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
