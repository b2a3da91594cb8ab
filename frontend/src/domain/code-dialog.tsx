import '../i18n/code.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { AnswerOf } from '../lib/calls.ts';
import { formatDay } from '../lib/dates.ts';
import { call } from '../lib/http.ts';
import { paths } from '../lib/paths.ts';
import { useBusy } from '../lib/use-busy.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { Failure, Field } from '../ui/field.tsx';
import { notify } from '../ui/notify.ts';
import { useCourses } from './use-courses.ts';
import { useEntitlements } from './use-entitlements.ts';
import './code-dialog.css';

type Offer = AnswerOf<'lookAtScholarship'>;

/** Redeems a scholarship code (A14): first shows what it gives. A visitor's code is kept until they have an account. */
export function CodeDialog({ open, onClose, courseId }: { open: boolean; onClose: () => void; courseId?: number | undefined }) {
  const { t } = useTranslation('code');
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [offer, setOffer] = useState<Offer | null>(null);
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const look = async () => {
    setFailure(null);
    if (!code.trim()) {
      setFailure(t('empty'));
      form.current?.querySelector('input')?.focus();
      return;
    }
    try {
      const body = { codigo: code.trim(), ...(courseId !== undefined && { id_curso: courseId }) };
      setOffer((await call(calls.lookAtScholarship, body)).data);
    } catch (error) {
      setFailure(errorText(error));
      form.current?.querySelector('input')?.focus();
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} locked={busy} toField={offer === null}>
      {offer ? (
        <Offered
          offer={offer}
          code={code.trim()}
          wanted={courseId}
          busy={busy}
          run={run}
          onBack={() => {
            setOffer(null);
            setFailure(null);
          }}
          onDone={onClose}
        />
      ) : (
        <form
          ref={form}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void run(look);
          }}
        >
          <p className="muted">{t('lead')}</p>
          <Field
            label={t('field')}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setFailure(null);
            }}
            className="code-field"
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            error={failure ?? undefined}
          />
          <button type="submit" className="btn wide" aria-disabled={busy} aria-busy={busy}>
            {busy ? t('looking') : t('look')}
          </button>
        </form>
      )}
    </Dialog>
  );
}

interface OfferedProps {
  offer: Offer;
  code: string;
  wanted: number | undefined;
  busy: boolean;
  run: ReturnType<typeof useBusy>['run'];
  onBack: () => void;
  onDone: () => void;
}

/** What the code gives, and the ways to redeem it. */
function Offered({ offer, code, wanted, busy, run, onBack, onDone }: OfferedProps) {
  const { t } = useTranslation(['code', 'common']);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { user, enrolments, actionOf } = useEntitlements();
  const courses = useCourses();
  const id = useId();
  const [chosen, setChosen] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus has been removed.
  useEffect(() => heading.current?.focus(), []);

  const fixed = offer.id_curso ?? wanted ?? null;
  const courseId = fixed ?? (chosen === '' ? null : Number(chosen));
  const course = courses.data?.find((one) => one.id === courseId);
  const ready = courses.data !== undefined && (!user || enrolments.data !== undefined);
  const mine = ready && course !== undefined && ['continue', 'preview'].includes(actionOf(course).kind);
  /** Courses that are not free and that the person does not have. */
  const open = ready
    ? courses.data?.filter(
        (one) => (one.tipo === 'Premium' || (one.precio ?? 0) > 0) && !['continue', 'preview'].includes(actionOf(one).kind),
      )
    : undefined;

  const take = async (use: (id_curso: number) => Promise<void>) => {
    setFailure(null);
    if (courseId === null) return setFailure(t('code:chooseFirst'));
    await run(() => use(courseId)).catch((error) => setFailure(errorText(error)));
  };
  const redeem = () =>
    take(async (id_curso) => {
      const { position } = await call(calls.redeemScholarship, { codigo: code, id_curso });
      // The course's own reads wait for this write.
      const { feed } = await import('../api/feed.ts');
      if (position) feed().committed(position);
      notify.success(t('code:done'));
      onDone();
      await navigate(paths.course(id_curso));
    });
  const later = (to: string) =>
    take(async (id_curso) => {
      await call(calls.rememberIntent, { id_curso, codigo: code });
      onDone();
      await navigate(to);
    });

  const failed = courses.error ?? (user ? enrolments.error : null);
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        {offer.organizacion === null ? t('code:yours') : t('code:from', { organisation: offer.organizacion })}
      </h3>
      {fixed === null ? (
        <p>{t('code:anyCourse')}</p>
      ) : (
        <p>
          {t('code:forCourse')} <strong lang="es">{offer.curso ?? course?.nombre ?? ''}</strong>
        </p>
      )}
      {offer.vence ? <p className="muted">{t('code:until', { day: formatDay(offer.vence, 'full') })}</p> : null}
      {ready ? (
        fixed === null ? (
          open?.length === 0 ? (
            <p>{t('code:noneLeft')}</p>
          ) : (
            <div className="code-course">
              <label className="field-label" htmlFor={id}>
                {t('code:course')}
              </label>
              <select id={id} className="entry" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
                <option value="">{t('code:choose')}</option>
                {open?.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.nombre}
                  </option>
                ))}
              </select>
            </div>
          )
        ) : null
      ) : failed ? (
        <ErrorState
          inline
          title={t('code:coursesFailed')}
          error={failed}
          onRetry={() => {
            courses.refetch();
            enrolments.refetch();
          }}
          retrying={courses.isFetching || enrolments.isFetching}
        />
      ) : (
        <p className="muted" role="status">
          {t('code:loading')}
        </p>
      )}
      {mine ? <p>{t('code:mine')}</p> : user ? null : <p className="muted">{t('code:visitor')}</p>}
      <Failure>{failure}</Failure>
      <div className="row code-buttons">
        {mine && courseId !== null ? (
          <button
            type="button"
            className="btn"
            onClick={() => {
              onDone();
              void navigate(paths.course(courseId));
            }}
          >
            {t('code:goTo')}
          </button>
        ) : user ? (
          <button type="button" className="btn" onClick={() => void redeem()} disabled={busy || !ready} aria-busy={busy}>
            {busy ? t('code:using') : t('code:use')}
          </button>
        ) : (
          <>
            <button
              type="button"
              className="btn"
              onClick={() => void later(paths.register({ campaign: 'becas' }))}
              disabled={busy || !ready}
            >
              {t('code:register')}
            </button>
            <button type="button" className="btn alt" onClick={() => void later(paths.login())} disabled={busy || !ready}>
              {t('code:login')}
            </button>
          </>
        )}
        <button type="button" className="btn ghost" onClick={onBack} disabled={busy}>
          {t('code:other')}
        </button>
      </div>
    </div>
  );
}
