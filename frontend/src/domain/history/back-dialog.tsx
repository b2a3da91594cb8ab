import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { useSave } from '../../ui/use-save.ts';
import { ChangeItem, keyOf } from '../changes/change-item.tsx';
import type { CourseHistoryOf, Entry } from './history-of.ts';
import './history.css';

/** The way back of a course: what undoing one act, or returning to how it was after it, would change; and the reason with which it is done. */
export function BackDialog({
  of: { of: _, id, ...part },
  entry,
  undo,
  onClose,
}: {
  of: CourseHistoryOf;
  entry: Entry;
  undo: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('history');
  const errorText = useErrorText();
  const which = { ...part, ...(undo ? { deshacer: entry.id } : { version: entry.version ?? undefined }) };
  const { data, error, isFetching, refetch } = api.usePreviewRestoreQuery({ id, ...which });
  const [restore] = api.useRestoreCourseVersionMutation();
  const { save, busy } = useSave();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const possible = data !== undefined && data.cambios.length > 0 && data.conflictos === 0;
  const send = async () => {
    setFailure(null);
    try {
      await save(() => restore({ id, body: { ...which, motivo: reason.trim() } }).unwrap(), { done: t('back.done'), after: onClose });
    } catch (refused) {
      setFailure(errorText(refused));
      void refetch();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(undo ? 'back.undoTitle' : 'back.restoreTitle')}
      side="right"
      locked={busy}
      footer={
        possible ? (
          <button type="button" className="btn" disabled={busy || reason.trim() === ''} aria-busy={busy} onClick={() => void send()}>
            {t(undo ? 'back.undo' : 'back.restore')}
          </button>
        ) : null
      }
    >
      {data ? (
        <div className="stack">
          <p className="act-said">{entry.frase}</p>
          {data.conflictos > 0 ? <p role="alert">{t('back.conflicts', { count: data.conflictos })}</p> : null}
          {data.cambios.length === 0 ? <Empty title={t('back.nothing')} /> : <p>{t('back.lead')}</p>}
          <ol className="changes">
            {data.cambios.map((change) => (
              <ChangeItem key={keyOf(change)} change={change} />
            ))}
          </ol>
          {possible ? (
            <label className="field" data-draft={`restaurar.${id}.${entry.id}`}>
              <span className="field-label">{t('back.reason')}</span>
              <textarea
                className="entry"
                rows={2}
                maxLength={500}
                required
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
              <span className="field-hint">{t('back.reasonHint')}</span>
            </label>
          ) : null}
          {failure ? (
            <p className="field-error" role="alert">
              {failure}
            </p>
          ) : null}
        </div>
      ) : error ? (
        <ErrorState title={t('back.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} inline />
      ) : (
        <Skeleton>
          <RowsSkeleton rows={6} />
        </Skeleton>
      )}
    </Dialog>
  );
}
