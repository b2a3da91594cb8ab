import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { ModeratedReview } from '../../../../backend/api/contract/reviews.ts';
import { courseSlug } from '../../../../backend/api/contract/slug.ts';
import { useHideReviewMutation, useModeratedReviewsQuery, useRestoreReviewMutation } from '../../api/generated.ts';
import { useStanding } from '../../api/standing.ts';
import { formatRelative } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { Stars } from '../../ui/stars.tsx';
import { useSave } from '../../ui/use-save.ts';
import './moderation.css';
import { Moment } from '../../ui/moment.tsx';

const states = ['visible', 'oculta'] as const;

/** What administrators see of reviews: hide one with its reason, or show it again. State and page stand in the address. */
export function Component() {
  const { t } = useTranslation(['reviews', 'common']);
  const [params, setParams] = useSearchParams();
  const estado = states.find((one) => one === params.get('estado')) ?? 'visible';
  const cursor = params.get('pagina') ?? undefined;
  const { data, error, isFetching, refetch } = useModeratedReviewsQuery({ estado, limit: 25, ...(cursor && { cursor }) });
  const standing = useStanding('moderatedReviews');
  const [hide] = useHideReviewMutation();
  const [restore] = useRestoreReviewMutation();
  const { save, act, busy } = useSave();
  const [hiding, setHiding] = useState<ModeratedReview | null>(null);
  const go = (next: Record<string, string>) => setParams(next, { preventScrollReset: false });
  const authorOf = (review: ModeratedReview) => review.autor ?? t('reviews:anonymous');
  const named = { hide: 'reviews:moderation.hideOf', restore: 'reviews:moderation.restoreOf' } as const;

  return (
    <Page title={t('reviews:moderation.title')} lead={t('reviews:moderation.lead')}>
      <p className="muted">
        <Freshness at={standing?.at} />
      </p>
      <fieldset className="moderation-states">
        <legend className="sr">{t('reviews:moderation.state')}</legend>
        {states.map((one) => (
          <button
            key={one}
            type="button"
            className={one === estado ? 'btn soft' : 'btn alt'}
            aria-pressed={one === estado}
            onClick={() => go(one === 'visible' ? {} : { estado: one })}
          >
            {t(one === 'visible' ? 'reviews:moderation.visible' : 'reviews:moderation.hidden')}
          </button>
        ))}
      </fieldset>
      {data ? (
        data.resenas.length > 0 ? (
          <ul className="moderation" aria-busy={isFetching}>
            {data.resenas.map((review) => (
              <li key={`${review.id_curso}-${review.id_usuario}`} className="card moderation-one">
                <div className="row">
                  <strong>{authorOf(review)}</strong>
                  <Stars value={review.estrellas} label={t('reviews:starsOf', { count: review.estrellas })} />
                  <Link to={paths.coursePage(courseSlug({ id: review.id_curso, nombre: review.curso }))}>{review.curso}</Link>
                  <Moment className="muted" at={review.publicada}>
                    {formatRelative(review.publicada)}
                    {review.editada ? ` · ${t('reviews:edited')}` : ''}
                  </Moment>
                </div>
                <p lang={review.texto ? 'es' : undefined} className={review.texto ? 'moderation-text' : 'muted'}>
                  {review.texto === null ? t('reviews:moderation.erased') : review.texto || t('reviews:moderation.noText')}
                </p>
                {review.estado === 'oculta' ? (
                  <p className="muted">
                    {review.motivo ? t('reviews:moderation.reasonIs', { reason: review.motivo }) : ''}
                    {review.ocultadaPor && review.ocultada
                      ? ` · ${t('reviews:moderation.hiddenBy', { who: review.ocultadaPor })}, ${formatRelative(review.ocultada)}`
                      : ''}
                  </p>
                ) : null}
                <div className="row">
                  {review.estado === 'visible' ? (
                    <button
                      type="button"
                      className="btn alt"
                      aria-label={t(named.hide, { author: authorOf(review), course: review.curso })}
                      onClick={() => setHiding(review)}
                    >
                      {t('reviews:moderation.hide')}
                    </button>
                  ) : (
                    <button
                      type="button"
                      className="btn alt"
                      disabled={busy}
                      aria-label={t(named.restore, { author: authorOf(review), course: review.curso })}
                      onClick={() =>
                        void act(() => restore({ courseId: review.id_curso, userId: review.id_usuario }).unwrap(), {
                          done: t('reviews:moderation.restored'),
                        })
                      }
                    >
                      {t('reviews:moderation.restore')}
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <Empty title={t(estado === 'visible' ? 'reviews:moderation.noneVisible' : 'reviews:moderation.noneHidden')}>
            {t(estado === 'visible' ? 'reviews:moderation.noneVisibleHint' : 'reviews:moderation.noneHiddenHint')}
          </Empty>
        )
      ) : error ? (
        <ErrorState title={t('reviews:moderation.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton>
          <RowsSkeleton rows={6} />
        </Skeleton>
      )}
      {data?.siguiente ? (
        <button
          type="button"
          className="btn alt moderation-more"
          onClick={() => go({ ...(estado !== 'visible' && { estado }), pagina: data.siguiente ?? '' })}
        >
          {t('reviews:moderation.more')}
        </button>
      ) : null}
      <Confirm
        open={hiding !== null}
        onClose={() => setHiding(null)}
        title={t('reviews:moderation.hideTitle')}
        confirmLabel={t('reviews:moderation.hideConfirm')}
        danger
        reason={{ label: t('reviews:moderation.reason'), required: true, of: `resena.${hiding?.id_curso}.${hiding?.id_usuario}` }}
        onConfirm={async (motivo) => {
          if (!hiding) return;
          const { id_curso: courseId, id_usuario: userId } = hiding;
          await save(() => hide({ courseId, userId, body: { motivo } }).unwrap(), { done: t('reviews:moderation.hidDone') });
        }}
      >
        <p>{hiding ? t('reviews:moderation.hideText', { course: hiding.curso, author: authorOf(hiding) }) : ''}</p>
      </Confirm>
    </Page>
  );
}
