import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CourseChange } from '../../../../../backend/api/contract/drafts.ts';
import { api } from '../../../api/api.ts';
import { ChangeItem, keyOf } from '../../../domain/changes/change-item.tsx';
import { officePaths } from '../../../lib/office-paths.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { toFailure, useErrorText } from '../../../ui/error-text.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { useSave } from '../../../ui/use-save.ts';

export interface ReviewDialogProps {
  courseId: number;
  open: boolean;
  onClose: () => void;
}
/** What publishing would change, its conflicts, and the button that does it. */
export function ReviewDialog({ courseId, open, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('publishing');
  const { user_role } = useSessionUser();
  const errorText = useErrorText();
  const query = api.useCourseChangesQuery(courseId, { skip: !open, refetchOnMountOrArgChange: true });
  const { data, refetch } = query;
  const [publish] = api.usePublishChangesMutation();
  const [discard] = api.useDiscardChangesMutation();
  const { act, save, busy } = useSave();
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const count = data?.cambios.length ?? 0;
  const silent = data?.videosSinTexto ?? 0;

  const send = async () => {
    if (!data) return;
    setSaid(null);
    try {
      await save(
        () => publish({ id: courseId, body: { version: data.version, ...(reason.trim() && { motivo: reason.trim() }) } }).unwrap(),
        {
          done: ({ cambios }) => t('review.published', { count: cambios }),
          after: () => {
            setReason('');
            onClose();
          },
        },
      );
    } catch (failure) {
      setSaid(toFailure(failure).code === 'DRAFT_CHANGED' ? t('review.moved') : errorText(failure));
      void refetch();
    }
  };
  const drop = (change: CourseChange) =>
    act(() => discard({ id: courseId, tipo: change.tipo, parte: change.id }).unwrap(), { done: t('review.discarded') }).then(refetch);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('review.title')}
      side="right"
      locked={busy}
      footer={
        data && count > 0 ? (
          <>
            <button type="button" className="btn ghost" disabled={busy} onClick={() => setAsks(true)}>
              {t('review.discardAll')}
            </button>
            <button
              type="button"
              className="btn"
              disabled={busy || data.conflictos > 0 || (silent > 0 && reason.trim() === '')}
              aria-busy={busy}
              onClick={() => void send()}
            >
              {t('review.publish', { count })}
            </button>
          </>
        ) : null
      }
    >
      {!data ? (
        <QueryState of={query} failed={t('review.failed')} inline rows={6} />
      ) : count === 0 ? (
        <Empty title={t('review.empty')}>{t('review.emptyText')}</Empty>
      ) : (
        <div className="stack">
          <p>{t('review.lead', { course: data.titulo })}</p>
          {data.conflictos > 0 ? <p role="status">{t('review.choose')}</p> : null}
          {said ? <p role="alert">{said}</p> : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ol className="changes" tabIndex={0} aria-label={t('review.title')}>
            {data.cambios.map((change) => (
              <ChangeItem
                key={keyOf(change)}
                change={change}
                acts={
                  <button
                    type="button"
                    className="btn ghost"
                    disabled={busy}
                    aria-label={t('review.discardOf', { name: change.titulo })}
                    onClick={() => void drop(change)}
                  >
                    {t('review.discard')}
                  </button>
                }
              >
                {change.conflicto ? <Conflict courseId={courseId} change={change} onChosen={() => void refetch()} /> : null}
              </ChangeItem>
            ))}
          </ol>
          {silent > 0 ? (
            <p>
              {t('review.silent', { count: silent })}{' '}
              <Link to={officePaths.courseVideos(courseId, user_role)}>{t('review.silentSay')}</Link>
            </p>
          ) : null}
          <label className="field" data-draft={`publicar.${courseId}`}>
            <span className="field-label">{t(silent > 0 ? 'review.reasonSilent' : 'review.reason')}</span>
            <textarea
              className="entry"
              rows={2}
              maxLength={500}
              required={silent > 0}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <span className="field-note">{t('review.reasonHint')}</span>
          </label>
          <Confirm
            open={asks}
            onClose={() => setAsks(false)}
            title={t('review.discardAllTitle')}
            confirmLabel={t('review.discardAll')}
            danger
            onConfirm={() =>
              save(() => discard({ id: courseId }).unwrap(), { done: t('review.discardedAll'), after: onClose }).then(() => void refetch())
            }
          >
            {t('review.discardAllText')}
          </Confirm>
        </div>
      )}
    </Dialog>
  );
}

/** Both values, and which of them is kept. */
function Conflict({ courseId, change, onChosen }: { courseId: number; change: CourseChange; onChosen: () => void }) {
  const { t } = useTranslation(['publishing', 'changes']);
  const [prefer] = api.usePreferDraftMutation();
  const [discard] = api.useDiscardChangesMutation();
  const { act, busy } = useSave();
  const { conflicto, tipo, id } = change;
  if (!conflicto) return null;
  const part = { tipo, parte: id };
  return (
    <div className="conflict">
      <p>{t(`conflict.${conflicto.por}`)}</p>
      {conflicto.campos.map(({ campo, publicado, tuyo }) => (
        <div key={campo}>
          <p className="field-label">{t(`changes:field.${campo as 'nombre'}`, { defaultValue: campo })}</p>
          <dl className="conflict-sides">
            <div>
              <dt>{t('conflict.published')}</dt>
              <dd lang="es">{publicado ?? t('changes:nothing')}</dd>
            </div>
            <div>
              <dt>{t('conflict.yours')}</dt>
              <dd lang="es">{tuyo ?? t('changes:nothing')}</dd>
            </div>
          </dl>
          <div className="row">
            <button
              type="button"
              className="btn alt"
              disabled={busy}
              onClick={() =>
                void act(() => discard({ id: courseId, ...part, campo }).unwrap(), { done: t('conflict.chosen') }).then(onChosen)
              }
            >
              {t('conflict.keepTheirs')}
            </button>
            <button
              type="button"
              className="btn"
              disabled={busy}
              onClick={() =>
                void act(() => prefer({ id: courseId, body: { ...part, campo } }).unwrap(), { done: t('conflict.chosen') }).then(onChosen)
              }
            >
              {t('conflict.keepYours')}
            </button>
          </div>
        </div>
      ))}
    </div>
  );
}
