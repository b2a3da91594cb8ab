import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportReasonName, reportReasonNames } from '../../../../../backend/api/contract/choices.ts';
import type { AnswerRecord } from '../../../../../backend/api/contract/comments.ts';
import { api } from '../../../api/api.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { useSave } from '../../../ui/use-save.ts';

/** Reports a comment in two presses, the reason and «send»; an explanation is optional. */
export function ReportDialog({ comment, name, onClose }: { comment: AnswerRecord; name: string; onClose: () => void }) {
  const { t } = useTranslation(['discussion', 'comments']);
  const [reason, setReason] = useState<ReportReasonName | null>(null);
  const [report] = api.useReportCommentMutation();
  const { save } = useSave();
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('report.title', { name })}
      confirmLabel={t('report.send')}
      blocked={reason === null}
      reason={{ label: t('report.more'), of: `reporte.${comment.id}` }}
      onConfirm={async (texto) => {
        if (reason === null) return;
        const body = { id_comentario: comment.id, motivo: reason, ...(texto && { texto }) };
        await save(() => report(body).unwrap(), { done: t('report.done') });
      }}
    >
      <fieldset className="options">
        <legend className="field-label">{t('report.why')}</legend>
        {reportReasonNames.map((one) => (
          <label key={one} className="row">
            <input type="radio" name={`motivo-${comment.id}`} value={one} checked={reason === one} onChange={() => setReason(one)} />
            {t(`comments:reasons.${one}`)}
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}

/** The objection to the removal of one's own comment; it can be made once. */
export function AppealDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('discussion');
  const [appeal] = api.useAppealRemovalMutation();
  const { save } = useSave();
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('appeal.title')}
      confirmLabel={t('appeal.send')}
      reason={{ label: t('appeal.label'), required: true, of: `apelacion.${id}` }}
      onConfirm={async (texto) => {
        await save(() => appeal({ id, body: { texto } }).unwrap(), { done: t('appeal.done') });
      }}
    >
      <p>{t('appeal.text')}</p>
    </Confirm>
  );
}
