import '../../i18n/confirm.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import type { Course } from '../../domain/course.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure, FieldFrame } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';

export type BatchKind = 'publish' | 'unpublish' | 'archive';
const ACTS = { publish: 'publicar', unpublish: 'despublicar', archive: 'archivar' } as const;
interface Props {
  kind: BatchKind;
  courses: readonly Course[];
  onClose: () => void;
  /** At least one course was changed. */
  onDone: () => void;
}

/** One change to several courses: shows whom it affects, takes one reason, and reports the result for each course. */
export function BatchDialog({ kind, courses, onClose, onDone }: Props) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const { t: confirmed } = useTranslation('confirm');
  const errorText = useErrorText();
  const [change] = api.useChangeCoursesMutation();
  const [undo] = api.useUndoCoursesMutation();
  const { save, act, busy } = useSave();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  /** The result for each course: null where it was changed, else the error. */
  const [results, setResults] = useState<ReadonlyMap<number, string | null>>(() => new Map());
  const affected = kind === 'publish' ? 0 : courses.reduce((sum, { students }) => sum + students, 0);
  const silent = kind === 'publish' && courses.some(({ videosSinTexto }) => videosSinTexto > 0);
  const left = courses.filter(({ id }) => results.get(id) !== null);
  const over = results.size > 0 && !busy;
  const motivo = reason.trim();
  const takeBack = (lote: string) =>
    void act(() => undo({ lote, body: { motivo: t('courses.batch.undoReason') } }).unwrap(), {
      done: ({ deshechos }) => t('courses.batch.undone', { count: deshechos }),
    });
  const run = async () => {
    setFailure(null);
    try {
      const answer = await save(() => change({ accion: ACTS[kind], cursos: left.map(({ id }) => id), ...(motivo && { motivo }) }).unwrap());
      if (!answer) return;
      const { lote, hechos, resultados } = answer;
      const answered = resultados.map(
        ({ id_curso, resultado, codigo }) =>
          [id_curso, resultado === 'rechazado' ? (textOfCode(codigo ?? '') ?? t('courses.statusFailed')) : null] as const,
      );
      setResults((before) => new Map([...before, ...answered]));
      if (hechos > 0) {
        const offer = { duration: 8_000, action: { label: t('courses.undo'), onClick: () => takeBack(lote) } };
        notify.success(t(`courses.batch.${kind}Done`, { count: hechos }), offer);
        onDone();
      }
      if (resultados.every(({ resultado }) => resultado !== 'rechazado')) onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      toField
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
      <Failure>{failure}</Failure>
      <FieldFrame label={silent ? t('courses.reasonSilent') : confirmed('reason.label')} hint={confirmed('reason.hint')} optional={!silent}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={500}
            required={silent}
            value={reason}
            disabled={busy}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </FieldFrame>
    </Dialog>
  );
}
