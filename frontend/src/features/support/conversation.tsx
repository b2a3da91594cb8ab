import { useTranslation } from 'react-i18next';
import type { SupportMessage } from '../../../../backend/api/contract/support.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Moment } from '../../ui/moment.tsx';
import './support.css';
import './texts.ts';

/** The messages of both sides, oldest first. `own`: whose messages are on the right; `person`: the name of the person who asked. */
export function Conversation({
  messages,
  own,
  person,
}: {
  messages: readonly SupportMessage[];
  own: SupportMessage['de'];
  person: string;
}) {
  const { t } = useTranslation('support');
  return (
    <section className="stack" aria-label={t('conversation')}>
      <ol className="support-talk" aria-live="polite">
        {messages.map(({ numero, de, nombre, fecha, texto }) => (
          <li key={numero} data-own={de === own || undefined}>
            <span className="muted">
              <strong>{de === 'persona' ? person : (nombre ?? t('school'))}</strong> · <Moment at={fecha}>{formatRelative(fecha)}</Moment>
            </span>
            <p className="support-words">{texto}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
