import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api.ts';
import { useBusy } from '../../../lib/use-busy.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Failure } from '../../../ui/field.tsx';
import { notify } from '../../../ui/notify.ts';
import { pastedQuestions } from './pasted.ts';

/** Adds many questions at once, from a text. Where one is refused, the questions before it stay added and are removed from the text. */
export function PasteDialog({ subtopicId, open, onClose }: { subtopicId: number; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('quizEditor');
  const errorText = useErrorText();
  const [add] = api.useAddQuestionMutation();
  const [text, setText] = useState('');
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  const found = pastedQuestions(text);
  const isDraft = ({ options }: (typeof found)[number]) => options.length < 2 || !options.some(({ right }) => right);
  const drafts = found.filter(isDraft).length;
  const send = async () => {
    setFailure(null);
    let done = 0;
    try {
      for (const one of found) {
        const options = one.options.map(({ text, right }) => ({ text, is_correct: right }));
        await add({ subtemaId: subtopicId, body: { question: one.question, options, borrador: isDraft(one) } }).unwrap();
        done++;
      }
      setText('');
      onClose();
    } catch (error) {
      setText(
        found
          .slice(done)
          .map(({ question, options }) => [question, ...options.map(({ text, right }) => `${right ? '*' : '-'} ${text}`)].join('\n'))
          .join('\n\n'),
      );
      setFailure(errorText(error));
    } finally {
      if (done > 0) notify.success(t('list_of.added', { count: done }));
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      toField
      title={t('list_of.title')}
      footer={
        <button type="button" className="btn" disabled={busy || found.length === 0} aria-busy={busy} onClick={() => void run(send)}>
          {t(busy ? 'list_of.sending' : 'list_of.send')}
        </button>
      }
    >
      <label className="field" data-draft={`preguntas.${subtopicId}`}>
        <span className="field-label">{t('list_of.label')}</span>
        <textarea
          className="entry mono"
          rows={12}
          lang="es"
          maxLength={100_000}
          placeholder={t('list_of.example')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="field-note">{t('list_of.hint')}</span>
      </label>
      <p role="status">
        {text.trim() === '' ? '' : found.length === 0 ? t('list_of.none') : t('list_of.found', { count: found.length })}
        {drafts > 0 ? ` · ${t('list_of.drafts', { count: drafts })}` : ''}
      </p>
      <Failure>{failure}</Failure>
    </Dialog>
  );
}
