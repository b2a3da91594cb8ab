import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import { feed } from '../../api/feed.ts';
import type { Course } from '../../domain/course.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';

export type BatchKind = 'publish' | 'unpublish' | 'archive';
interface Props {
  kind: BatchKind;
  courses: readonly Course[];
  onClose: () => void;
  /** Something was done to at least one of them. */
  onDone: () => void;
}

/** One thing done to several courses: it says whom it affects, takes one reason, and tells what became of each course. */
export function BatchDialog({ kind, courses, onClose, onDone }: Props) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const [setStatus] = api.useSetCourseStatusMutation();
  const [sendArchive] = api.useArchiveCourseMutation();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  /** By course: null where it was done, else why it was not. */
  const [results, setResults] = useState<ReadonlyMap<number, string | null>>(() => new Map());
  const affected = kind === 'publish' ? 0 : courses.reduce((sum, { students }) => sum + students, 0);
  const silent = kind === 'publish' && courses.some(({ videosSinTexto }) => videosSinTexto > 0);
  const left = courses.filter(({ id }) => results.get(id) !== null);
  const over = results.size > 0 && !busy;
  const motivo = reason.trim();
  const run = async () => {
    setBusy(true);
    let done = 0;
    // One after the other: what one refuses does not stop the others.
    for (const { id, version } of left) {
      let refused: string | null = null;
      try {
        if (kind === 'archive') await sendArchive({ id, ...(motivo && { motivo }) }).unwrap();
        else
          await setStatus({
            id,
            body: command({ estado: kind === 'publish' ? 1 : 0, ...(motivo && { motivo }) }, { ifMatch: version }),
          }).unwrap();
        done += 1;
      } catch (failure) {
        refused = errorText(failure);
      }
      setResults((before) => new Map(before).set(id, refused));
    }
    if (!(await feed().caughtUp(3_000))) notify.info(t('courses.slow'));
    setBusy(false);
    if (done > 0) {
      notify.success(t(`courses.batch.${kind}Done`, { count: done }));
      onDone();
    }
    if (done === left.length) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t(`courses.batch.${kind}`, { count: courses.length })}
      footer={
        <>
          <button type="button" className="btn alt" onClick={onClose} disabled={busy}>
            {common(over ? 'action.close' : 'action.cancel')}
          </button>
          <button
            type="button"
            className={kind === 'archive' ? 'btn danger' : 'btn'}
            onClick={() => void run()}
            disabled={busy || (silent && motivo === '')}
            aria-busy={busy}
          >
            {over ? t('courses.batch.again', { count: left.length }) : t(`courses.${kind}`)}
          </button>
        </>
      }
    >
      {kind === 'publish' ? <p>{t('courses.publishText')}</p> : null}
      {kind === 'unpublish' ? (
        <p>
          {t('courses.unpublishText')} {affected > 0 ? t('courses.unpublishAffects', { count: affected }) : null}
        </p>
      ) : null}
      {kind === 'archive' ? (
        <p>
          {t('courses.archiveText')} {t('courses.archiveAffects', { count: affected })}
        </p>
      ) : null}
      <ul className="list-preview" aria-label={t('courses.batch.results')} aria-live="polite">
        {courses.map(({ id, nombre }) => {
          const result = results.get(id);
          return (
            <li key={id} data-right={result === null || undefined} data-prevents={result || undefined}>
              <span aria-hidden="true">{result === undefined ? '·' : result === null ? '✓' : '✕'}</span>
              <span>
                <span lang="es">{nombre}</span>
                {result === null ? <span className="sr"> {t('courses.batch.went')}</span> : null}
                {result ? `: ${result}` : null}
              </span>
            </li>
          );
        })}
      </ul>
      <label className="field">
        <span className="field-label">{t(silent ? 'courses.reasonSilent' : 'courses.reason')}</span>
        <textarea
          className="entry"
          rows={3}
          maxLength={500}
          required={silent}
          value={reason}
          disabled={busy}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
    </Dialog>
  );
}
