import '../i18n/confirm.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBusy } from '../lib/use-busy.ts';
import { Dialog } from './dialog.tsx';
import { useErrorText } from './error-text.ts';
import { Failure, FieldFrame } from './field.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Names the thing and the consequences. */
  children: React.ReactNode;
  /** The button's own label: «Archivar curso», never just «Sí». */
  confirmLabel?: string;
  /** The label of the button that changes nothing, where «Cancelar» could be taken for the action itself. */
  keepLabel?: string;
  danger?: boolean;
  /** Asks for a reason and passes it on; it is recorded. `label`: where it is not just «Motivo», which stays in the history. */
  reason?:
    | {
        label?: string;
        required?: boolean;
        /** What the reason is for, where the title is ambiguous: kept text is restored only there. */
        of?: string;
      }
    | undefined;
  /** The first field of the dialog is rendered; fields that are loaded later are waited for. */
  ready?: boolean;
  /** The dialog's own fields are not complete yet. */
  blocked?: boolean;
  /** The message for a failure; by default that of its code. */
  failureText?: (failure: unknown) => string;
  /** The dialog stays open, busy, until this settles; a failure is shown inside it. */
  onConfirm: (reason: string) => Promise<unknown> | unknown;
}

export function Confirm({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  keepLabel,
  danger = false,
  reason,
  ready = true,
  blocked = false,
  failureText,
  onConfirm,
}: Props) {
  const { t } = useTranslation(['common', 'confirm']);
  const errorText = useErrorText();
  const [why, setWhy] = useState('');
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    setWhy('');
    setFailure(null);
    onClose();
  };
  const confirm = () =>
    run(async () => {
      setFailure(null);
      try {
        await onConfirm(why.trim());
        close();
      } catch (error) {
        setFailure(failureText?.(error) ?? errorText(error));
      }
    });
  const missing = reason?.required === true && why.trim() === '';
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      locked={busy}
      toField={ready}
      footer={
        <>
          <button type="button" className="btn alt" onClick={close} disabled={busy}>
            {keepLabel ?? t('action.cancel')}
          </button>
          <button
            type="button"
            className={danger ? 'btn danger' : 'btn'}
            onClick={() => void confirm()}
            disabled={busy || missing || blocked}
            aria-busy={busy}
          >
            {confirmLabel ?? t('confirm:action')}
          </button>
        </>
      }
    >
      <div>{children}</div>
      {reason ? (
        <div data-draft={reason.of && `motivo.${reason.of}`}>
          <FieldFrame
            label={reason.label ?? t('confirm:reason.label')}
            hint={reason.label === undefined ? t('confirm:reason.hint') : undefined}
            optional={!reason.required}
          >
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={500}
                value={why}
                required={reason.required}
                onChange={(event) => setWhy(event.target.value)}
              />
            )}
          </FieldFrame>
        </div>
      ) : null}
      <Failure>{failure}</Failure>
    </Dialog>
  );
}
