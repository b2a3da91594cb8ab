import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

interface Step {
  id_usuario: number;
  id_curso: number;
  accion: 'agregar' | 'quitar';
}
type Done = AnswerOf<'assignBatch'>;

/** Gives or removes courses in one batch, says how many were changed and which were refused, and offers to undo it. */
export const useAssign = () => {
  const { t } = useTranslation('assignments');
  const [assign] = api.useAssignBatchMutation();
  const [undo] = api.useUndoBatchMutation();
  const { save, act } = useSave();
  const takeBack = async (lote: string) => {
    const taken = await act(() => undo({ lote, body: { motivo: t('undoReason') } }).unwrap());
    if (taken && (taken.deshechos > 0 || taken.rechazados === 0)) notify.success(t('undone', { count: taken.deshechos }));
    if (taken && taken.rechazados > 0) notify.error(t('notUndone', { count: taken.rechazados }));
  };
  /** `said`: the notice on success; `nameOf`: the name of a refused step. Rejects where nothing was done. */
  return async (
    pasos: readonly Step[],
    motivo: string,
    { pagados = false, said, nameOf }: { pagados?: boolean; said: (count: number) => string; nameOf: (step: Step) => string },
  ): Promise<void> => {
    const answer = await save<Done>(() => assign({ pasos: [...pasos], motivo, ...(pagados && { pagados }) }).unwrap());
    if (!answer) return;
    const done = answer.agregados + answer.quitados;
    const rest = answer.resultados
      .filter(({ resultado }) => resultado !== 'hecho')
      .map((one) =>
        one.resultado === 'igual'
          ? t('resultSame', { course: nameOf(one) })
          : t('resultRefused', { course: nameOf(one), detail: textOfCode(one.codigo ?? '') ?? '' }),
      );
    if (done > 0) notify.success(said(done), { action: { label: t('undo'), onClick: () => void takeBack(answer.lote) } });
    if (rest.length > 0) notify.error(rest.join(' · '));
  };
};
