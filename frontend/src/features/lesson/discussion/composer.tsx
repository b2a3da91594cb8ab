import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useSave } from '../../../ui/use-save.ts';
import { beingTyped, type Called, withIds } from './mentions.ts';

interface Draft {
  text: string;
  called: Called[];
}
interface Props {
  subtopicId: number;
  /** The name under which this browser keeps the unsent text. */
  draft: string;
  label: string;
  action: string;
  initial?: Draft;
  autoFocus?: boolean;
  /** Whether the other required fields are filled in. */
  ready?: boolean;
  /** Rejects where the school refused it: the typed text stays. */
  onSend: (text: string) => Promise<unknown>;
  onCancel?: () => void;
}
const MOST = 4_000;

/** Writes a comment: Markdown, with mentions completed after an @. */
export function Composer({ subtopicId, draft, label, action, initial, autoFocus = false, ready = true, onSend, onCancel }: Props) {
  const { t } = useTranslation('discussion');
  const errorText = useErrorText();
  const { value, change, forget } = useDraft<Draft>(draft, () => initial ?? { text: '', called: [] });
  const { save, busy } = useSave();
  const [failure, setFailure] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const typing = caret === null ? null : beingTyped(value.text, caret);
  const words = useSettled(typing?.words);
  const { data } = api.useMentionableQuery({ subtopicId, buscar: words ?? '' }, { skip: words === undefined });
  const people = typing && words !== undefined ? (data?.personas ?? []) : [];
  const active = people[Math.min(chosen, people.length - 1)];
  useEffect(() => {
    if (!autoFocus) return;
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [autoFocus]);

  const type = (text: string) => {
    setFailure(null);
    change({ ...value, text });
    setChosen(0);
  };
  const call = (person: { id: number; nombre: string | null }) => {
    if (!typing || person.nombre === null || caret === null) return;
    const before = `${value.text.slice(0, typing.from)}@${person.nombre} `;
    change({
      text: before + value.text.slice(caret),
      called: [...value.called.filter((one) => one.id !== person.id), { id: person.id, nombre: person.nombre }],
    });
    setCaret(null);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(before.length, before.length);
    });
  };
  const send = async () => {
    setFailure(null);
    try {
      await save(() => onSend(withIds(value.text, value.called)), { after: () => forget(initial ?? { text: '', called: [] }) });
    } catch (error) {
      setFailure(errorText(error));
      area.current?.focus();
    }
  };
  const onKey = (event: React.KeyboardEvent) => {
    if (people.length > 0 && active) {
      const steps = { ArrowDown: 1, ArrowUp: -1 } as const;
      const step = steps[event.key as keyof typeof steps];
      if (step) {
        event.preventDefault();
        setChosen((Math.min(chosen, people.length - 1) + step + people.length) % people.length);
        return;
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        call(active);
        return;
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        setCaret(null);
        return;
      }
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (ready) void send();
    }
  };
  const left = MOST - value.text.length;
  return (
    <form
      className="composer"
      data-draft="own"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="composer-field">
        <textarea
          ref={area}
          id={id}
          className="entry"
          rows={3}
          lang="es"
          value={value.text}
          aria-describedby={`${id}-hint${failure ? ` ${id}-error` : ''}`}
          aria-invalid={failure ? true : undefined}
          aria-autocomplete="list"
          aria-controls={people.length > 0 ? `${id}-people` : undefined}
          aria-activedescendant={people.length > 0 && active ? `${id}-${active.id}` : undefined}
          onChange={({ target }) => {
            type(target.value);
            setCaret(target.selectionStart);
          }}
          onKeyDown={onKey}
          onClick={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
        />
        {people.length > 0 ? (
          <div className="composer-people" role="listbox" id={`${id}-people`} aria-label={t('mention.label')} tabIndex={-1}>
            {people.map((person) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses in the field above
              <div
                key={person.id}
                id={`${id}-${person.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={person === active}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => call(person)}
              >
                <Avatar name={person.nombre ?? ''} picture={person.foto} size={24} />
                <span>{person.nombre}</span>
                {person.papel === 'estudiante' ? null : <span className="muted">{t(`role.${person.papel}`)}</span>}
              </div>
            ))}
          </div>
        ) : null}
      </div>
      <span className="sr" role="status">
        {people.length > 0 ? t('mention.found', { count: people.length }) : ''}
      </span>
      <p className="field-note" id={`${id}-hint`}>
        {left < 500 ? t('left', { left }) : t('hint')}
      </p>
      {failure ? (
        <p className="field-error" role="alert" id={`${id}-error`}>
          {failure}
        </p>
      ) : null}
      <div className="row">
        <button type="submit" className="btn" disabled={busy || !ready || value.text.trim() === ''} aria-busy={busy}>
          {action}
        </button>
        {onCancel ? (
          <button
            type="button"
            className="btn alt"
            onClick={() => {
              forget(initial ?? { text: '', called: [] });
              onCancel();
            }}
          >
            {t('cancel')}
          </button>
        ) : null}
      </div>
    </form>
  );
}

/** A value once it has not changed for a moment. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === undefined) {
      setSettled(undefined);
      return undefined;
    }
    const timer = setTimeout(() => setSettled(value), 150);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
