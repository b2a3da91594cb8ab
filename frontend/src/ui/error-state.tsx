import { useTranslation } from 'react-i18next';
import { Empty } from './empty.tsx';
import { toFailure, useErrorText } from './error-text.ts';
import './states.css';

interface Props {
  /** What failed, in the screen's words: «No se pudieron cargar los cursos». */
  title: string;
  /** The exception or RTK Query's `error`: its text and its reference are shown. */
  error?: unknown;
  onRetry?: () => void;
  retrying?: boolean;
  /** In place of «Tus datos están a salvo.» */
  safety?: string;
  /** Inside a card or a section, beside others that did load. */
  inline?: boolean | undefined;
  children?: React.ReactNode;
}

export function ErrorState({ title, error, onRetry, retrying, safety, inline, children }: Props) {
  const { t } = useTranslation();
  const text = useErrorText();
  const failure = error ? toFailure(error) : undefined;
  const said = error ? text(error) : '';
  // Of an earlier moment there is nothing to see here, and nothing to try again.
  if (failure?.code === 'PAST_NOT_SHOWN' || failure?.code === 'PAST_NO_ACCOUNT') return <Empty title={said} />;
  return (
    <div className={inline ? 'view-state view-state-brief' : 'view-state'} role="alert">
      {inline ? null : (
        <svg viewBox="0 0 160 56" width="160" height="56" aria-hidden="true" className="view-state-drawing">
          <path d="M4 40h40l14-15" stroke="var(--red)" />
          <path d="M92 18h8l16 16h40" stroke="var(--line)" />
          <path d="m69 15 12 12m0-12L69 27" stroke="var(--red)" strokeWidth="3.5" />
          <circle cx="22" cy="40" r="7" fill="var(--red)" />
          <circle cx="136" cy="34" r="7" fill="var(--sheet)" stroke="var(--border)" strokeWidth="2.5" />
        </svg>
      )}
      <p className="view-state-title">{title}</p>
      <div className="muted view-state-text">
        {said && said !== title ? `${said}${/[.!?]$/.test(said) ? '' : '.'} ` : ''}
        {/a salvo|is safe/.test(said) ? '' : (safety ?? t('state.dataSafe'))}
        {children}
      </div>
      {onRetry ? (
        <div className="row view-state-actions">
          <button type="button" className="btn alt" onClick={onRetry} disabled={retrying} aria-busy={retrying}>
            {t('action.retry')}
          </button>
        </div>
      ) : null}
      {failure?.reference ? <p className="mono muted view-state-reference">{t('state.reference', { id: failure.reference })}</p> : null}
    </div>
  );
}
