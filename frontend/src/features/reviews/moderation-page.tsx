import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { reviewStates } from '../../../../backend/api/contract/choices.ts';
import type { ModeratedReview } from '../../../../backend/api/contract/reviews.ts';
import { courseSlug } from '../../../../backend/api/contract/slug.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { HistoryPart } from '../../domain/history/history-button.tsx';
import { formatRelative } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { Stars } from '../../ui/stars.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSave } from '../../ui/use-save.ts';
import './moderation.css';
import { Moment } from '../../ui/moment.tsx';

const stateTexts = {
  visible: ['visible', 'noneVisible', 'noneVisibleHint'],
  oculta: ['hidden', 'noneHidden', 'noneHiddenHint'],
  'por-revisar': ['awaiting', 'noneAwaiting', 'noneAwaitingHint'],
} as const;

/** Moderation of reviews: hide one with a reason, or show it again. Filter and page are in the address. */
export function Component() {
  const { t } = useTranslation(['reviews', 'common', 'history']);
  const { get, put } = useAddress();
  const estado = reviewStates.find((one) => one === get('estado')) ?? 'visible';
  const cursor = usePageCursor();
  const list = api.useModeratedReviewsQuery({ estado, limit: 25, ...(cursor && { cursor }) });
  const status = useReadStatus('moderatedReviews');
  const [hide] = api.useHideReviewMutation();
  const [restore] = api.useRestoreReviewMutation();
  const { save } = useSave();
  const [showing, setShowing] = useState<ModeratedReview | null>(null);
  const [hiding, setHiding] = useState<ModeratedReview | null>(null);
  const [reading, setReading] = useState<ModeratedReview | null>(null);
  const authorOf = (review: ModeratedReview) => review.autor ?? t('reviews:anonymous');
  const columns: readonly Column<ModeratedReview>[] = [
    {
      id: 'autor',
      label: t('reviews:moderation.columns.author'),
      head: true,
      cell: (review) => (
        <>
          {authorOf(review)}
          <span className="table-note">
            <Stars value={review.estrellas} label={t('reviews:starsOf', { count: review.estrellas })} />
          </span>
        </>
      ),
    },
    {
      id: 'curso',
      label: t('reviews:moderation.columns.course'),
      className: 'table-name',
      cell: ({ id_curso, curso }) => <Link to={paths.coursePage(courseSlug({ id: id_curso, nombre: curso }))}>{curso}</Link>,
    },
    {
      id: 'resena',
      label: t('reviews:moderation.columns.review'),
      className: 'moderation-review table-prose',
      cell: (review) => (
        <div>
          <p lang={review.texto ? 'es' : undefined} className={review.texto ? 'moderation-text' : 'muted'}>
            {review.texto === null ? t('reviews:moderation.erased') : review.texto || t('reviews:moderation.noText')}
          </p>
          {review.estado === 'oculta' ? (
            <p className="muted table-note">
              {review.motivo ? t('reviews:moderation.reasonIs', { reason: review.motivo }) : ''}
              {review.ocultadaPor && review.ocultada ? (
                <>
                  {` · ${t('reviews:moderation.hiddenBy', { who: review.ocultadaPor })}, `}
                  <Moment at={review.ocultada}>{formatRelative(review.ocultada)}</Moment>
                </>
              ) : null}
            </p>
          ) : null}
        </div>
      ),
    },
    {
      id: 'publicada',
      label: t('reviews:moderation.columns.when'),
      cell: ({ publicada, editada }) => (
        <Moment className="muted" at={publicada}>
          {formatRelative(publicada)}
          {editada ? ` · ${t('reviews:edited')}` : ''}
        </Moment>
      ),
    },
    {
      id: 'acciones',
      label: t('reviews:moderation.columns.acts'),
      acts: true,
      cell: (review) => (
        <RowActs
          label={t('reviews:moderation.moreOf', { author: authorOf(review), course: review.curso })}
          acts={[
            review.estado === 'visible'
              ? {
                  id: 'ocultar',
                  label: t('reviews:moderation.hide'),
                  name: t('reviews:moderation.hideOf', { author: authorOf(review), course: review.curso }),
                  onAct: () => setHiding(review),
                  writes: true,
                }
              : {
                  id: 'mostrar',
                  label: t('reviews:moderation.restore'),
                  name: t('reviews:moderation.restoreOf', { author: authorOf(review), course: review.curso }),
                  onAct: () => setShowing(review),
                  writes: true,
                },
            { id: 'historial', label: t('history:title'), onAct: () => setReading(review) },
          ]}
        />
      ),
    },
  ];

  return (
    <Page title={t('reviews:moderation.title')} lead={t('reviews:moderation.lead')} fresh={<Freshness at={status?.at} />}>
      <Tabs
        label={t('reviews:moderation.state')}
        value={estado}
        tabs={reviewStates.map((id) => ({ id, label: t(`reviews:moderation.${stateTexts[id][0]}`) }))}
        onChange={(next) => put({ estado: next === 'visible' ? null : next, pagina: null }, true)}
      >
        <DataTable
          caption={t('reviews:moderation.title')}
          columns={columns}
          rows={list.data?.resenas}
          next={list.data?.siguiente ?? null}
          rowId={({ id_curso, id_usuario }) => `${id_curso} ${id_usuario}`}
          query={list}
          failed={t('reviews:moderation.failed')}
          empty={<Empty title={t(`reviews:moderation.${stateTexts[estado][1]}`)}>{t(`reviews:moderation.${stateTexts[estado][2]}`)}</Empty>}
          bones={6}
        />
      </Tabs>
      <Confirm
        open={hiding !== null}
        onClose={() => setHiding(null)}
        title={t('reviews:moderation.hideTitle')}
        confirmLabel={t('reviews:moderation.hideConfirm')}
        danger
        reason={{ required: true, of: `resena.${hiding?.id_curso}.${hiding?.id_usuario}` }}
        onConfirm={async (motivo) => {
          if (!hiding) return;
          const { id_curso: courseId, id_usuario: userId } = hiding;
          await save(() => hide({ courseId, userId, body: { motivo } }).unwrap(), { done: t('reviews:moderation.hidDone') });
        }}
      >
        <p>{hiding ? t('reviews:moderation.hideText', { course: hiding.curso, author: authorOf(hiding) }) : ''}</p>
      </Confirm>
      <Confirm
        open={showing !== null}
        onClose={() => setShowing(null)}
        title={t('reviews:moderation.restoreTitle')}
        confirmLabel={t('reviews:moderation.restore')}
        reason={{ required: true, of: `resena.${showing?.id_curso}.${showing?.id_usuario}.vuelve` }}
        onConfirm={async (motivo) => {
          if (!showing) return;
          const { id_curso: courseId, id_usuario: userId } = showing;
          await save(() => restore({ courseId, userId, body: { motivo } }).unwrap(), { done: t('reviews:moderation.restored') });
        }}
      >
        <p>{showing ? t('reviews:moderation.restoreText', { course: showing.curso }) : ''}</p>
      </Confirm>
      {reading ? (
        <Dialog
          open
          onClose={() => setReading(null)}
          title={t('history:titleOf', { name: t('reviews:moderation.of', { author: authorOf(reading), course: reading.curso }) })}
          side="right"
        >
          <HistoryPart of={{ of: 'review', userId: reading.id_usuario, courseId: reading.id_curso }} />
        </Dialog>
      ) : null}
    </Page>
  );
}
