import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerRecord, CommentRecord } from '../../../../../backend/api/contract/comments.ts';
import { api } from '../../../api/api.ts';
import { useSave } from '../../../ui/use-save.ts';
import { CommentItem } from './comment-item.tsx';
import { Composer } from './composer.tsx';

interface Props {
  thread: CommentRecord;
  speaks: boolean;
  /** Whether the reader teaches the course, or manages the school. */
  staff: boolean;
  /** The thread is a topic of the forum, where its author too may mark the answer that solves it. */
  forum?: boolean;
  linkedTo: number | null;
  onSaid: (id: number) => void;
}

/** A comment with its answers, and the form to answer. */
export function Thread({ thread, speaks, staff, forum = false, linkedTo, onSaid }: Props) {
  const { t } = useTranslation('discussion');
  /** The comment that is being answered: the thread's first, or one of its answers. */
  const [answered, setAnswered] = useState<AnswerRecord | null>(null);
  /** The cursors of the loaded pages. */
  const [more, setMore] = useState<readonly string[]>([]);
  const [post] = api.usePostCommentMutation();
  const [choose] = api.useChooseBestAnswerMutation();
  const [accept] = api.useAcceptAnswerMutation();
  const { act } = useSave();
  const shown = new Set(thread.respuestas.map(({ id }) => id));
  const item = (comment: AnswerRecord) => (
    <CommentItem
      comment={comment}
      speaks={speaks}
      answerable={thread.estado !== 'moderado'}
      linked={comment.id === linkedTo}
      best={comment.id === thread.mejor}
      onReply={() => setAnswered(comment)}
      onBest={
        (staff || (forum && thread.propio && speaks)) && comment.id_raiz !== null && comment.estado === 'visible'
          ? (chosen) =>
              void act(() => (forum ? accept : choose)({ id: thread.id, body: { respuesta: chosen ? comment.id : null } }).unwrap(), {
                done: t(chosen ? 'best.chosen' : 'best.cleared'),
              })
          : undefined
      }
    />
  );
  return (
    <li className="comment-thread">
      {item(thread)}
      {thread.respuestas.length > 0 || answered !== null ? (
        <ol className="comment-answers" aria-label={t('answers', { count: thread.totalRespuestas })}>
          {thread.respuestas.map((answer) => (
            <li key={answer.id}>{item(answer)}</li>
          ))}
          {more.map((cursor, index) => (
            <Answers
              key={cursor}
              id={thread.id}
              cursor={cursor}
              skip={shown}
              item={item}
              onMore={index === more.length - 1 ? (next) => setMore([...more, next]) : undefined}
            />
          ))}
          {thread.siguientes && more.length === 0 ? (
            <li>
              <button type="button" className="btn ghost" onClick={() => setMore([thread.siguientes ?? ''])}>
                {t('moreAnswers', { count: thread.totalRespuestas - thread.respuestas.length })}
              </button>
            </li>
          ) : null}
          {answered !== null ? (
            <li>
              <Composer
                key={answered.id}
                subtopicId={thread.id_subtema}
                draft={`comentario.respuesta.${answered.id}`}
                label={t('reply.label')}
                action={t('reply.send')}
                initial={calling(answered)}
                autoFocus
                onSend={async (comentario) => {
                  const { id } = await post({ id_subtema: thread.id_subtema, id_respuesta_a: answered.id, comentario }).unwrap();
                  setAnswered(null);
                  onSaid(id);
                }}
                onCancel={() => setAnswered(null)}
              />
            </li>
          ) : null}
        </ol>
      ) : null}
    </li>
  );
}

/** The author of the thread is notified of every answer. The author of another answer is mentioned by name, so that they are notified too. */
const calling = ({ id_raiz, propio, usuario: { id, nombre } }: AnswerRecord) =>
  id_raiz === null || propio || nombre === null ? { text: '', called: [] } : { text: `@${nombre} `, called: [{ id, nombre }] };

function Answers({
  id,
  cursor,
  skip,
  item,
  onMore,
}: {
  id: number;
  cursor: string;
  skip: ReadonlySet<number>;
  item: (answer: AnswerRecord) => React.ReactNode;
  onMore: ((next: string) => void) | undefined;
}) {
  const { t } = useTranslation('discussion');
  const { data, error, refetch } = api.useListAnswersQuery({ id, cursor, limit: 25 });
  const next = data?.siguiente;
  return (
    <>
      {data?.respuestas
        .filter((answer) => !skip.has(answer.id))
        .map((answer) => (
          <li key={answer.id}>{item(answer)}</li>
        ))}
      {error && !data ? (
        <li>
          <button type="button" className="link" onClick={() => void refetch()}>
            {t('retryAnswers')}
          </button>
        </li>
      ) : null}
      {next && onMore ? (
        <li>
          <button type="button" className="btn ghost" onClick={() => onMore(next)}>
            {t('evenMoreAnswers')}
          </button>
        </li>
      ) : null}
    </>
  );
}
