import { IconHighlight, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NoteRecord } from '../../../../../backend/api/contract/notes.ts';
import { api } from '../../../api/api.ts';
import { formatRelative } from '../../../lib/dates.ts';
import { formatClockTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { Moment } from '../../../ui/moment.tsx';
import { notify } from '../../../ui/notify.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { lessonPath } from '../address.ts';
import { useLesson } from '../lesson-context.ts';
import { findQuote, markRanges, type Quote, rangeIn, selectedIn } from './quote.ts';
import { useVideoNow } from './video-now.ts';
import './notes.css';

/** The text that the open subtopic shows. */
const reading = (): HTMLElement | null => document.querySelector('.lesson .subtopic > .text');

/** The person's notes in this class, their highlights in the text, and the ways to add more. */
export function NotesPanel({ subtopicId }: { subtopicId: number | null }) {
  const { t } = useTranslation('lesson');
  const { outline, place } = useLesson();
  const user = useSessionUser();
  const courseId = outline.curso.id;
  const sessionId = place.session?.id_sesion ?? 0;
  const query = api.useCourseNotesQuery({ userId: user.id, courseId });
  const { data } = query;
  const own = data?.notas.filter((note) => note.id_sesion === sessionId) ?? [];
  const here = own.filter((note) => note.id_subtema === subtopicId);
  const [quote, setQuote] = useState<Quote | null>(null);
  const lost = useHighlights(here);
  return (
    <section className="card stack" aria-labelledby="mis-notas">
      <div className="notes-head">
        <h2 id="mis-notas">{t('notes.title')}</h2>
        <Link to={paths.notes}>{t('notes.all')}</Link>
      </div>
      {data ? null : <QueryState of={query} failed={t('notes.loadError')} inline />}
      {own.length > 0 ? (
        <ul className="notes-list">
          {own.map((note) => (
            <Note key={note.id} note={note} lost={lost.has(note.id)} />
          ))}
        </ul>
      ) : data ? (
        <p className="muted">{t('notes.none')}</p>
      ) : null}
      <NewNote key={`${sessionId} ${subtopicId}`} subtopicId={subtopicId} quote={quote} onQuote={setQuote} />
      <SelectionBar subtopicId={subtopicId} onNote={setQuote} />
    </section>
  );
}

/** Draws the highlights in the open text. Returns the passages that are no longer found in it. */
function useHighlights(notes: readonly NoteRecord[]): ReadonlySet<string> {
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(notes.map(({ id, cita }) => [id, cita]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the notes are
  useEffect(() => {
    const root = reading();
    if (!root) return;
    const gone = new Set<string>();
    const ranges = notes.flatMap(({ id, cita }) => {
      if (!cita) return [];
      const found = findQuote(root.textContent ?? '', cita);
      const range = found && rangeIn(root, found.from, found.to);
      if (!range) gone.add(id);
      return range ? [range] : [];
    });
    setLost(gone);
    return markRanges('notas', ranges);
  }, [key]);
  return lost;
}

const useAdd = (subtopicId: number | null) => {
  const { outline, place } = useLesson();
  const user = useSessionUser();
  const [add] = api.useAddNoteMutation();
  return (note: { texto: string; cita?: Quote | null; video?: string; segundo?: number }) =>
    add({
      userId: user.id,
      courseId: outline.curso.id,
      body: { id_sesion: place.session?.id_sesion ?? 0, id_subtema: subtopicId, ...note },
    }).unwrap();
};

/** Beside a selection in the text: highlight it, or write about it. */
function SelectionBar({ subtopicId, onNote }: { subtopicId: number | null; onNote: (quote: Quote) => void }) {
  const { t } = useTranslation('lesson');
  const { act, busy } = useSave();
  const add = useAdd(subtopicId);
  const [quote, setQuote] = useState<Quote | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = () => {
      // A press on the bar itself may clear the selection.
      if (bar.current?.contains(document.activeElement)) return;
      const root = reading();
      setQuote(root && selectedIn(root));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, []);
  if (!quote) return null;
  const done = () => {
    document.getSelection()?.removeAllRanges();
    setQuote(null);
  };
  return (
    <div ref={bar} className="notes-bar" role="toolbar" aria-label={t('notes.selection')}>
      <button
        type="button"
        className="btn"
        disabled={busy}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void act(() => add({ texto: '', cita: quote }), { done: t('notes.highlighted'), after: done })}
      >
        <IconHighlight size={18} aria-hidden="true" /> {t('notes.highlight')}
      </button>
      <button
        type="button"
        className="btn alt"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          onNote(quote);
          done();
        }}
      >
        <IconPencil size={18} aria-hidden="true" /> {t('notes.note')}
      </button>
    </div>
  );
}

