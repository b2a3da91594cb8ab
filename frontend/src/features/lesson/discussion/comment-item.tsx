import { IconBulb, IconConfetti, IconDots, IconHeartHandshake, IconMoodPlus, IconThumbUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ReactionName, reactionNames } from '../../../../../backend/api/contract/choices.ts';
import type { AnswerRecord } from '../../../../../backend/api/contract/comments.ts';
import { api } from '../../../api/api.ts';
import { CommentText } from '../../../domain/comment-text.tsx';
import { formatRelative } from '../../../lib/dates.ts';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { closePopover, Popover } from '../../../ui/popover.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { Composer } from './composer.tsx';
import { withNames } from './mentions.ts';
import { AppealDialog, ReportDialog } from './report-dialog.tsx';

const icons: Readonly<Record<ReactionName, typeof IconThumbUp>> = {
  gusta: IconThumbUp,
  gracias: IconHeartHandshake,
  idea: IconBulb,
  celebra: IconConfetti,
};

interface Props {
  comment: AnswerRecord;
  /** Whether the reader may write here. */
  speaks: boolean;
  /** Whether the thread accepts answers. */
  answerable: boolean;
  /** The comment that the address links to. */
  linked: boolean;
  onReply: () => void;
  /** This answer solves its thread. */
  best: boolean;
  /** For an answer, where the reader teaches the course: marks it as the solution of the thread, or removes that mark. */
  onBest?: ((chosen: boolean) => void) | undefined;
}

/** One comment, with the actions that the reader may take. */
export function CommentItem({ comment, speaks, answerable, linked, onReply, best, onBest }: Props) {
  const { t } = useTranslation(['discussion', 'comments']);
  const [editing, setEditing] = useState(false);
  const [title, setTitle] = useState(comment.titulo ?? '');
  const [removing, setRemoving] = useState(false);
  const [reporting, setReporting] = useState(false);
  const [appealing, setAppealing] = useState(false);
  const [edit] = api.useEditCommentMutation();
  const [withdraw] = api.useWithdrawCommentMutation();
  const { save } = useSave();
  const item = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!linked) return;
    item.current?.scrollIntoView?.({ block: 'center' });
    item.current?.focus({ preventScroll: true });
  }, [linked]);
  const { usuario, comentario, menciones } = comment;
  const name = usuario.nombre ?? t('comments:someone');
  const address = new URL(paths.course(comment.id_curso, { comment: comment.id }), globalThis.location.origin).toString();
  const copy = () => copyText(address, { done: t('link.copied'), failed: t('link.failed') });
  const acts = [
    ...(comment.editable !== null ? [{ id: 'editar', label: t('edit.action'), onAct: () => setEditing(true) }] : []),
    { id: 'enlace', label: t('link.action'), onAct: () => void copy() },
    ...(onBest ? [{ id: 'mejor', label: t(best ? 'best.clear' : 'best.choose'), onAct: () => onBest(!best) }] : []),
    ...(comment.propio || comment.reportado ? [] : [{ id: 'reportar', label: t('report.action'), onAct: () => setReporting(true) }]),
    ...(comment.propio && comment.estado === 'visible'
      ? [{ id: 'quitar', label: t('remove.action'), onAct: () => setRemoving(true) }]
      : []),
  ];
  return (
    <article
      ref={item}
      className="comment"
      id={`comentario-${comment.id}`}
      tabIndex={-1}
      data-linked={linked || undefined}
      data-best={best || undefined}
      aria-label={t('by', { name })}
    >
      <Avatar name={name} picture={usuario.foto} size={comment.id_raiz === null ? 36 : 28} />
      <div className="comment-body">
        <p className="comment-head">
          {usuario.nombre === null ? <span>{name}</span> : <Link to={paths.person(usuario.id)}>{name}</Link>}
          {usuario.papel === 'estudiante' ? null : <StatusTag tone="info">{t(`role.${usuario.papel}`)}</StatusTag>}
          {best ? <StatusTag tone="ok">{t('best.tag')}</StatusTag> : null}
          <Moment className="muted" at={comment.fecha}>
            {formatRelative(comment.fecha)}
            {comment.editado ? ` · ${t('edited')}` : ''}
          </Moment>
        </p>
        {editing && comentario !== null ? (
          <>
            {comment.titulo === null ? null : (
              <Field label={t('forum.name')} lang="es" maxLength={120} value={title} onChange={(event) => setTitle(event.target.value)} />
            )}
            <Composer
              subtopicId={comment.id_subtema}
              ready={title.trim() !== '' || comment.titulo === null}
              draft={`comentario.cambiar.${comment.id}`}
              label={t('edit.label')}
              action={t('edit.save')}
              initial={startOf(comentario, menciones)}
              autoFocus
              onSend={async (text) => {
                await edit({ id: comment.id, body: { comentario: text, ...(comment.titulo !== null && { titulo: title }) } }).unwrap();
                setEditing(false);
              }}
              onCancel={() => setEditing(false)}
            />
          </>
        ) : comentario === null ? (
          <p className="muted">{t(`gone.${gone[comment.estado]}`)}</p>
        ) : (
          <CommentText people={menciones}>{comentario}</CommentText>
        )}
        {comment.estado === 'moderado' && comentario !== null ? (
          <p className="comment-notice">
            {t('moderated', { reason: comment.motivo ?? '—' })}
            {comment.propio ? (
              <>
                {' '}
                <button type="button" className="link" onClick={() => setAppealing(true)}>
                  {t('appeal.action')}
                </button>
              </>
            ) : null}
          </p>
        ) : null}
        {comment.reportado && comment.estado === 'visible' ? (
          <p className="comment-notice">
            {t('report.yours')} <Link to={paths.participation}>{t('report.follow')}</Link>
          </p>
        ) : null}
        {comment.estado === 'visible' ? (
          <div className="comment-acts">
            <Reactions comment={comment} speaks={speaks} name={name} />
            {speaks && answerable ? (
              <button type="button" className="btn ghost" onClick={onReply} aria-label={t('reply.to', { name })}>
                {t('reply.action')}
              </button>
            ) : null}
            <Menu label={t('more', { name })} button={<IconDots size={18} aria-hidden="true" />} acts={acts} />
          </div>
        ) : null}
      </div>
      {reporting ? <ReportDialog comment={comment} name={name} onClose={() => setReporting(false)} /> : null}
      {appealing ? <AppealDialog id={comment.id} onClose={() => setAppealing(false)} /> : null}
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('remove.title')}
        confirmLabel={t('remove.confirm')}
        danger
        onConfirm={async () => {
          await save(() => withdraw({ id: comment.id }).unwrap(), { done: t('remove.done') });
        }}
      >
        <p>{t('remove.text')}</p>
      </Confirm>
    </article>
  );
}

