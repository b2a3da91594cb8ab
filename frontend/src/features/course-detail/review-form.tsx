import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/http.ts';
import { useErrorText } from '../../ui/error-text.ts';
import '../../ui/field.css';

interface Props {
  courseId: number;
  before: { estrellas: number; texto: string } | null;
  /** How the name will stand; null: without it. */
  signature: string | null;
  /** Whether the picture will stand with it. */
  portrait: boolean;
  /** `hidden`: a moderator hid it before, and only a moderator brings it back. */
  onDone: (position: string | null, hidden: boolean) => void;
  onCancel?: () => void;
}

/** Stars as one group of choices, which arrows walk through, and a text. */
export function ReviewForm({ courseId, before, signature, portrait, onDone, onCancel }: Props) {
  const { t } = useTranslation(['reviews', 'common']);
  const errorText = useErrorText();
  const id = useId();
  const [stars, setStars] = useState(before?.estrellas ?? 0);
  const [text, setText] = useState(before?.texto ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (event: React.FormEvent) => {
    event.preventDefault();
    if (stars === 0) {
      setFailure(t('reviews:own.starsMissing'));
      document.getElementById(`${id}-5`)?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const { data, position } = await call<{ oculta: boolean }>(`/api/resenas/mia/${courseId}`, {
        method: 'PUT',
        body: { estrellas: stars, texto: text },
      });
      onDone(position, data.oculta);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="stack" data-draft={`resena.${courseId}`} onSubmit={(event) => void save(event)} noValidate>
      <fieldset className="stars-field" aria-describedby={failure ? `${id}-error` : undefined}>
        <legend className="field-label">{t('reviews:own.stars')}</legend>
        <div className="stars-chooses">
          {[5, 4, 3, 2, 1].map((value) => (
            <label key={value} data-full={value <= stars ? '' : undefined}>
              <input
                id={`${id}-${value}`}
                type="radio"
                name={`${id}-stars`}
                value={value}
                checked={stars === value}
                onChange={() => setStars(value)}
              />
              <span className="sr">{t('reviews:starsOf', { count: value })}</span>
              <svg viewBox="0 0 16 16" width="32" height="32" aria-hidden="true">
                <path d="m8 1.2 2 4.4 4.8.6-3.5 3.3.9 4.8L8 11.9l-4.2 2.4.9-4.8L1.2 6.2 6 5.6Z" />
              </svg>
            </label>
          ))}
        </div>
      </fieldset>
      <label className="field" htmlFor={`${id}-text`}>
        <span className="field-label">{t('reviews:own.text')}</span>
        <textarea
          id={`${id}-text`}
          className="entry"
          rows={5}
          maxLength={2000}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="field-note" id={`${id}-hint`}>
        {t('reviews:own.textHint')} {signature ? t('reviews:own.signature', { name: signature }) : t('reviews:own.signatureNone')}
        {portrait ? ` ${t('reviews:own.portrait')}` : null}
      </p>
      {failure ? (
        <p className="field-error" role="alert" id={`${id}-error`}>
          {failure}
        </p>
      ) : null}
      <div className="row">
        <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
          {busy ? t('reviews:own.saving') : t(before ? 'reviews:own.save' : 'reviews:own.publish')}
        </button>
        {onCancel ? (
          <button type="button" className="btn alt" onClick={onCancel} disabled={busy}>
            {t('common:action.cancel')}
          </button>
        ) : null}
      </div>
    </form>
  );
}
