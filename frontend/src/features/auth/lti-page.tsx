import './texts.ts';
import './lti-texts.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ltiFailures } from '../../../../backend/api/contract/ltiFailures.ts';
import { call } from '../../lib/http.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { homeOf, paths, validReturnTo, withQuery } from '../../lib/paths.ts';
import { loadSessionIfLikely, type SessionUser, useMaybeSession } from '../../lib/session.ts';
import { useResource } from '../../lib/use-resource.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { FormNote } from './auth-frame.tsx';
import { Returning } from './returning.tsx';

// A few people come to choose; most come to enter.
const Choosing = lazyPart<{ id: string }>(() => import('./lti-choosing.tsx').then((module) => module.Choosing));
const NoChoice = lazyPart<{ code: 'LTI_ROLE' | 'LTI_CHOICE_OVER' }>(() => import('./lti-choosing.tsx').then((module) => module.NoChoice));
const reasons = ['COMPANY_LINK_FIRST', 'COMPANY_NO_ACCOUNT', 'COMPANY_STAFF'] as const;

/** Where a launch from a learning platform ends: the person goes on to their course, links their account first, or reads why not. */
export function Component() {
  const { t } = useTranslation('lti');
  const [search] = useSearchParams();
  if (search.has('entro'))
    return <Returning words={{ title: t('returning'), busy: t('busy'), failed: t('requestFailed'), created: t('created') }} />;
  const choice = search.get('elegir');
  if (choice !== null) return <Choosing id={choice} />;
  const reason = reasons.find((one) => one === search.get('enlace'));
  return reason ? <Linking reason={reason} /> : <Refused />;
}

function Refused() {
  const { t } = useTranslation('lti');
  const [search] = useSearchParams();
  const code = ltiFailures.find((one) => one === search.get('fallo')) ?? 'LTI_REQUEST';
  // Somebody was choosing what to add, not opening a course; what is wrong says itself what to do.
  if (code === 'LTI_ROLE' || code === 'LTI_CHOICE_OVER') return <NoChoice code={code} />;
  const detail = /^[\w.-]{1,60}$/.exec(search.get('detalle') ?? '')?.[0];
  return (
    <Sheet title={t('failedTitle')}>
      <FormNote tone="error">{t(`failure.${code}`)}</FormNote>
      {code.startsWith('LTI_') ? (
        <p>
          {t('again')} <code translate="no">{detail ? `${code}: ${detail}` : code}</code>
        </p>
      ) : null}
      <p>
        <Link to={paths.home}>{t('home')}</Link>
      </p>
    </Sheet>
  );
}

function Linking({ reason }: { reason: (typeof reasons)[number] }) {
  const { t } = useTranslation('lti');
  const user = useMaybeSession();
  useEffect(loadSessionIfLikely, []);
  return (
    <Sheet title={t('link.title')} lead={t(`link.why.${reason}`)}>
      {user ? (
        <LinkAccount user={user} />
      ) : (
        <>
          <p>{t('link.signIn')}</p>
          <p>
            <Link className="btn" to={paths.login(withQuery('/lti', { enlace: reason }))}>
              {t('link.login')}
            </Link>
          </p>
        </>
      )}
    </Sheet>
  );
}

function LinkAccount({ user }: { user: SessionUser }) {
  const { t } = useTranslation('lti');
  const navigate = useNavigate();
  const errorText = useErrorText();
  const query = useResource('enlace de plataforma', (signal) => call(calls.pendingPlatformLink, undefined, { signal }));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const link = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await call(calls.linkPlatform);
      notify.success(t('link.done'));
      await navigate(validReturnTo(data.destino) ?? homeOf(user.user_role), { replace: true });
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  if (!query.data)
    return (
      <QueryState of={query} failed={t('link.failed')} inline>
        <Bone height={48} />
      </QueryState>
    );
  return (
    <>
      <p>{t('link.text', { platform: query.data.plataforma, name: user.first_name ?? user.name })}</p>
      {failure ? <FormNote tone="error">{failure}</FormNote> : null}
      <p>
        <button type="button" className="btn" disabled={busy} onClick={() => void link()}>
          {t(busy ? 'link.doing' : 'link.do')}
        </button>
      </p>
    </>
  );
}