const gone = { visible: 'withdrawn', quitado: 'withdrawn', borrado: 'erased', moderado: 'moderated' } as const;

const startOf = (text: string, menciones: AnswerRecord['menciones']) => {
  const called = menciones.flatMap(({ id, nombre }) => (nombre === null ? [] : [{ id, nombre }]));
  return { text: withNames(text, called), called };
};

function Reactions({ comment, speaks, name }: { comment: AnswerRecord; speaks: boolean; name: string }) {
  const { t } = useTranslation('discussion');
  const [react] = api.useReactToCommentMutation();
  const { act, busy } = useSave();
  const toggle = (reaccion: ReactionName, puesta: boolean) => act(() => react({ id: comment.id, body: { reaccion, puesta } }).unwrap());
  const mine = (reaccion: ReactionName) => comment.reacciones.some((one) => one.reaccion === reaccion && one.mia);
  return (
    <>
      {comment.reacciones.map(({ reaccion, cantidad, mia }) => {
        const Icon = icons[reaccion];
        const words = t('reaction.count', { reaction: t(`reaction.${reaccion}`), count: cantidad });
        return speaks ? (
          <button
            key={reaccion}
            type="button"
            className="reaction"
            aria-pressed={mia}
            aria-label={words}
            title={words}
            disabled={busy}
            onClick={() => void toggle(reaccion, !mia)}
          >
            <Icon size={16} aria-hidden="true" />
            <span className="num">{cantidad}</span>
          </button>
        ) : (
          <span key={reaccion} className="reaction" title={words}>
            <Icon size={16} aria-hidden="true" />
            <span className="num" aria-hidden="true">
              {cantidad}
            </span>
            <span className="sr">{words}</span>
          </span>
        );
      })}
      {speaks ? (
        <Popover
          label={t('reaction.add', { name })}
          className="btn icon ghost"
          align="start"
          button={<IconMoodPlus size={18} aria-hidden="true" />}
        >
          {reactionNames.map((reaccion) => {
            const Icon = icons[reaccion];
            return (
              <button
                key={reaccion}
                type="button"
                className="menu-option"
                aria-pressed={mine(reaccion)}
                onClick={({ currentTarget }) => {
                  closePopover(currentTarget);
                  void toggle(reaccion, !mine(reaccion));
                }}
              >
                <Icon size={18} aria-hidden="true" /> {t(`reaction.${reaccion}`)}
              </button>
            );
          })}
        </Popover>
      ) : null}
    </>
  );
}
