import '../../domain/groups/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import { GroupChoice } from '../../domain/groups/group-choice.tsx';
import { textOfCode } from '../../i18n/i18n.ts';
import { formatDay, formatMeeting } from '../../lib/dates.ts';
import { call } from '../../lib/http.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { useSave } from '../../ui/use-save.ts';

/** The group in which the person takes the course: when it begins, and, until then, changing to another one. */
export function OwnGroup({ learner }: { learner: LearnerCourse }) {
  const { t } = useTranslation(['groups', 'common']);
  const errorText = useErrorText();
  const { save, busy } = useSave();
  const [choosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const [failure, setFailure] = useState<string | null>(null);
  const { grupo: group, id_curso, id_usuario } = learner;
  if (!group || group.estado === 'terminado') return null;
  const change = async () => {
    if (chosen === undefined) return setFailure(textOfCode('GROUP_REQUIRED') ?? null);
    setFailure(null);
    try {
      await save(() => call(calls.chooseGroup, { id_usuario, id_curso, grupo: chosen }), {
        done: t('groups:changed'),
        after: () => setChoosing(false),
      });
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <section className="card stack" aria-labelledby="mi-grupo">
      <h2 id="mi-grupo">
        {t('groups:yours')}: <span lang="es">{group.nombre}</span>
      </h2>
      {group.estado === 'cancelado' ? (
        <>
          <p role="note">{t('groups:cancelled')}</p>
          {group.motivo ? <p lang="es">{t('groups:reason', { reason: group.motivo })}</p> : null}
        </>
      ) : learner.abre ? (
        <p>
          {t('groups:opens', { date: formatMeeting(learner.abre) })} <span className="muted">{t('groups:changeHint')}</span>
        </p>
      ) : (
        <p className="muted">{t('groups:running', { from: formatDay(group.fecha, 'full'), to: formatDay(group.fin, 'full') })}</p>
      )}
      {group.se_cambia ? (
        <p>
          <button type="button" className="btn alt" onClick={() => setChoosing(true)}>
            {t('groups:change')}
          </button>
        </p>
      ) : null}
      <Dialog
        open={choosing}
        onClose={() => setChoosing(false)}
        title={t('groups:change')}
        locked={busy}
        footer={
          <>
            <button type="button" className="btn alt" onClick={() => setChoosing(false)} disabled={busy}>
              {t('common:action.cancel')}
            </button>
            <button type="button" className="btn" aria-disabled={busy} aria-busy={busy} onClick={() => void change()}>
              {t('groups:changeAction')}
            </button>
          </>
        }
      >
        <GroupChoice courseId={id_curso} value={chosen} onChange={setChosen} without={group.id} error={failure} />
      </Dialog>
    </section>
  );
}
