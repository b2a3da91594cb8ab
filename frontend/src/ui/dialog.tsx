import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstField } from './first-field.ts';
import './dialog.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The language of a title that somebody wrote. */
  titleLang?: 'es';
  children: React.ReactNode;
  /** Buttons at the bottom. */
  footer?: React.ReactNode;
  /** From the right edge (detail of a row), from the bottom on phones, or in the middle. */
  side?: 'middle' | 'right';
  /** It asks for something, and its first field is there: the focus goes to it. A detail begins at its top. */
  toField?: boolean;
  /** A running action keeps the dialog open. */
  locked?: boolean;
}

/** The browser's own modal dialog: it traps the focus, closes with Esc, and returns the focus to what opened it. */
export function Dialog({ open, onClose, title, titleLang, children, footer, side = 'middle', toField = false, locked = false }: Props) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before effects of what is in it, which may give the focus to a field.
  useLayoutEffect(() => ref.current?.[open ? 'showModal' : 'close'](), [open]);
  // A dialog that is unmounted while it is open closes first: only then does the browser return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    if (open && toField) focusFirstField(ref.current);
  }, [open, toField]);
  // A press on the backdrop closes it; the dialog's content covers its box, so the box itself is only pressed there.
  const onPress = (event: React.MouseEvent<HTMLDialogElement>) => {
    if (event.target === ref.current && !locked) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, and the dialog element has it
    <dialog
      ref={ref}
      className="dialog"
      data-side={side}
      aria-labelledby={id}
      onClick={onPress}
      // React lets these bubble: a nested dialog that closes must not close this one.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={(event) => {
        if (open && event.target === event.currentTarget && !event.currentTarget.open) onClose();
      }}
    >
      {open ? (
        <div className="dialog-sheet">
          <div className="dialog-head">
            <h2 id={id} lang={titleLang}>
              {title}
            </h2>
            <button type="button" className="btn icon ghost" aria-label={t('action.close')} onClick={onClose} disabled={locked}>
              <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                <path d="m5 5 10 10M15 5 5 15" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </button>
          </div>
          <div className="dialog-body">{children}</div>
          {footer ? <div className="dialog-foot row">{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
