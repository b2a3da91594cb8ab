import '../i18n/catalog.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lazyPart } from '../lib/lazy-route.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import type { CardAction, Course } from './course.ts';
import { rememberCourse } from './pending-course.ts';
import './course-action.css';

const PremiumDialog = lazyPart(() => import('./premium-dialog.tsx').then((module) => module.PremiumDialog));

interface Props {
  course: Course;
  action: CardAction;
  busy: boolean;
  onStart: () => void;
  /** Labels that a page words differently, such as the shop. */
  startText?: string;
  continueText?: string;
  className?: string;
}

/** The one button of a course, wherever it is shown. Its visible label is short; its accessible name includes the course. */
export function CourseAction({ course, action, busy, onStart, startText, continueText, className = '' }: Props) {
  const { t } = useTranslation('catalog');
  const named = (text: string) => t('action.courseName', { action: text, course: course.nombre });
  const link = (to: string, text: string, kind = 'btn', onClick?: () => void) => (
    <Link className={`${kind} ${className}`} to={to} aria-label={named(text)} {...(onClick && { onClick })}>
      {text}
    </Link>
  );
  switch (action.kind) {
    case 'continue':
      return link(action.to, continueText ?? t('action.continue'));
    case 'preview':
      return link(action.to, t('action.preview'), 'btn alt');
    case 'login':
      return link(action.to, t('action.free'), 'btn', () => rememberCourse(course.id));
    case 'buy':
      return link(action.to, t('action.buy'));
    case 'start': {
      const text = busy ? t('action.starting') : (startText ?? t('action.start'));
      return (
        <button
          data-writes
          type="button"
          className={`btn ${className}`}
          onClick={onStart}
          disabled={busy}
          aria-busy={busy}
          aria-label={named(text)}
        >
          {text}
        </button>
      );
    }
    case 'locked':
      return (
        <DialogButton
          writes
          className={`btn button-premium ${className}`}
          label={named(t('action.locked'))}
          dialog={(open, onClose) => <PremiumDialog course={course} action={action} open={open} onClose={onClose} />}
        >
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <rect x="4" y="9" width="12" height="8.5" rx="2.2" fill="currentColor" />
            <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
          {t('action.locked')}
        </DialogButton>
      );
    case 'unknown':
      return <span className={`btn button-waiting ${className}`} aria-hidden="true" />;
  }
}
