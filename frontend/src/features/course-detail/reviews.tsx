import '../reviews/texts.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseReviews, ReviewRecord } from '../../../../backend/api/contract/reviews.ts';
import { grouped } from '../../lib/figures.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { useLive } from '../../lib/use-live.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Empty } from '../../ui/empty.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Stars } from '../../ui/stars.tsx';
import { useLongDate } from './long-date.ts';
import { OwnReview } from './own-review.tsx';

const PAGE = 10;
const MOST = 100;

/** The reviews of the course: the average with its distribution, one's own, and the others', the newest first. */
export function Reviews({ courseId }: { courseId: number }) {
  const { t } = useTranslation(['reviews', 'common']);
  const user = useMaybeSession() ?? null;
  const [shown, setShown] = useState(PAGE);
  const reviews = useLive(reads.listReviews, { courseId, limit: Math.min(MOST, shown) }, `resenas:${courseId}:${shown}`);
  const [last, setLast] = useState<CourseReviews | undefined>(undefined);
  useEffect(() => {
    if (reviews.data) setLast(reviews.data);
  }, [reviews.data]);
  const { refetch } = reviews;
  const changed = useCallback((position: string | null) => refetch(position ?? undefined), [refetch]);
  // An address with the name of this section leads here.
  useHashTarget(Boolean(reviews.data ?? reviews.error));
  // A longer list replaces the shorter one once it is loaded.
  const data = reviews.data ?? last;
  const rating = (value: number) => grouped(value, 1);
  return (
    <section aria-labelledby="curso-resenas">
      <h2 id="curso-resenas">{t('title')}</h2>
      {data && data.promedio !== null ? (
        <div className="reviews-summary">
          <p className="reviews-average">
            <span className="display" aria-hidden="true">
              {rating(data.promedio)}
            </span>
            <Stars value={data.promedio} />
            <span className="sr">{t('summary', { rating: rating(data.promedio), count: data.total })}</span>
            <span className="muted" aria-hidden="true">
              {t('total', { count: data.total })}
            </span>
          </p>
          <ul className="reviews-bars">
            {[5, 4, 3, 2, 1].map((stars) => {
              const count = data.distribucion[stars - 1] ?? 0;
              return (
                <li key={stars}>
                  <span className="sr">{t('barOf', { stars: t('starsOf', { count: stars }), count })}</span>
                  <span className="num" aria-hidden="true">
                    {stars}
                  </span>
                  <span className="reviews-bar" aria-hidden="true">
                    <span style={{ inlineSize: `${data.total === 0 ? 0 : (count * 100) / data.total}%` }} />
                  </span>
                  <span className="num muted" aria-hidden="true">
                    {count}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      ) : null}
      {user ? <OwnReview courseId={courseId} user={user} onChanged={changed} /> : null}
      {data ? (
        data.resenas.length > 0 ? (
          <>
            <ul className="reviews-list">
              {data.resenas.map((review) => (
                <Review key={review.id} review={review} />
              ))}
            </ul>
            {data.siguiente && shown < MOST ? (
              <button type="button" className="btn alt" onClick={() => setShown(shown + PAGE)} disabled={reviews.isFetching}>
                {t('more')}
              </button>
            ) : null}
          </>
        ) : (
          <Empty title={t('none')}>{t('noneHint')}</Empty>
        )
      ) : (
        <QueryState of={reviews} failed={t('failed')} inline>
          <div className="stack">
            <Bone height={72} radius={8} />
            <Bone height={72} radius={8} />
          </div>
        </QueryState>
      )}
    </section>
  );
}

function Review({ review }: { review: ReviewRecord }) {
  const { t } = useTranslation('reviews');
  const longDate = useLongDate();
  const name = review.autor ?? t('anonymous');
  return (
    <li className="review-one">
      <Avatar name={name} picture={review.foto} size={40} />
      <p className="row">
        <strong>{name}</strong>
        <Stars value={review.estrellas} label={t('starsOf', { count: review.estrellas })} />
        <span className="muted">
          <time dateTime={review.publicada}>{longDate(review.publicada)}</time>
          {review.editada ? ` · ${t('edited')}` : ''}
        </span>
      </p>
      {review.texto === null ? (
        <p className="muted">{t('erased')}</p>
      ) : review.texto ? (
        <p lang="es" className="review-text">
          {review.texto}
        </p>
      ) : null}
    </li>
  );
}
