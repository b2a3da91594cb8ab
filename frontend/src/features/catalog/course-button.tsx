import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CardAction, Course } from '../../lib/course.ts';
import { rememberCourse } from '../../lib/pending-course.ts';

interface Props {
  course: Course;
  action: CardAction;
  busy: boolean;
  onStart: () => void;
}

/** The button of a card. Its visible word is short; its name for assistive technology says which course. */
export function CourseButton({ course, action, busy, onStart }: Props) {
  const { t } = useTranslation('catalog');
  const named = (text: string) => t('action.courseName', { action: text, course: course.nombre });
  if (action.kind === 'continue' || action.kind === 'preview')
    return (
      <Link className={action.kind === 'continue' ? 'btn suave' : 'btn alt'} to={action.to} aria-label={named(t(`action.${action.kind}`))}>
        {t(`action.${action.kind}`)}
      </Link>
    );
  if (action.kind === 'start')
    return (
      <button type="button" className="btn" onClick={onStart} disabled={busy} aria-busy={busy} aria-label={named(t('action.start'))}>
        {busy ? t('action.starting') : t('action.start')}
      </button>
    );
  if (action.kind === 'login') {
    const text = t(action.pending ? 'action.start' : 'action.loginFirst');
    return (
      <Link
        className={action.pending ? 'btn' : 'btn alt'}
        to={action.to}
        aria-label={named(text)}
        onClick={() => (action.pending ? rememberCourse(course.id) : undefined)}
      >
        {text}
      </Link>
    );
  }
  return null;
}

/** Why there is no button. */
export function CourseNote({ action }: { action: CardAction }) {
  const { t } = useTranslation('catalog');
  if (action.kind === 'locked')
    return (
      <p className="candado">
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <rect x="4" y="9" width="12" height="8.5" rx="2.2" fill="currentColor" />
          <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        <span>
          <strong>{t('premium.title')}</strong>
          <br />
          {t('premium.text')}
        </span>
      </p>
    );
  if (action.kind === 'unavailable') return <p className="candado candado-neutro">{t('mustBuy')}</p>;
  return null;
}
