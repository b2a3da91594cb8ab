import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { formatNumber } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure } from '../../ui/field.tsx';
import { type Query, QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import { ChangeItem, keyOf } from '../changes/change-item.tsx';
import { HistoryField } from './history-field.tsx';
import { type CourseHistoryOf, type Entry, type RecordHistoryOf, recordOf } from './history-of.ts';
import './history.css';

interface Props<Of> {
  of: Of;
  entry: Entry;
  onClose: () => void;
}

/** Undo for a course: what undoing one act, or restoring the version after it, would change; and the reason for it. */
export function CourseBack({ of: { of: _, id, ...part }, entry, undo, onClose }: Props<CourseHistoryOf> & { undo: boolean }) {
  const which = { ...part, ...(undo ? { deshacer: entry.id } : { version: entry.version ?? undefined }) };
  const preview = api.usePreviewRestoreQuery({ id, ...which });
  const [restore] = api.useRestoreCourseVersionMutation();
  return (
    <BackDialog
      preview={preview}
      changes={preview.data?.cambios.map((change) => <ChangeItem key={keyOf(change)} change={change} />)}
      send={(motivo) => restore({ id, body: { ...which, motivo } }).unwrap()}
      {...{ entry, undo, onClose }}
    />
  );
}

/** Undo of one act on a record: a person, an enrolment, a review, a contact. */
export function RecordBack({ of, entry, onClose }: Props<RecordHistoryOf>) {
  const { t, i18n } = useTranslation('history');
  const which = { ...recordOf(of), cambio: entry.id };
  const preview = api.usePreviewUndoQuery({ ...which, idioma: i18n.language === 'en' ? 'en' : 'es' }, { refetchOnMountOrArgChange: true });
  const [undo] = api.useUndoActMutation();
  return (
    <BackDialog
      preview={preview}
      changes={preview.data?.campos.map((field) => (
        <li key={`${field.campo} ${field.de}`}>
          <dl className="change-fields">
            <HistoryField field={field} of={field.de} />
          </dl>
        </li>
      ))}
      notes={preview.data?.ademas.map(({ codigo, cuenta }) => t(`back.also.${codigo}`, { count: cuenta, shown: formatNumber(cuenta) }))}
      send={(motivo) => undo({ ...which, motivo }).unwrap()}
      undo
      {...{ entry, onClose }}
    />
  );
}

type Preview = Query & { data?: { conflictos: number; impide?: string | null } | undefined };

function BackDialog({
  preview,
  changes = [],
  notes = [],
  send,
  entry,
  undo,
  onClose,
}: {
  preview: Preview;
  changes: React.ReactNode[] | undefined;
  notes?: string[] | undefined;
  send: (reason: string) => Promise<unknown>;
  entry: Entry;
  undo: boolean;
  onClose: () => void;
}) {
  const { data } = preview;
  const { t } = useTranslation('history');
  const errorText = useErrorText();
  const { save, busy } = useSave();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const blocked = data !== undefined && (data.conflictos > 0 || Boolean(data.impide));
  const possible = data !== undefined && changes.length > 0 && !blocked;
  const go = async () => {
    setFailure(null);
    try {
      await save(() => send(reason.trim()), { done: t('back.done'), after: onClose });
    } catch (refused) {
      setFailure(errorText(refused));
      void preview.refetch();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(undo ? 'back.undoTitle' : 'back.restoreTitle')}
      side="right"
      toField={possible}
      locked={busy}
      footer={
        possible ? (
          <button type="button" className="btn" disabled={busy || reason.trim() === ''} aria-busy={busy} onClick={() => void go()}>
            {t(undo ? 'back.undo' : 'back.restore')}
          </button>
        ) : null
      }
    >
      {data ? (
        <div className="stack">
          <p className="act-said">{entry.frase}</p>
          {data.conflictos > 0 ? <p role="alert">{t('back.conflicts', { count: data.conflictos })}</p> : null}
          {data.impide ? <p role="alert">{textOfCode(data.impide)}</p> : null}
          {changes.length > 0 ? <p>{t(possible ? 'back.lead' : 'back.blocked')}</p> : blocked ? null : <Empty title={t('back.nothing')} />}
          <ol className="changes">{changes}</ol>
          {possible && notes.length > 0 ? (
            <ul>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          ) : null}
          {possible ? (
            <label className="field" data-draft={`restaurar.${entry.id}`}>
              <span className="field-label">{t('back.reason')}</span>
              <textarea
                className="entry"
                rows={2}
                maxLength={500}
                required
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
              <span className="field-note">{t('back.reasonHint')}</span>
            </label>
          ) : null}
          <Failure>{failure}</Failure>
        </div>
      ) : (
        <QueryState of={preview} failed={t('back.failed')} inline rows={6} />
      )}
    </Dialog>
  );
}
