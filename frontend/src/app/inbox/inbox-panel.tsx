import '../../i18n/inbox.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { requestOf } from '../../lib/calls.ts';
import { formatExact, formatRelative } from '../../lib/dates.ts';
import { send } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { useLive } from '../../lib/use-live.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { NotificationDetail } from './notification-detail.tsx';
import { type InboxState, type Received, wordsOf } from './use-inbox.ts';

const PAGE = 50;

/** Groups by course, ordered by the newest notification of each; notifications without a course are the school's own group. */
const byCourse = (received: readonly Received[]): { key: string; course: string | null; items: Received[] }[] => {
  const groups = new Map<string, { key: string; course: string | null; items: Received[] }>();
  for (const one of received) {
    const { id_curso, curso } = one.notificacion;
    const key = String(id_curso ?? 'general');
    const group = groups.get(key) ?? { key, course: id_curso === null ? null : (curso ?? `#${id_curso}`), items: [] };
    group.items.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
};

const isOlder = (one: Received, than: Received): boolean =>
  one.notificacion.fecha_envio < than.notificacion.fecha_envio ||
  (one.notificacion.fecha_envio === than.notificacion.fecha_envio && one.id_notificacion < than.id_notificacion);

/** Newest first, without duplicates; of two readings of one notification the later is kept. */
const merged = (page: readonly Received[], had: readonly Received[]): Received[] => {
  const ids = new Set(page.map(({ id_notificacion }) => id_notificacion));
  return [...page, ...had.filter(({ id_notificacion }) => !ids.has(id_notificacion))].sort((a, b) => (isOlder(a, b) ? 1 : -1));
};

/** Notifications after the first page. Only the first page is live, so these are the pages that were loaded on request and what newer notifications pushed off the first page. */
function useOlder(userId: number, first: readonly Received[] | undefined) {
  const [known, setKnown] = useState<readonly Received[]>([]);
  /** The cursor of the next page; null: there is none; undefined: nobody has asked for more yet. */
  const [next, setNext] = useState<string | null | undefined>(undefined);
  const { busy, run } = useBusy();
  useEffect(() => {
    if (first) setKnown((had) => merged(first, had));
  }, [first]);
  const pageAt = async (cursor: string | undefined): Promise<string | null> => {
    const { data, headers } = await send(requestOf(calls.inbox, { userId, limit: PAGE, ...(cursor !== undefined && { cursor }) }));
    setKnown((had) => merged(data as Received[], had));
    return headers.get('x-next-cursor');
  };
  const more = () =>
    run(async () => {
      // The cursor at the end of the first page is known only by reading that page again, once.
      const cursor = next === undefined ? await pageAt(undefined) : next;
      setNext(cursor === null ? null : await pageAt(cursor));
    });
  const last = first?.at(-1);
  return { older: last ? known.filter((one) => isOlder(one, last)) : [], next, busy, more };
}

/** All notifications of a person, newest first, grouped by course. Opening one marks it as read, here and on every other device. */
export function InboxPanel({ user, inbox, onClose }: { user: SessionUser; inbox: InboxState; onClose: () => void }) {
  const { t } = useTranslation('inbox');
  const errorText = useErrorText();
  const query = useLive(reads.inbox, { userId: user.id, limit: PAGE }, `bandeja:${user.id}`);
  const { data } = query;
  const { older, next, busy, more } = useOlder(user.id, data);
  const [opened, setOpened] = useState<Received | null>(null);
  /** Read in this window. The live answer shows it for the first page only; for older ones this is the only record. */
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [allUpTo, setAllUpTo] = useState('');
  const { unseen, see } = inbox;
  const noted = useRef(false);
  useEffect(() => {
    if (data === undefined || unseen === 0 || noted.current) return;
    noted.current = true;
    // Not awaited: whether it was marked matters to nothing that follows.
    void see().catch(() => undefined);
  }, [data, unseen, see]);

  const received = [...(data ?? []), ...older];
  const isRead = ({ leida, id_notificacion, notificacion }: Received) =>
    leida || marked.has(id_notificacion) || notificacion.fecha_envio <= allUpTo;
  const open = (one: Received) => {
    setOpened(one);
    if (isRead(one)) return;
    inbox.read(one.id_notificacion).then(
      (done) => done && setMarked((had) => new Set(had).add(one.id_notificacion)),
      (failure: unknown) => notify.error(errorText(failure)),
    );
  };
  const readAll = () => {
    const newest = received[0]?.notificacion.fecha_envio;
    if (newest === undefined) return;
    inbox.readAll(newest).then(
      (done) => {
        if (!done) return;
        setAllUpTo(newest);
        notify.success(t('allRead'));
      },
      (failure: unknown) => notify.error(errorText(failure)),
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      side="right"
      footer={
        <>
          <Link className="btn ghost" to={paths.notificationPreferences} onClick={onClose}>
            {t('preferences')}
          </Link>
          <button type="button" className="btn alt" disabled={inbox.unread === 0 || user.viewer != null} onClick={readAll}>
            {t('readAll')}
          </button>
        </>
      }
    >
      {data ? null : (
        <QueryState of={query} failed={t('loadError')}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Bone key={key} height="64px" />
          ))}
        </QueryState>
      )}
      {data && received.length === 0 ? <Empty title={t('empty')}>{t('emptyText')}</Empty> : null}
      {byCourse(received).map(({ key, course, items }) => (
        <section key={key} className="inbox-group" aria-labelledby={`inbox-${key}`}>
          <h3 id={`inbox-${key}`} {...(course !== null && { lang: 'es' })}>
            {course ?? t('general')}
          </h3>
          <ul className="inbox-list">
            {items.map((one) => (
              <Row key={one.id_notificacion} received={one} read={isRead(one)} onOpen={() => open(one)} />
            ))}
          </ul>
        </section>
      ))}
      {received.length >= PAGE && next !== null ? (
        <button
          type="button"
          className="btn alt"
          aria-busy={busy}
          disabled={busy}
          onClick={() => void more().catch((failure: unknown) => notify.error(errorText(failure)))}
        >
          {t(busy ? 'loadingOlder' : 'older')}
        </button>
      ) : null}
      {opened ? <NotificationDetail received={opened} onClose={() => setOpened(null)} onLeave={onClose} /> : null}
    </Dialog>
  );
}

function Row({ received, read, onOpen }: { received: Received; read: boolean; onOpen: () => void }) {
  const { t } = useTranslation('inbox');
  const { notificacion } = received;
  const { title, text, lang } = wordsOf(notificacion);
  return (
    <li>
      <button type="button" className="inbox-row" data-new={!read} data-type={notificacion.tipo} onClick={onOpen}>
        <span className="inbox-title" lang={lang}>
          {read ? null : <span className="inbox-mark">{t('new')}</span>}
          {title}
        </span>
        <span className="inbox-text muted" lang={lang}>
          {text}
        </span>
        <span className="inbox-foot muted">
          {notificacion.tipo === 'urgent' ? <strong className="inbox-urgent">{t('urgent')}</strong> : null}
          <time dateTime={notificacion.fecha_envio} title={formatExact(notificacion.fecha_envio)}>
            {formatRelative(notificacion.fecha_envio)}
          </time>
        </span>
      </button>
    </li>
  );
}
