import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { RestoreCourse } from '../../domain/restore-course/restore-course.tsx';
import { useSave } from '../../ui/use-save.ts';

/** An archived course cannot be changed until it is restored. */
export function ArchivedCourse({ courseId, name }: { courseId: number; name: string }) {
  const { t } = useTranslation(['authoring', 'restoreCourse']);
  const [restore] = api.useRestoreCourseMutation();
  const { save } = useSave();
  const [asking, setAsking] = useState(false);
  return (
    <div className="editor-notice" role="status">
      <p>{t('archived.course')}</p>
      <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('archived.restore')}
      </button>
      <RestoreCourse
        course={{ id: courseId, nombre: name }}
        open={asking}
        onClose={() => setAsking(false)}
        onRestore={(motivo) =>
          save(() => restore({ id: courseId, body: { ...(motivo && { motivo }) } }).unwrap(), {
            done: t('restoreCourse:done', { course: name }),
          })
        }
      />
    </div>
  );
}
