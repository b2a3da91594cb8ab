import '../../i18n/inbox.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Received, wordsOf } from './use-inbox.ts';

/** One notification, whole: plain text, with the page of the school that it leads to. */
export function NotificationDetail({
  received: { notificacion },
  onClose,
  onLeave,
}: {
  received: Received;
  onClose: () => void;
  /** The dialog closes when its link is followed. */
  onLeave?: () => void;
}) {
  const { t } = useTranslation('inbox');
  const { title, text, lang } = wordsOf(notificacion);
  const { tipo, curso, fecha_envio, enlace } = notificacion;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(lang && { titleLang: lang })}
      footer={
        enlace ? (
          <Link
            className="btn"
            to={enlace}
            onClick={() => {
              onClose();
              onLeave?.();
            }}
          >
            {t('go')}
          </Link>
        ) : undefined
      }
    >
      <p className="muted">{[t(`type.${tipo}`), curso, formatDateTime(fecha_envio)].filter(Boolean).join(' · ')}</p>
      <p className="inbox-message" lang={lang}>
        {text}
      </p>
    </Dialog>
  );
}
