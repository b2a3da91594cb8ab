import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api/api.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';

/** Shown before one account is followed live: whether its person permits it, or, for an administrator, a form for the reason. The reason is recorded, and the person sees it. */
export function FollowOne({ userId, children }: { userId: number; children: ReactNode }) {
  const { t } = useTranslation('analytics');
  const [begin, { isSuccess, error, isLoading }] = api.useBeginFollowingMutation();
  const ask = (motivo?: string) => void begin({ userId, body: motivo === undefined ? {} : { motivo } });
  const first = useRef(ask);
  useEffect(() => first.current(), []);
  if (isSuccess) return children;
  const code = error ? toFailure(error).code : null;
  if (code === 'REASON_REQUIRED') return <Reason busy={isLoading} onSend={ask} />;
  if (code === 'FOLLOW_NOT_ALLOWED') return <Empty title={t('log.follow.refused')}>{t('log.follow.how')}</Empty>;
  if (error) return <ErrorState title={t('log.failed')} error={error} onRetry={() => ask()} retrying={isLoading} />;
  return (
    <Skeleton>
      <RowsSkeleton rows={4} />
    </Skeleton>
  );
}

function Reason({ busy, onSend }: { busy: boolean; onSend: (reason: string) => void }) {
  const { t } = useTranslation('analytics');
  const schema = useMemo(() => z.object({ motivo: z.string().trim().min(1, t('log.follow.missing')).max(500) }), [t]);
  const form = useForm({ schema, initial: () => ({ motivo: '' }) });
  return (
    <Form form={form} className="card stack" onSend={async ({ motivo }) => onSend(motivo)}>
      <p>{t('log.follow.why')}</p>
      <TextField name="motivo" label={t('log.follow.reason')} hint={t('log.follow.reasonHint')} maxLength={500} required />
      <div className="row">
        <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
          {t('log.follow.begin')}
        </button>
      </div>
    </Form>
  );
}
