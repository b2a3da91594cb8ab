import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Discussion as Read } from '../../../../../backend/api/contract/comments.ts';
import { api } from '../../../api/api.ts';
import { paths } from '../../../lib/paths.ts';
import { Announce } from '../../../ui/announce.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { Composer } from './composer.tsx';
import { Obstacle } from './obstacle.tsx';
import { Thread } from './thread.tsx';
import './discussion.css';
import './texts.ts';
import '../../../domain/comment-texts.ts';

const PAGE = 25;

/** The discussion below a subtopic. `linkedTo`: the comment that the address links to; its thread comes first. */
export function Discussion({ subtopicId, linkedTo }: { subtopicId: number; linkedTo: number | null }) {
  const { t } = useTranslation('discussion');
  const first = api.useListCommentsQuery({ subtopicId, limit: PAGE });
  const [pages, setPages] = useState(1);
  const [post] = api.usePostCommentMutation();
  /** The newest comment that is shown. Later ones wait behind a button, so that nothing moves while somebody reads. */
  const [horizon, setHorizon] = useState<number | null>(null);
  const { data } = first;
  const newest = data?.comentarios[0]?.id ?? 0;
  const known = useRef(false);
  if (data && !known.current) {
    known.current = true;
    setHorizon(newest);
  }
  const waiting = horizon === null ? 0 : (data?.comentarios.filter(({ id, propio }) => id > horizon && !propio).length ?? 0);
  const speaks = data?.impedimento === null;
  const said = (id: number) => setHorizon((before) => (before === null || id > before ? id : before));
  return (
    <section className="discussion" aria-labelledby={`comentarios-${subtopicId}`}>
      <h2 id={`comentarios-${subtopicId}`}>{t('title')}</h2>
      {data ? (
        <Speaking data={data} onSend={async (comentario) => said((await post({ id_subtema: subtopicId, comentario }).unwrap()).id)} />
      ) : null}
      <p className="discussion-own">
        <Link to={paths.participation}>{t('own')}</Link>
      </p>
      {linkedTo !== null ? <Linked id={linkedTo} speaks={speaks} staff={data?.equipo ?? false} onSaid={said} /> : null}
      {waiting > 0 ? (
        <button type="button" className="btn soft discussion-new" onClick={() => setHorizon(newest)}>
          {t('waiting', { count: waiting })}
        </button>
      ) : null}
      <Announce>{waiting > 0 ? t('waiting', { count: waiting }) : ''}</Announce>
      {data && data.comentarios.length === 0 ? <Empty title={t('empty.title')}>{t(speaks ? 'empty.text' : 'empty.still')}</Empty> : null}
      {data ? (
        <ol className="discussion-list">
          <Threads data={data} horizon={horizon} linkedTo={linkedTo} onSaid={said} />
          {pages > 1 && data.siguiente ? (
            <Page
              subtopicId={subtopicId}
              cursor={data.siguiente}
              left={pages - 1}
              linkedTo={linkedTo}
              onSaid={said}
              onMore={() => setPages(pages + 1)}
            />
          ) : null}
        </ol>
      ) : (
        <QueryState of={first} failed={t('failed')} inline rows={4} />
      )}
      {data?.siguiente && pages === 1 ? (
        <button type="button" className="btn alt" onClick={() => setPages(2)}>
          {t('older')}
        </button>
      ) : null}
    </section>
  );
}

interface Listed {
  linkedTo: number | null;
  onSaid: (id: number) => void;
}

function Threads({ data, horizon, linkedTo, onSaid }: Listed & { data: Read; horizon: number | null }) {
  const shown = data.comentarios.filter(
    ({ id, propio, respuestas }) =>
      (horizon === null || id <= horizon || propio) && id !== linkedTo && !respuestas.some((answer) => answer.id === linkedTo),
  );
  return shown.map((thread) => (
    <Thread key={thread.id} thread={thread} speaks={data.impedimento === null} staff={data.equipo} linkedTo={null} onSaid={onSaid} />
  ));
}

/** A page of threads, followed by the older ones. */
function Page({
  subtopicId,
  cursor,
  left,
  linkedTo,
  onSaid,
  onMore,
}: Listed & { subtopicId: number; cursor: string; left: number; onMore: () => void }) {
  const { t } = useTranslation('discussion');
  const query = api.useListCommentsQuery({ subtopicId, cursor, limit: PAGE });
  const { data } = query;
  if (!data) return <li>{<QueryState of={query} failed={t('failed')} inline rows={4} />}</li>;
  return (
    <>
      <Threads data={data} horizon={null} linkedTo={linkedTo} onSaid={onSaid} />
      {data.siguiente && left > 1 ? (
        <Page subtopicId={subtopicId} cursor={data.siguiente} left={left - 1} linkedTo={linkedTo} onSaid={onSaid} onMore={onMore} />
      ) : data.siguiente ? (
        <li>
          <button type="button" className="btn alt" onClick={onMore}>
            {t('older')}
          </button>
        </li>
      ) : null}
    </>
  );
}

/** The form for a new comment, or why the reader may not write one. */
function Speaking({ data, onSend }: { data: Read; onSend: (text: string) => Promise<void> }) {
  const { t } = useTranslation('discussion');
  if (data.impedimento !== null) return <Obstacle of={data.impedimento} />;
  return (
    <Composer
      subtopicId={data.id_subtema}
      draft={`comentario.${data.id_subtema}`}
      label={t('write.label')}
      action={t('write.send')}
      onSend={onSend}
    />
  );
}

/** The thread of the linked comment. */
function Linked({ id, speaks, staff, onSaid }: { id: number; speaks: boolean; staff: boolean; onSaid: (id: number) => void }) {
  const { t } = useTranslation('discussion');
  const { data, error } = api.useGetCommentQuery(id);
  if (error && !data)
    return (
      <p className="card" role="status">
        {t('link.gone')}
      </p>
    );
  if (!data) return null;
  return (
    <ol className="discussion-list" aria-label={t('link.thread')}>
      <Thread thread={data.hilo} speaks={speaks} staff={staff} linkedTo={id} onSaid={onSaid} />
    </ol>
  );
}
