import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useListUsersQuery } from '../../api/generated.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import './people.css';
import { Rights } from './rights.tsx';
import './texts.ts';

/** Finds a person, and gives or takes their plan and courses. What is searched and who is open stand in the address. */
export function Component() {
  const { t } = useTranslation('people');
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get('buscar') ?? '');
  const search = useDeferredValue(typed.trim().slice(0, 100));
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useListUsersQuery({ limit: 25, ...(search && { search }) });
  const open = data?.find(({ id }) => String(id) === params.get('persona')) ?? null;
  const show = (person: number | null) => {
    setParams(
      { ...(search && { buscar: search }), ...(person !== null && { persona: String(person) }) },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <Page title={t('title')} lead={t('lead')}>
      <p className="muted">
        <Freshness at={fulfilledTimeStamp} />
      </p>
      <Field label={t('search')} type="search" value={typed} maxLength={100} onChange={(event) => setTyped(event.target.value)} />
      {data ? (
        data.length === 0 ? (
          <Empty title={t('none')}>{t('noneHint')}</Empty>
        ) : (
          <ul className="people" aria-busy={isFetching}>
            {data.map((person) => (
              <li key={person.id} className="card people-one">
                <span className="people-who">
                  <strong>{person.name}</strong>
                  <span className="muted">{person.email}</span>
                </span>
                <StatusTag tone={person.tipo_usuario === 2 ? 'ok' : 'neutro'}>
                  {t(person.tipo_usuario === 2 ? 'premium' : 'basic')}
                </StatusTag>
                {person.is_active ? null : <StatusTag tone="urgente">{t('inactive')}</StatusTag>}
                <button
                  type="button"
                  className="btn alt"
                  aria-haspopup="dialog"
                  aria-label={t('manageOf', { name: person.name })}
                  onClick={() => show(person.id)}
                >
                  {t('manage')}
                </button>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton>
          <RowsSkeleton rows={8} />
        </Skeleton>
      )}
      {open ? <Rights person={open} onChanged={() => void refetch()} onClose={() => show(null)} /> : null}
    </Page>
  );
}
