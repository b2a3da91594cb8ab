import './texts.ts';
import './search.css';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FoundPassage } from '../../../../backend/api/contract/contentSearch.ts';
import { api } from '../../api/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Empty } from '../../ui/empty.tsx';
import { Field, FieldFrame } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';

/** Searches the text of one's courses. Words and course are in the address. */
export function Component() {
  const { t } = useTranslation('contentSearch');
  const user = useSessionUser();
  const { get, put } = useAddress();
  const [written, setWritten] = useState(get('buscar') ?? '');
  const asked = Number(get('curso'));
  const course = Number.isInteger(asked) && asked > 0 ? asked : null;
  const words = useDeferredValue(written.trim());
  const wanted = words.length >= 2;
  const mine = api.useListEnrolmentsQuery(user.id);
  const search = api.useSearchContentQuery(
    { userId: user.id, buscar: words, limit: 30, ...(course !== null && { id_curso: course }) },
    { skip: !wanted },
  );
  const { currentData: data } = search;
  return (
    <Page title={t('title')} lead={t('lead')} width="narrow">
      <search className="stack">
        <Field
          label={t('label')}
          hint={t('hint')}
          type="search"
          maxLength={100}
          value={written}
          onChange={(event) => {
            setWritten(event.target.value);
            put({ buscar: event.target.value.trim() || null }, true);
          }}
        />
        {mine.data && mine.data.length > 1 ? (
          <FieldFrame label={t('course')}>
            {(control) => (
              <select {...control} value={course ?? ''} onChange={(event) => put({ curso: event.target.value || null }, true)}>
                <option value="">{t('every')}</option>
                {mine.data?.map(({ id_curso, curso }) => (
                  <option key={id_curso} value={id_curso}>
                    {curso.nombre}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        ) : null}
      </search>
      {wanted && data ? (
        data.pasajes.length === 0 ? (
          <Empty title={t('none', { words })}>{t('noneText')}</Empty>
        ) : (
          <>
            <p className="muted" role="status">
              {data.entendido ? `${t('meant', { words: data.entendido })} ` : ''}
              {data.hayMas ? t('more') : t('count', { count: data.pasajes.length })}
            </p>
            <ol className="passages">
              {[...Map.groupBy(data.pasajes, ({ id_modulo, id_sesion }) => `${id_modulo} ${id_sesion}`)].map(([place, passages]) => (
                <Place key={place} passages={passages} />
              ))}
            </ol>
          </>
        )
      ) : wanted ? (
        <QueryState of={search} failed={t('loadError')} rows={6} />
      ) : null}
    </Page>
  );
}

const addressOf = ({ id_curso, id_modulo, id_sesion, id_subtema, pasaje }: FoundPassage) =>
  paths.course(id_curso, {
    moduleId: id_modulo,
    ...(id_sesion !== null && { sessionId: id_sesion }),
    ...(id_subtema !== null && { subtema: id_subtema }),
    ...(pasaje !== null && { pasaje }),
  });

/** A class, or a module's own text, with each of its passages that contains the words. */
function Place({ passages }: { passages: readonly FoundPassage[] }) {
  const { t } = useTranslation('contentSearch');
  const [first] = passages;
  if (!first) return null;
  const { curso, modulo, clase } = first;
  return (
    <li className="card stack">
      <h2 lang="es">
        <Link to={addressOf(first)}>{clase ?? `${t('inModule')} ${modulo}`}</Link>
      </h2>
      <p lang="es" className="muted">
        {clase === null ? curso : `${curso} · ${modulo}`}
      </p>
      <ul lang="es" className="passages-of">
        {passages.map((passage) => (
          <li key={`${passage.id_subtema} ${passage.pasaje} ${passage.apartado}`}>
            {passage.apartado ? <Link to={addressOf(passage)}>{passage.apartado}</Link> : null}
            <p>
              {passage.fragmento.map(({ texto, coincide }, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
                coincide ? <mark key={index}>{texto}</mark> : <span key={index}>{texto}</span>,
              )}
            </p>
          </li>
        ))}
      </ul>
    </li>
  );
}
