import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Email } from '../../ui/email.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { useSave } from '../../ui/use-save.ts';
import './people.css';
import './texts.ts';

/** Deleting deactivates, which can be undone. Erasing is a separate step: it lists what is lost, and asks for the name. */
export function PersonDelete({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const { t } = useTranslation('people');
  const errorText = useErrorText();
  const [update] = api.useUpdateUserMutation();
  const [erase] = api.useDeleteUserMutation();
  const { save, act } = useSave();
  const [erasing, setErasing] = useState(!person.is_active);
  const [typed, setTyped] = useState('');
  const name = person.username ?? person.name;
  const activate = (is_active: boolean, motivo: string) => update({ id: person.id, body: { is_active, motivo } }).unwrap();
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('delete.title')}
      confirmLabel={t(erasing ? 'delete.erase' : 'delete.deactivate')}
      danger
      blocked={erasing && typed.trim() !== name}
      reason={{ required: true, of: `persona.${person.id}.baja` }}
      failureText={(failure) =>
        toFailure(failure).code === 'NETWORK' ? t('delete.offline') : t('delete.failed', { message: errorText(failure) })
      }
      onConfirm={async (motivo) => {
        if (erasing) await save(() => erase({ id: person.id, motivo }).unwrap(), { done: t('delete.done') });
        else
          await save(() => activate(false, motivo), {
            done: t('delete.deactivated', { name }),
            offer: {
              action: {
                label: t('undo'),
                onClick: () => void act(() => activate(true, t('undoReason')), { done: t('delete.activated', { name }) }),
              },
            },
          });
      }}
    >
      <div className="stack">
        <p>
          <strong>{name}</strong>
          <span className="muted table-note">{person.email === null ? null : <Email address={person.email} />}</span>
        </p>
        {person.is_active ? (
          <label className="people-choice">
            <input type="radio" name="baja" checked={!erasing} onChange={() => setErasing(false)} />
            <span>
              <strong>{t('delete.deactivateTitle')}</strong>
              {t('delete.deactivateText')}
            </span>
          </label>
        ) : null}
        <label className="people-choice">
          <input type="radio" name="baja" checked={erasing} onChange={() => setErasing(true)} />
          <span>
            <strong>{t('delete.eraseTitle')}</strong>
            {t('delete.eraseText')}
          </span>
        </label>
        {erasing ? (
          <Field
            label={t('delete.type', { name })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="none"
          />
        ) : null}
      </div>
    </Confirm>
  );
}
