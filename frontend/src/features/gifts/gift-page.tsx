import './texts.ts';
import './gift.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { GroupChoice, type NoSeat, noSeatIn, refusalAt } from '../../domain/groups/group-choice.tsx';
import { rememberGift } from '../../domain/pending-checkout.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { useResource } from '../../lib/use-resource.ts';
import { Empty } from '../../ui/empty.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Failure } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';

type Gift = AnswerOf<'lookAtGift'>;

/** What somebody was given: from whom, and a button to accept it, once. */
export function Component() {
  const { t } = useTranslation('gifts');
  const code = useParams()['code'] ?? '';
  const query = useResource(`regalo ${code}`, (signal) => call(calls.lookAtGift, code, { signal }));
  const { data, error, refetch } = query;
  const missing = error ? toFailure(error).code === 'GIFT_NOT_FOUND' : false;
  return (
    <Page title={data?.para ? t('titleFor', { name: data.para }) : t('title')} width="narrow">
      {missing ? (
        <div className="card">
          <Empty
            title={t('missing')}
            action={
              <Link className="btn alt" to={paths.catalogue()}>
                {t('explore')}
              </Link>
            }
          >
            {t('missingText')}
          </Empty>
        </div>
      ) : data ? (
        <section className="card stack">
          <p className="muted">{data.de ? t('from', { name: data.de }) : t('fromSomebody')}</p>
          <h2 lang="es">{data.titulo}</h2>
          {data.mensaje ? <blockquote className="gift-message">{data.mensaje}</blockquote> : null}
          <Accept code={code} gift={data} onDone={() => refetch()} />
        </section>
      ) : (
        <QueryState of={query} failed={t('failed')}>
          <Bone height={240} radius="var(--radius)" />
        </QueryState>
      )}
    </Page>
  );
}

function Accept({ code, gift, onDone }: { code: string; gift: Gift; onDone: () => void }) {
  const { t } = useTranslation('gifts');
  const user = useMaybeSession();
  const errorText = useErrorText();
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  /** By course, the group in which it is taken. */
  const [groups, setGroups] = useState<Readonly<Record<number, number>>>({});
  const [noSeat, setNoSeat] = useState<NoSeat | null>(null);
  const accept = async () => {
    setFailure(null);
    setNoSeat(null);
    try {
      const grupos = gift.cursos.flatMap(({ id }) => (groups[id] === undefined ? [] : [{ id_curso: id, grupo: groups[id] }]));
      await call(calls.claimGift, { codigo: code, body: { grupos } });
      onDone();
    } catch (error) {
      const refusal = noSeatIn(error, errorText);
      setNoSeat(refusal);
      if (refusal) setGroups((had) => Object.fromEntries(Object.entries(had).filter(([id]) => refusalAt(Number(id), refusal) === null)));
      else setFailure(errorText(error));
    }
  };
  if (gift.mio)
    return (
      <>
        <p role="status">{t('mine')}</p>
        <p>
          <Link className="btn" to={gift.id_curso === null ? paths.myCourses : paths.course(gift.id_curso)}>
            {t('toCourses')}
          </Link>
        </p>
      </>
    );
  if (gift.estado !== 'disponible') return <p role="status">{t(gift.estado === 'aceptado' ? 'claimed' : 'ended')}</p>;
  if (gift.compre)
    return (
      <>
        <p>{t('bought')}</p>
        <p>
          <Link className="btn alt" to={paths.purchases}>
            {t('toPurchases')}
          </Link>
        </p>
      </>
    );
  const here = paths.gift(code);
  return (
    <>
      <p>{t('lifetime')}</p>
      {user
        ? gift.cursos.map(({ id, nombre }) => (
            <GroupChoice
              key={id}
              courseId={id}
              course={gift.cursos.length > 1 ? nombre : undefined}
              value={groups[id]}
              onChange={(group) => setGroups((had) => ({ ...had, [id]: group }))}
              error={refusalAt(id, noSeat)}
            />
          ))
        : null}
      <Failure>{failure}</Failure>
      <p className="row">
        {user ? (
          <button type="button" className="btn large" aria-disabled={busy} aria-busy={busy} onClick={() => void run(accept)}>
            {t(busy ? 'accepting' : 'accept')}
          </button>
        ) : (
          <>
            <Link className="btn large" to={paths.login(here)} onClick={() => rememberGift(code)}>
              {t('signIn')}
            </Link>
            <Link className="btn alt large" to={paths.register({ returnTo: here })} onClick={() => rememberGift(code)}>
              {t('register')}
            </Link>
          </>
        )}
      </p>
    </>
  );
}
