import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../lib/http.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useLive } from '../../lib/use-live.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Stars } from '../../ui/stars.tsx';

// Visitors read reviews but write none.
const ReviewForm = lazyPart(() => import('./review-form.tsx').then((module) => module.ReviewForm));

interface Props {
  courseId: number;
  user: SessionUser;
  onChanged: (position: string | null) => void;
}

/** One's own review: write, edit, withdraw; or why it cannot be written yet. */
export function OwnReview({ courseId, user, onChanged }: Props) {
  const { t } = useTranslation('reviews');
  const own = useLive(reads.ownReview, courseId, `resena:${courseId}:${user.id}`);
  const [editing, setEditing] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const done = (position: string | null, text: string) => {
    notify.success(text);
    setEditing(false);
    own.refetch(position ?? undefined);
    onChanged(position);
  };
  if (!own.data) return <QueryState of={own} failed={t('own.failed')} inline />;
  const { resena, puede, impedimento, progreso, autor, foto } = own.data;

  if (!puede && !resena) {
    if (impedimento === 'REVIEW_TOO_EARLY') return <p className="review-note">{t('own.early', { percent: progreso })}</p>;
    if (impedimento === 'REVIEW_OWN_COURSE') return <p className="review-note">{t('own.teaches')}</p>;
    if (impedimento === 'EMAIL_NOT_VERIFIED')
      return (
        <p className="review-note">
          {t('own.verify')} <Link to={paths.verifyNotice(user.email ?? undefined)}>{t('own.verifyLink')}</Link>
        </p>
      );
    return <p className="review-note">{t('own.notEnrolled')}</p>;
  }
  return (
    <div className="review-own card">
      <h3>{t(editing ? 'own.edit' : resena ? 'own.yours' : 'own.write')}</h3>
      {resena?.oculta ? <p className="review-note">{t('own.hidden', { reason: resena.oculta.motivo })}</p> : null}
      {resena && !editing ? (
        <>
          <p>
            <Stars value={resena.estrellas} label={t('starsOf', { count: resena.estrellas })} />
          </p>
          {resena.texto ? (
            <p lang="es" className="review-text">
              {resena.texto}
            </p>
          ) : null}
          <div className="row">
            {puede ? (
              <button type="button" className="btn alt" onClick={() => setEditing(true)}>
                {t('own.change')}
              </button>
            ) : null}
            <button type="button" className="btn ghost" onClick={() => setWithdrawing(true)}>
              {t('own.withdraw')}
            </button>
          </div>
        </>
      ) : (
        <Suspense fallback={null}>
          <ReviewForm
            courseId={courseId}
            before={resena}
            signature={autor}
            portrait={foto !== null}
            onDone={(position, hidden) => done(position, t(hidden ? 'own.stillHidden' : resena ? 'own.saved' : 'own.published'))}
            {...(resena && { onCancel: () => setEditing(false) })}
          />
        </Suspense>
      )}
      <Confirm
        open={withdrawing}
        onClose={() => setWithdrawing(false)}
        title={t('own.withdrawTitle')}
        confirmLabel={t('own.withdrawConfirm')}
        danger
        onConfirm={async () => {
          const { position } = await call(calls.withdrawReview, courseId);
          done(position, t('own.withdrawn'));
        }}
      >
        <p>{t('own.withdrawText')}</p>
      </Confirm>
    </div>
  );
}
