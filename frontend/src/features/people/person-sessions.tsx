import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { formatRelative } from '../../lib/dates.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import './people.css';
import './texts.ts';

/** The open sessions of a person. */
export function PersonSessions({ person }: { person: Pick<PersonRow, 'id' | 'name'> }) {
  const { t } = useTranslation('people');
  const self = useSessionUser().id === person.id;
  const list = api.usePersonSessionsQuery(person.id);
  const [end] = api.useEndPersonSessionsMutation();
  const { save } = useSave();
  const [ending, setEnding] = useState(false);
  if (!list.data) return <QueryState of={list} failed={t('sessions.failed')} inline rows={3} />;
  if (list.data.length === 0) return <p className="muted">{t('sessions.none')}</p>;
  return (
    <div className="stack">
      <ul className="people">
        {list.data.map(({ id, metodo, dispositivo, ultimo_uso }) => (
          <li key={id} className="people-one">
            <span className="people-who">
              {dispositivo ?? t('sessions.unknown')}
              <span className="muted table-note">
                {t(`sessions.by.${metodo}`)} · <Moment at={ultimo_uso}>{t('sessions.used', { when: formatRelative(ultimo_uso) })}</Moment>
              </span>
            </span>
          </li>
        ))}
      </ul>
      {self ? (
        <p className="muted">{t('sessions.own')}</p>
      ) : (
        <p className="row">
          <button data-writes type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setEnding(true)}>
            {t('sessions.end')}
          </button>
        </p>
      )}
      <Confirm
        open={ending}
        onClose={() => setEnding(false)}
        title={t('sessions.endTitle', { name: person.name })}
        confirmLabel={t('sessions.end')}
        danger
        reason={{ required: true, of: `persona.${person.id}.sesiones` }}
        onConfirm={async (motivo) => {
          await save(() => end({ userId: person.id, body: { motivo } }).unwrap(), { done: t('sessions.ended') });
        }}
      >
        <p>{t('sessions.endText')}</p>
      </Confirm>
    </div>
  );
}
