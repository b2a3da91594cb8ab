import './texts.ts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../../api/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useErrorText } from '../../../ui/error-text.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { Grip, SortableList, SortableRow } from '../../../ui/sortable/sortable.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useSave } from '../../../ui/use-save.ts';
import type { EditedClass, EditedSubtopic } from '../editor-context.ts';
import { useEditor } from '../editor-context.ts';
import { useOrdering } from '../use-ordering.ts';
import { Analysis } from './analysis.tsx';
import { Attempts } from './attempts.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { QuestionForm } from './question-form.tsx';
import './quiz-editor.css';
import { RulesForm } from './rules-form.tsx';

const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
/** The beginning of a text in Markdown, on one line. */
const excerpt = (markdown: string): string => {
  const line = markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '▢')
    .replace(/[`*_#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 140 ? `${line.slice(0, 139)}…` : line;
};

/** «Preguntas asociadas»: the questions of a quiz in order, one of them in edit mode or one being added; its rules; and how it was answered. */
export function QuizEditor({ subtopic, klass, locked }: { subtopic: EditedSubtopic; klass: EditedClass; locked: boolean }) {
  const { t } = useTranslation(['quizEditor', 'authoring']);
  const errorText = useErrorText();
  const { draft, courseId } = useEditor();
  const { id_subtema: id } = subtopic;
  const query = api.useQuizEditedQuery(id);
  const { data } = query;
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const [pasting, setPasting] = useState(false);
  const [analysed, setAnalysed] = useState(false);
  const [listed, setListed] = useState(false);
  const [reorder] = api.useReorderQuestionsMutation();
  const [remove] = api.useTakeQuestionOutMutation();
  const [restore] = api.useRestoreQuestionMutation();
  const { act, busy } = useSave();
  const section = useRef<HTMLDetailsElement>(null);
  const questions = data?.preguntas ?? [];
  const ordering = useOrdering(
    questions.map((question) => question.id),
    (orden) => reorder({ subtemaId: id, body: { orden } }).unwrap(),
    (failure) => t('orderFailed', { detail: errorText(failure) }),
  );
  const close = () => {
    const which = editing;
    setEditing(null);
    setTimeout(() => section.current?.querySelector<HTMLElement>(`[data-edits="${which}"]`)?.focus());
  };
  const takeOut = (questionId: number) =>
    void act(() => remove(questionId).unwrap(), {
      done: t('removed'),
      offer: {
        duration: 8_000,
        action: {
          label: t('authoring:undo'),
          onClick: () => void act(() => restore(questionId).unwrap(), { done: t('restored') }),
        },
      },
      after: () => {
        if (editing === questionId) setEditing(null);
      },
    });
  if (!data) return <QueryState of={query} failed={t('loadError')} inline rows={3} />;
  const { version, revision, pendiente } = data;
  return (
    <div className="stack quiz-edit">
      <details ref={section} open>
        <summary className="part-title">{t('title', { count: questions.length })}</summary>
        <div className="stack quiz-edit-body">
          {draft && pendiente ? (
            <p className="muted quiz-edit-note">{revision === 0 ? t('pendingFirst') : t('pending', { revision })}</p>
          ) : null}
          {questions.length === 0 && editing !== 'new' ? <p className="muted">{t('none')}</p> : null}
          {questions.length > 0 ? (
            <SortableList
              name={`preguntas.${id}`}
              label={t('list', { name: subtopic.titulo })}
              className="part-rows"
              order={ordering.order}
              nameOf={(one) => excerpt(questions.find((question) => question.id === one)?.question ?? '')}
              onOrder={ordering.put}
            >
              {ordering.order.map((one, place) => {
                const question = questions.find((found) => found.id === one);
                if (!question) return null;
                if (editing === one)
                  return (
                    <SortableRow key={one} id={one} className="part-row" data-open>
                      <div className="class-body">
                        <QuestionForm subtopicId={id} version={version} question={question} onClose={close} />
                      </div>
                    </SortableRow>
                  );
                return (
                  <SortableRow key={one} id={one} className="part-row">
                    <div className="part-head">
                      {locked ? null : (
                        <Grip acts={[{ id: 'remove', label: t('remove'), icon: <IconTrash {...drawn} />, onAct: () => takeOut(one) }]} />
                      )}
                      <span className="class-name">
                        <span lang="es">
                          {place + 1}. {excerpt(question.question)}
                        </span>
                        <span className="muted class-facts">
                          {t('points', { count: question.points })}
                          {question.borrador ? (
                            <>
                              {' '}
                              <StatusTag tone="empty" title={t('draftHint')}>
                                {t('draft')}
                              </StatusTag>
                            </>
                          ) : null}
                        </span>
                      </span>
                      {locked ? null : (
                        <button
                          type="button"
                          className="btn icon ghost"
                          data-edits={one}
                          disabled={busy}
                          aria-label={t('edit', { number: place + 1 })}
                          onClick={() => setEditing(one)}
                        >
                          <IconPencil {...drawn} />
                        </button>
                      )}
                    </div>
                  </SortableRow>
                );
              })}
            </SortableList>
          ) : null}
          {editing === 'new' ? (
            <div className="new-class stack">
              <h5 className="part-title">{t('form.new')}</h5>
              <QuestionForm subtopicId={id} version={version} question={null} onClose={close} />
            </div>
          ) : locked ? null : (
            <div className="row">
              <button type="button" className="btn alt part-add" data-edits="new" onClick={() => setEditing('new')}>
                <IconPlus size={18} aria-hidden="true" />
                {t('add')}
              </button>
              <button type="button" className="btn ghost" onClick={() => setPasting(true)}>
                {t('paste')}
              </button>
              {questions.length > 0 ? (
                <Link
                  className="btn ghost"
                  to={paths.course(courseId, { moduleId: klass.id_modulo, sessionId: klass.id_sesion, subtema: id })}
                >
                  {t('preview')}
                </Link>
              ) : null}
            </div>
          )}
        </div>
      </details>
      {locked ? null : (
        <details>
          <summary className="part-title">{t('rules.title')}</summary>
          <div className="quiz-edit-body">
            <RulesForm key={JSON.stringify(data.reglas)} quiz={data} />
          </div>
        </details>
      )}
      <details onToggle={(event) => setAnalysed(event.currentTarget.open)}>
        <summary className="part-title">{t('analysis.title')}</summary>
        <div className="quiz-edit-body">{analysed ? <Analysis subtopicId={id} /> : null}</div>
      </details>
      <details onToggle={(event) => setListed(event.currentTarget.open)}>
        <summary className="part-title">{t('attempts.title')}</summary>
        <div className="quiz-edit-body">{listed ? <Attempts subtopicId={id} /> : null}</div>
      </details>
      <PasteDialog subtopicId={id} open={pasting} onClose={() => setPasting(false)} />
    </div>
  );
}
