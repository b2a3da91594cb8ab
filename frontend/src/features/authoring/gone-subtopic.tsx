import { useTranslation } from 'react-i18next';
import { draftKey } from '../../lib/drafts.ts';
import { useSessionUser } from '../../lib/session.ts';
import { type EditedClass, useEditor } from './editor-context.ts';
import { LastChange } from './last-change.tsx';
import { fieldKey, textsUnder, unsavedChanged } from './unsaved.ts';

/** The subtopic in the address is not in its class any more: another person removed it. What was typed in it can be copied from here. */
export function GoneSubtopic({ subtopicId, klass }: { subtopicId: number; klass: EditedClass }) {
  const { t } = useTranslation('authoring');
  const { courseId, go } = useEditor();
  const { id: userId } = useSessionUser();
  const prefix = draftKey(userId, fieldKey(courseId, `subtema.${subtopicId}.`));
  const typed = textsUnder(prefix);
  return (
    <div className="crossing" role="alert">
      <p>
        {t('subtopic.isGone')} <LastChange edit={klass.modificado} />
      </p>
      {typed.size > 0 ? <p>{t('subtopic.typedThere')}</p> : null}
      {[...typed].map(([key, text]) => (
        <blockquote key={key} lang="es">
          {text}
        </blockquote>
      ))}
      <div className="row">
        <button
          type="button"
          className="btn alt"
          onClick={() => {
            for (const key of typed.keys()) sessionStorage.removeItem(key);
            unsavedChanged();
            go({ moduleId: klass.id_modulo, classId: klass.id_sesion }, true);
          }}
        >
          {t(typed.size > 0 ? 'subtopic.discard' : 'subtopic.understood')}
        </button>
      </div>
    </div>
  );
}
