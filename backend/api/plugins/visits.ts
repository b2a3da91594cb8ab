import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { schoolDay } from '../../../events/calendar.ts';
import { type VisitSource, visitSources } from '../../../events/visits.ts';
import { visitCounts } from '../../commands/site/visits.ts';
import type { Deps } from '../deps.ts';

/** How long visits are counted in memory, in milliseconds; a killed process loses those. */
const EVERY_MS = 10 * 60_000;

const ROBOTS = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scan|fetch|http|python|curl|wget|java\//i;
const SEARCH = /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|brave|yandex|baidu|startpage|qwant)\.[a-z.]{2,6}$/;
const SOCIAL =
  /(^|\.)(facebook|instagram|twitter|x|t|linkedin|lnkd|youtube|tiktok|whatsapp|telegram|reddit|threads|pinterest|discord)\.(com|co|me|in|net|org|gg)$/;

type Asked = Pick<FastifyRequest, 'method' | 'headers' | 'url'>;

/**
 * From where somebody came who opens a page; null: this is no visit. Counted is who comes from elsewhere, by what browsers say of each request and without
 * any trace of their own: not who goes on within the school, or loads a page again, and no program that says that it is one, or says nothing.
 */
export function visitSource({ method, headers, url }: Asked): VisitSource | null {
  const { 'sec-fetch-dest': dest, 'sec-fetch-mode': mode, 'sec-fetch-site': site } = headers;
  if (method !== 'GET' || dest !== 'document' || mode !== 'navigate' || (site !== 'none' && site !== 'cross-site')) return null;
  if (headers['sec-purpose'] !== undefined || headers.purpose !== undefined) return null;
  if (/no-cache|max-age=0/.test(String(headers['cache-control'] ?? ''))) return null;
  if (ROBOTS.test(headers['user-agent'] ?? 'robot')) return null;
  const query = url.split('?')[1];
  if (query !== undefined && /(^|&)(utm_[a-z]+|campaign)=/.test(query)) return 'campaign';
  const from = headers.referer;
  if (site === 'none' && from === undefined) return 'direct';
  if (from === undefined || !URL.canParse(from)) return 'other';
  const { hostname } = new URL(from);
  if (SEARCH.test(hostname)) return 'search';
  return SOCIAL.test(hostname) ? 'social' : 'other';
}

/** Counts visits in memory and records them at intervals: five numbers a day, however many people come. */
export function createVisits({ clock, commands, config, logger }: Pick<Deps, 'clock' | 'commands' | 'config' | 'logger'>) {
  const pending = new Map<string, Record<VisitSource, number>>();
  const none = () => Object.fromEntries(visitSources.map((source) => [source, 0])) as Record<VisitSource, number>;
  const add = (date: string, more: Readonly<Partial<Record<VisitSource, number>>>) => {
    const counts = pending.get(date) ?? none();
    for (const source of visitSources) counts[source] += more[source] ?? 0;
    pending.set(date, counts);
  };
  /** Sent, but not known to be recorded: sent again as the same command, which is recognised where only its answer was lost. */
  const sent = new Map<string, { date: string; counts: Readonly<Record<VisitSource, number>> }>();
  async function record(): Promise<void> {
    for (const [date, counts] of pending) sent.set(randomUUID(), { date, counts });
    pending.clear();
    for (const [commandId, { date, counts }] of [...sent]) {
      const actor = { userId: null, role: 'system' as const };
      try {
        await commands.handle(
          visitCounts,
          date,
          { type: 'count', date, counts },
          { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() },
        );
        sent.delete(commandId);
      } catch (error) {
        logger.warn({ err: error }, 'visits could not be put on record yet');
      }
    }
  }
  const timer = setInterval(() => void record(), EVERY_MS);
  timer.unref();
  return {
    /** Somebody without a session was shown a public page. */
    note(request: Asked): void {
      const source = config.copy?.readOnly ? null : visitSource(request);
      if (source) add(schoolDay(clock().toISOString()), { [source]: 1 });
    },
    record,
    async stop(): Promise<void> {
      clearInterval(timer);
      await record();
    },
  };
}
export type Visits = ReturnType<typeof createVisits>;
