import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useSave } from '../../ui/use-save.ts';

/** An archived course cannot be changed until it is restored. */
export function ArchivedCourse({ courseId, name }: { courseId: number; name: string }) {
  const { t } = useTranslation('authoring');
  const [restore] = api.useRestoreCourseMutation();
  const { save } = useSave();
  const [asking, setAsking] = useState(false);
  return (
    <div className="editor-notice" role="status">
      <p>{t('archived.course')}</p>
      <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('archived.restore')}
      </button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('archived.restoreOf', { name })}
        confirmLabel={t('archived.restore')}
        reason={{ label: t('archived.reason'), of: `curso.${courseId}.restore` }}
        onConfirm={(motivo) =>
          save(() => restore({ id: courseId, body: { ...(motivo && { motivo }) } }).unwrap(), {
            done: t('archived.courseRestored', { name }),
          })
        }
      >
        <p>{t('archived.restoreText')}</p>
      </Confirm>
    </div>
  );
}
