import { IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { threadStates } from '../../../../../backend/api/contract/choices.ts';
import type { ThreadRecord } from '../../../../../backend/api/contract/comments.ts';
import { api } from '../../../api/api.ts';
import { byActivity } from '../../../domain/learning.ts';
import { formatRelative } from '../../../lib/dates.ts';
import { paths } from '../../../lib/paths.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field, FieldFrame } from '../../../ui/field.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/skeleton.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { Composer } from './composer.tsx';
import { Obstacle } from './obstacle.tsx';
import { Thread } from './thread.tsx';
import './discussion.css';
import './texts.ts';
import '../../../domain/comment-texts.ts';

const TITLE = 120;
const numberIn = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/** The forum of a course: its topics, or one of them. The address says which course and which topic; without a course, the one last studied is shown. */
export function Component() {
  const { get } = useAddress();
  const course = numberIn(get('curso'));
  const topic = numberIn(get('tema'));
  if (topic !== null) return <Topic key={topic} id={topic} />;
  return course === null ? <LastForum /> : <Forum key={course} courseId={course} />;
}

function LastForum() {
  const { t } = useTranslation('discussion');
  const user = useSessionUser();
  const query = api.usePanelQuery(user.id);
  const { data } = query;
  const [last] = data ? byActivity(data.cursos) : [];
  if (last) return <Navigate to={paths.forum(last.id_curso)} replace />;
  return (
    <Page title={t('forum.title')}>
      {data ? (
        <Empty
          title={t('forum.choose')}
          action={
            <Link className="btn" to={paths.catalogue()}>
              {t('forum.explore')}
            </Link>
          }
        >
          {t('forum.chooseText')}
        </Empty>
      ) : (
        <QueryState of={query} failed={t('forum.failed')} rows={6} />
      )}
    </Page>
  );
}

const Rows = () => (
  <Skeleton>
    <RowsSkeleton rows={6} />
  </Skeleton>
);

function Forum({ courseId }: { courseId: number }) {
  const { t } = useTranslation('discussion');
  const user = useSessionUser();
  const { get, put } = useAddress();
  const [written, setWritten] = useState(get('buscar') ?? '');
  const words = useDeferredValue(written.trim());
  const estado = threadStates.find((one) => one === get('estado'));
  const asked = { courseId, ...(words && { buscar: words }), ...(estado && { estado }) };
  const { data, currentData, error, isFetching, refetch } = api.useListThreadsQuery(asked);
  const mine = api.usePanelQuery(user.id);
  const [more, setMore] = useState<readonly string[]>([]);
  const [opening, setOpening] = useState(false);
  const filtered = words !== '' || estado !== undefined;
  const speaks = data?.impedimento === null;
  const courses = mine.data?.cursos ?? [];
  return (
    <Page
      title={t('forum.title')}
      lead={<span lang="es">{data?.curso ?? ''}</span>}
      width="narrow"
      actions={
        speaks && !opening ? (
          <button type="button" className="btn" onClick={() => setOpening(true)}>
            <IconPlus size={18} aria-hidden="true" />
            {t('forum.open')}
          </button>
        ) : null
      }
    >
      {data && !speaks ? <Obstacle of={data.impedimento} /> : null}
      {data && opening ? <Opening courseId={courseId} place={data.id_foro} onClose={() => setOpening(false)} /> : null}
      <search className="forum-search">
        <Field
          label={t('forum.search')}
          type="search"
          maxLength={100}
          value={written}
          onChange={(event) => {
            setWritten(event.target.value);
            setMore([]);
            put({ buscar: event.target.value.trim() || null });
          }}
        />
        <FieldFrame label={t('forum.state')}>
          {(control) => (
            <select
              {...control}
              value={estado ?? ''}
              onChange={(event) => {
                setMore([]);
                put({ estado: event.target.value || null });
              }}
            >
              <option value="">{t('forum.all')}</option>
              {threadStates.map((one) => (
                <option key={one} value={one}>
                  {t(`forum.states.${one}`)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        {courses.length > 1 && courses.some((one) => one.id_curso === courseId) ? (
          <FieldFrame label={t('forum.course')}>
            {(control) => (
              <select
                {...control}
                value={courseId}
                onChange={(event) => put({ curso: event.target.value, buscar: null, estado: null }, true)}
              >
                {courses.map((one) => (
                  <option key={one.id_curso} value={one.id_curso}>
                    {one.curso.nombre}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        ) : null}
      </search>
      {error && !data ? (
        <ErrorState title={t('forum.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : currentData ? (
        currentData.temas.length === 0 && currentData.siguiente === null ? (
          <Empty title={t(filtered ? 'forum.none' : 'forum.empty')}>{t(filtered ? 'forum.noneText' : 'forum.emptyText')}</Empty>
        ) : (
          <ol className="forum-topics" aria-busy={isFetching}>
            <Topics courseId={courseId} topics={currentData.temas} />
            {more.map((cursor) => (
              <More key={cursor} asked={{ ...asked, cursor }} last={cursor === more.at(-1)} onMore={(next) => setMore([...more, next])} />
            ))}
          </ol>
        )
      ) : (
        <Rows />
      )}
      {currentData?.siguiente && more.length === 0 ? (
        <p>
          <button type="button" className="btn alt" onClick={() => setMore([currentData.siguiente ?? ''])}>
            {t('forum.older')}
          </button>
        </p>
      ) : null}
    </Page>
  );
}

function Topics({ courseId, topics }: { courseId: number; topics: readonly ThreadRecord[] }) {
  const { t } = useTranslation(['discussion', 'comments']);
  return topics.map(({ id, titulo, estado, autor, fecha, respuestas, resuelto, ultimo }) => (
    <li key={id} className="card forum-topic">
      <h2>
        <Link lang={titulo === null ? undefined : 'es'} to={paths.forum(courseId, id)}>
          {titulo ?? t(`gone.${estado === 'moderado' ? 'moderated' : estado === 'borrado' ? 'erased' : 'withdrawn'}`)}
        </Link>{' '}
        {resuelto ? <StatusTag tone="ok">{t('forum.solved')}</StatusTag> : null}
      </h2>
      <p className="muted">
        {t('forum.by', { name: autor.nombre ?? t('comments:someone') })} · <Moment at={fecha}>{formatRelative(fecha)}</Moment> ·{' '}
        {t('answers', { count: respuestas })}
        {ultimo === fecha ? null : (
          <>
            {' '}
            · <Moment at={ultimo}>{t('forum.last', { when: formatRelative(ultimo) })}</Moment>
          </>
        )}
      </p>
    </li>
  ));
}

function More({
  asked,
  last,
  onMore,
}: {
  asked: Parameters<typeof api.useListThreadsQuery>[0] & { courseId: number };
  last: boolean;
  onMore: (next: string) => void;
}) {
  const { t } = useTranslation('discussion');
  const query = api.useListThreadsQuery(asked);
  const { data } = query;
  if (!data)
    return (
      <li>
        <QueryState of={query} failed={t('forum.failed')} inline rows={6} />
      </li>
    );
  return (
    <>
      <Topics courseId={asked.courseId} topics={data.temas} />
      {last && data.siguiente ? (
        <li>
          <button type="button" className="btn alt" onClick={() => onMore(data.siguiente ?? '')}>
            {t('forum.older')}
          </button>
        </li>
      ) : null}
    </>
  );
}

/** The form for a new topic: its title and text. */
function Opening({ courseId, place, onClose }: { courseId: number; place: number; onClose: () => void }) {
  const { t } = useTranslation('discussion');
  const [open] = api.useOpenThreadMutation();
  const [title, setTitle] = useState('');
  const [opened, setOpened] = useState<number | null>(null);
  if (opened !== null) return <Navigate to={paths.forum(courseId, opened)} />;
  return (
    <section className="card stack" aria-label={t('forum.open')}>
      <Field
        label={t('forum.name')}
        hint={t('forum.nameHint')}
        lang="es"
        maxLength={TITLE}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        autoFocus
      />
      <Composer
        subtopicId={place}
        draft={`foro.${courseId}`}
        label={t('forum.text')}
        action={t('forum.publish')}
        ready={title.trim() !== ''}
        onSend={async (comentario) => setOpened((await open({ courseId, body: { titulo: title, comentario } }).unwrap()).id)}
        onCancel={onClose}
      />
    </section>
  );
}

/** One topic. `id`: that of its first comment, or of any answer in it. */
function Topic({ id }: { id: number }) {
  const { t } = useTranslation('discussion');
  const { data, error, isFetching, refetch } = api.useGetCommentQuery(id);
  const courseId = data?.lugar.id_curso;
  const forum = api.useListThreadsQuery({ courseId: courseId ?? 0, limit: 1 }, { skip: courseId === undefined });
  const [post] = api.usePostCommentMutation();
  if (!data || courseId === undefined)
    return (
      <Page title={t('forum.title')} width="narrow">
        {error ? (
          <ErrorState title={t('forum.gone')} error={error} onRetry={() => void refetch()} retrying={isFetching}>
            {' '}
            <Link to={paths.forum()}>{t('forum.back')}</Link>
          </ErrorState>
        ) : (
          <Rows />
        )}
      </Page>
    );
  const { hilo, lugar } = data;
  // The comment belongs to a subtopic's discussion, so the reader is led there.
  if (lugar.id_modulo !== null) return <Navigate to={paths.course(courseId, { comment: id })} replace />;
  const speaks = forum.data?.impedimento === null;
  return (
    <Page
      title={hilo.titulo ?? t('forum.title')}
      heading={hilo.titulo === null ? undefined : <span lang="es">{hilo.titulo}</span>}
      width="narrow"
      breadcrumb={<Link to={paths.forum(courseId)}>{t('forum.of', { course: lugar.curso })}</Link>}
    >
      <ol className="discussion-list">
        <Thread
          thread={hilo}
          speaks={speaks}
          staff={forum.data?.equipo ?? false}
          forum
          linkedTo={id === hilo.id ? null : id}
          onSaid={() => {}}
        />
      </ol>
      {forum.data && !speaks ? <Obstacle of={forum.data.impedimento} /> : null}
      {speaks && hilo.estado !== 'moderado' ? (
        <Composer
          subtopicId={lugar.id_subtema}
          draft={`foro.respuesta.${hilo.id}`}
          label={t('reply.label')}
          action={t('reply.send')}
          onSend={(comentario) => post({ id_subtema: lugar.id_subtema, id_respuesta_a: hilo.id, comentario }).unwrap()}
        />
      ) : null}
    </Page>
  );
}
