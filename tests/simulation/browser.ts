import { type CourseDoc, courses } from '../../backend/projections/courses.ts';
import { reviewStats } from '../../backend/projections/reviews.ts';
import type { Position } from '../../events/store/port.ts';
import { createFeed, type Feed } from '../../frontend/src/live/feed.ts';
import { type Change, later } from '../../frontend/src/live/tails.ts';
import type { Api } from './node.ts';
import { call } from './request.ts';
import type { School } from './school.ts';
import { browserSocket } from './sockets.ts';
import type { Process } from './world.ts';

/** What the screen shows, as a text that can be compared. */
export const catalogueShown = async ({
  reads,
}: Pick<Api, 'reads'>): Promise<{ text: string; ids: number[]; position: Position | null; stale: boolean }> => {
  const session = reads.session();
  const { docs } = await session.find(courses, { where: { status: 'published' }, sort: ['courseId'] });
  const rated = await session.getMany(
    reviewStats,
    docs.map(({ doc }) => String(doc.courseId)),
  );
  const text = docs.map(({ doc }) => lineOf(doc, rated.get(String(doc.courseId))?.stars)).join('\n');
  return { text, ids: docs.map(({ doc }) => doc.courseId), position: await session.position(), stale: session.stale() };
};
const lineOf = (doc: CourseDoc, stars: readonly number[] = []) => `${doc.courseId} ${doc.title} ${stars.join('')}`;

/**
 * A browser with one screen: courses, whose topics only the answer names; with `list` it follows that of the whole list too. The feed is the real one of the frontend;
 * around it stands what `frontend/src/live/live.ts` does for a query, without Redux and without patches: what is news is read again.
 */
export interface Browser {
  process: Process;
  feed: Feed;
  /** null before the first answer. */
  shown(): string | null;
  /** Nothing is being read or joined, nothing is to be read. */
  idle(): boolean;
  cut(): void;
  offline(): void;
  online(): void;
  /** Its screen is closed for good. */
  close(): void;
}

export function openBrowser(school: School, name: string, list: boolean): Browser {
  const { world, trace } = school;
  const process: Process = { name, alive: true, skew: 0 };
  return world.as(process, () => {
    let cut = () => {};
    const feed = createFeed({
      open: ({ auth }) => {
        const made = browserSocket(
          world,
          process,
          auth as (go: (hello: object) => void) => void,
          () => {
            const node = school.anyNode();
            return node?.api ? { process: node.process, sockets: node.api.sockets } : null;
          },
          (what) => trace.add(`${world.now.toFixed(2)} ${name} ${what}`),
        );
        ({ cut } = made);
        return made.socket;
      },
    });
    let shown: string | null = null;
    let position: Position | null = null;
    let wanted: string | null = null;
    let dirty = true;
    let reading = false;
    let failures = 0;
    let closed = false;
    let joining = 0;
    const topics = new Set<string>();

    const settle = () => {
      if (reading || closed) return;
      if (wanted !== null && position !== null && position >= wanted) wanted = null;
      if (wanted === null && !dirty) return;
      reading = true;
      setTimeout(() => void read(), failures > 0 ? Math.min(5_000, 200 * 2 ** failures) : 20);
    };
    const want = (at: string | null) => {
      wanted = later(wanted, at);
      settle();
    };
    const receive = (changes: Change[], late: Change[]) => {
      const news = position === null ? [] : changes.filter((change) => position !== null && change.position > position);
      if (late.length > 0) dirty = true;
      want(news.at(-1)?.position ?? null);
    };
    const follower = feed.follow(receive);
    const follow = async (names: readonly string[]): Promise<string | null> => {
      const added = names.filter((topic) => !topics.has(topic));
      for (const topic of added) topics.add(topic);
      joining++;
      const heads = await Promise.all(added.map((topic) => follower.add(topic)));
      joining--;
      return heads.reduce<string | null>(later, null);
    };
    const read = async () => {
      dirty = false;
      const heads = await follow(list ? ['cursos'] : []);
      const min = [heads, feed.seen(), feed.commit(), position, wanted].reduce(later, null) as Position | null;
      const outcome = await call(school, process, `reads from ${min}`, async (api) => {
        if (min !== null && !(await api.reads.waitFor(min, 2_000))) return null;
        return catalogueShown(api);
      });
      reading = false;
      if (outcome.kind !== 'done' || outcome.value === null) {
        failures++;
        dirty = true;
        return settle();
      }
      failures = 0;
      const answer = outcome.value;
      feed.loaded(answer.position);
      if (position === null || (answer.position !== null && answer.position >= position)) {
        ({ text: shown, position } = answer);
        trace.add(`${world.now.toFixed(2)} ${name} shows ${position}: ${shown?.replaceAll('\n', ' | ')}`);
        const tail = answer.position === null ? [] : feed.since(topics, answer.position);
        wanted = later(wanted, tail === null ? feed.seen() : (tail.at(-1)?.position ?? null));
      }
      // Asked for again while it is stale, as the frontend does.
      if (answer.stale) {
        failures = 3;
        wanted = later(wanted, feed.seen());
      }
      settle();
      const named = await follow(answer.ids.map((id) => `curso:${id}`)).catch(() => null);
      if (named !== null && answer.position !== null && named > answer.position) want(named);
    };
    feed.onReset(() => {
      trace.add(`${world.now.toFixed(2)} ${name} is told to read again`);
      position = wanted = null;
      dirty = true;
      settle();
    });
    feed.onTurn(() => {
      dirty = true;
      settle();
    });
    feed.onLive(settle);
    feed.connect();
    settle();
    return {
      process,
      feed,
      shown: () => shown,
      idle: () => !reading && joining === 0 && !dirty && wanted === null && feed.socket.connected,
      cut: () => cut(),
      offline: () => world.as(process, () => void feed.socket.disconnect()),
      online: () => world.as(process, () => void feed.socket.connect()),
      close: () => {
        closed = true;
        world.as(process, () => feed.close());
      },
    };
  });
}
