import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import './dialog.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Where somebody wrote the title, in the language of the school. */
  titleLang?: 'es';
  children: React.ReactNode;
  /** Buttons at the foot. */
  footer?: React.ReactNode;
  /** From the right edge (detail of a row), from the bottom on phones, or in the middle. */
  side?: 'middle' | 'right';
  /** A running action keeps the dialog open. */
  locked?: boolean;
}

/** The browser's own modal dialog: it keeps focus inside, closes with Esc, and gives focus back to what opened it. */
export function Dialog({ open, onClose, title, titleLang, children, footer, side = 'middle', locked = false }: Props) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // One that is taken from the page while it is open closes first: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  // A press on the veil closes; the dialog's own box never is the target, because its content covers it.
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
      // React lets these bubble: a dialog inside this one that closes does not close this one.
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
          <header className="dialog-head">
            <h2 id={id} lang={titleLang}>
              {title}
            </h2>
            <button type="button" className="btn icon ghost" aria-label={t('action.close')} onClick={onClose} disabled={locked}>
              <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                <path d="m5 5 10 10M15 5 5 15" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </button>
          </header>
          <div className="dialog-body">{children}</div>
          {footer ? <footer className="dialog-foot row">{footer}</footer> : null}
        </div>
      ) : null}
    </dialog>
  );
}