function NewNote({
  subtopicId,
  quote,
  onQuote,
}: {
  subtopicId: number | null;
  quote: Quote | null;
  onQuote: (quote: Quote | null) => void;
}) {
  const { t } = useTranslation('lesson');
  const { act, busy } = useSave();
  const add = useAdd(subtopicId);
  const video = useVideoNow();
  const [text, setText] = useState('');
  const [tied, setTied] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (quote) field.current?.focus();
  }, [quote]);
  const send = () =>
    act(
      () =>
        add({
          texto: text.trim(),
          ...(quote && { cita: quote }),
          ...(!quote && tied && video && { video: video.video, segundo: Math.floor(video.second) }),
        }),
      {
        done: t('notes.saved'),
        after() {
          setText('');
          onQuote(null);
        },
      },
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' || quote) void send();
      }}
    >
      {quote ? (
        <blockquote lang="es" className="notes-quote">
          {quote.texto}
          <button type="button" className="link" onClick={() => onQuote(null)}>
            {t('notes.withoutQuote')}
          </button>
        </blockquote>
      ) : null}
      <label className="field" data-draft="nota">
        <span className="field-label">{t('notes.label')}</span>
        <textarea ref={field} className="entry" rows={3} maxLength={4_000} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {!quote && video ? (
        <label className="checkbox">
          <input type="checkbox" checked={tied} onChange={(event) => setTied(event.target.checked)} />
          <span>{t('notes.atSecond', { time: formatClockTime(video.second) })}</span>
        </label>
      ) : null}
      <div>
        <button type="submit" className="btn alt" disabled={busy || (text.trim() === '' && !quote)} aria-busy={busy}>
          {t('notes.save')}
        </button>
      </div>
    </form>
  );
}

function Note({ note, lost }: { note: NoteRecord; lost: boolean }) {
  const { t } = useTranslation('lesson');
  const { outline, place } = useLesson();
  const user = useSessionUser();
  const { save, act, busy } = useSave();
  const [edit] = api.useEditNoteMutation();
  const [remove] = api.useRemoveNoteMutation();
  const add = useAdd(note.id_subtema);
  const [text, setText] = useState<string | null>(null);
  const ids = { userId: user.id, courseId: outline.curso.id, noteId: note.id };
  const take = () =>
    act(() => remove(ids).unwrap(), {
      done: t('notes.removed'),
      offer: {
        action: {
          label: t('notes.undo'),
          onClick: () =>
            void act(() => add({ texto: note.texto, cita: note.cita, ...(note.segundo !== null && { segundo: note.segundo }) })),
        },
      },
    });
  const about = note.texto || note.cita?.texto || '';
  return (
    <li className="notes-item">
      {note.cita ? (
        <blockquote lang="es" className="notes-quote">
          {note.cita.texto}
        </blockquote>
      ) : null}
      {lost ? <p className="muted">{t('notes.lost')}</p> : null}
      {text === null ? (
        note.texto ? (
          <p lang="es" className="notes-text">
            {note.texto}
          </p>
        ) : null
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            save(() => edit({ ...ids, body: { texto: text } }).unwrap(), { after: () => setText(null) }).catch(() =>
              notify.error(t('notes.editFailed')),
            );
          }}
        >
          <label className="field" data-draft={`nota.${note.id}`}>
            <span className="sr">{t('notes.label')}</span>
            <textarea className="entry" rows={3} maxLength={4_000} value={text} onChange={(event) => setText(event.target.value)} />
          </label>
          <div className="row">
            <button type="submit" className="btn alt" disabled={busy}>
              {t('notes.save')}
            </button>
            <button type="button" className="btn ghost" onClick={() => setText(null)}>
              {t('notes.cancel')}
            </button>
          </div>
        </form>
      )}
      <p className="muted notes-facts">
        {note.segundo !== null ? (
          <Link
            to={lessonPath(outline.curso.id, {
              module: place.module?.id_modulo ?? null,
              session: note.id_sesion,
              subtopic: note.id_subtema,
              second: note.segundo,
            })}
          >
            {t('notes.second', { time: formatClockTime(note.segundo) })}
          </Link>
        ) : null}
        <Moment at={note.creada}>{formatRelative(note.creada)}</Moment>
        {text === null ? (
          <>
            <button type="button" className="link" aria-label={t('notes.editOf', { what: about })} onClick={() => setText(note.texto)}>
              {t('notes.edit')}
            </button>
            <button
              type="button"
              className="link"
              aria-label={t('notes.removeOf', { what: about })}
              disabled={busy}
              onClick={() => void take()}
            >
              {t('notes.remove')}
            </button>
          </>
        ) : null}
      </p>
    </li>
  );
}
