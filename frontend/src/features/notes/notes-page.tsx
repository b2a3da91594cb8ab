import './texts.ts';
import './notes.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PlacedNote } from '../../../../backend/api/contract/notes.ts';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { NoneYet } from '../../domain/none-yet.tsx';
import { type ArgOf, requestOf } from '../../lib/calls.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatClockTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Empty } from '../../ui/empty.tsx';
import { FieldFrame } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { useSave } from '../../ui/use-save.ts';

/** All notes of a person, newest first; the course to which they are narrowed is in the address. */
export function Component() {
  const { t } = useTranslation('notes');
  const user = useSessionUser();
  const { get, put } = useAddress();
  const { act, busy } = useSave();
  const asked = Number(get('curso'));
  const course = Number.isInteger(asked) && asked > 0 ? asked : null;
  const [more, setMore] = useState(0);
  const query = { userId: user.id, limit: 30, ...(course !== null && { id_curso: course }) };
  const read = api.useAllNotesQuery(query);
  const { data } = read;
  const markdown = () =>
    download(
      requestOf(calls.notesMarkdown, { userId: user.id, ...(course !== null && { id_curso: course }) }),
      'text/plain',
      'aulaviva-mis-notas.md',
    );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        data && data.notas.length > 0 ? (
          <button type="button" className="btn alt" disabled={busy} onClick={() => void act(markdown)}>
            {t('export')}
          </button>
        ) : null
      }
    >
      {data && data.cursos.length > 0 ? (
        <FieldFrame label={t('course')} className="notes-course">
          {(control) => (
            <select {...control} value={course ?? ''} onChange={(event) => put({ curso: event.target.value || null }, true)}>
              <option value="">{t('every')}</option>
              {data.cursos.map(({ id, nombre }) => (
                <option key={id} value={id}>
                  {nombre}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      ) : null}
      {data ? (
        data.notas.length === 0 ? (
          course === null ? (
            <NoneYet title={t('empty')} action={t('emptyAction')}>
              {t('emptyText')}
            </NoneYet>
          ) : (
            <Empty title={t('noneHere')} />
          )
        ) : (
          <Pages query={query} more={more} onMore={() => setMore(more + 1)} />
        )
      ) : (
        <QueryState of={read} failed={t('loadError')}>
          <CardsSkeleton count={3} height={120} min={280} />
        </QueryState>
      )}
    </Page>
  );
}

type Query = ArgOf<'allNotes'>;
/** A page of notes, followed by the older ones: each page begins where the one before ends at present. */
function Pages({ query, more, onMore }: { query: Query; more: number; onMore: () => void }) {
  const { t } = useTranslation('notes');
  const { data } = api.useAllNotesQuery(query);
  if (!data) return null;
  return (
    <>
      <ul className="stack my-notes">
        {data.notas.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {data.siguiente === null ? null : more > 0 ? (
        <Pages query={{ ...query, cursor: data.siguiente }} more={more - 1} onMore={onMore} />
      ) : (
        <p>
          <button type="button" className="btn alt" onClick={onMore}>
            {t('more')}
          </button>
        </p>
      )}
    </>
  );
}

function Note({ note: { id_curso, id_sesion, id_subtema, texto, cita, segundo, creada, lugar } }: { note: PlacedNote }) {
  const { t } = useTranslation('notes');
  return (
    <li className="card stack">
      {lugar ? (
        <h2 lang="es">
          <Link
            to={paths.course(id_curso, {
              moduleId: lugar.id_modulo,
              sessionId: id_sesion,
              ...(id_subtema !== null && { subtema: id_subtema }),
              ...(segundo !== null && { t: segundo }),
              ...(cita && { pasaje: cita.texto.slice(0, 120) }),
            })}
          >
            {lugar.clase}
          </Link>
        </h2>
      ) : (
        <h2>{t('gone')}</h2>
      )}
      {lugar ? (
        <p lang="es" className="muted">
          {lugar.curso}
        </p>
      ) : null}
      {cita ? (
        <blockquote lang="es" className="my-notes-quote">
          {cita.texto}
        </blockquote>
      ) : null}
      {texto ? (
        <p lang="es" className="my-notes-text">
          {texto}
        </p>
      ) : null}
      <p className="muted">
        {segundo !== null ? `${t('second', { time: formatClockTime(segundo) })} · ` : ''}
        <Moment at={creada}>{formatRelative(creada)}</Moment>
      </p>
    </li>
  );
}
