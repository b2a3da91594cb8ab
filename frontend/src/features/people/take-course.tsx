import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RightSource } from '../../../../backend/api/contract/assignments.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import './people.css';
import './texts.ts';
import { useAssign } from './use-assign.ts';

export interface Taking {
  userId: number;
  name: string;
  courseId: number;
  course: string;
  sources: readonly RightSource[];
}

/** Removes a course from a person; for a bought one it warns, and asks for an extra confirmation. */
export function TakeCourse({ taking, onClose }: { taking: Taking; onClose: () => void }) {
  const { t } = useTranslation('assignments');
  const errorText = useErrorText();
  const assign = useAssign();
  const [sure, setSure] = useState(false);
  const { userId, name, courseId, course } = taking;
  const paid = taking.sources.includes('compra');
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('removeTitle', { course, name })}
      confirmLabel={t('remove')}
      danger
      blocked={paid && !sure}
      reason={{ required: true, of: `curso.${courseId}.${userId}` }}
      failureText={(failure) => `${t('removeFailed')}${toFailure(failure).code === 'UNKNOWN' ? '' : `. ${errorText(failure)}`}`}
      onConfirm={(motivo) =>
        assign([{ id_usuario: userId, id_curso: courseId, accion: 'quitar' }], motivo, {
          pagados: paid,
          said: () => t('removed'),
          nameOf: () => course,
        })
      }
    >
      <div className="stack">
        <p>{t('removeText')}</p>
        {paid ? (
          <>
            <p className="people-warning">{t('paid')}</p>
            <label className="checkbox">
              <input type="checkbox" checked={sure} onChange={({ target }) => setSure(target.checked)} />
              <span>{t('paidCheck')}</span>
            </label>
          </>
        ) : null}
      </div>
    </Confirm>
  );
}
