import { createHash } from 'node:crypto';
import { uuid5 } from '../../../events/ids.ts';
import { type CourseOutline, presentResources, presentVideos } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import type { LinkAnswer } from '../../integrations/links/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Commands } from '../kernel/handle.ts';
import { course } from './course.ts';
import { isResource, type LinkPlace, link, type ResourcePlace, videoLinks } from './link.ts';

/** What the vault keeps of a link between two checks. */
interface Seen {
  link: string;
  checkedAt: string;
  /** The first of the consecutive checks that found it dead. */
  failedAt: string | null;
}

export interface Observed {
  /** `waiting`: found dead, but not for long enough to record it. `gone`: the course no longer has it, or its address changed. */
  state: 'alive' | 'broken' | 'waiting' | 'unknown' | 'gone';
  position: Position | null;
}

const DAY_MS = 24 * 3_600_000;
/** The least time between the two failed checks that make a link count as dead. */
export const AGAIN_MS = 10 * 60_000;
const PAGE = 500;

/** Whether a link leads to another site, over http or https. */
export const isExternal = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address);
/** The outgoing links of its resources. */
export const resourceLinks = (outline: CourseOutline): ResourcePlace[] =>
  presentResources(outline).flatMap(({ module, klass, resource }) =>
    isExternal(resource.url)
      ? [
          {
            courseId: outline.courseId,
            moduleId: module.moduleId,
            classId: klass.classId,
            resourceId: resource.resourceId,
            link: resource.url,
          },
        ]
      : [],
  );

/** All outgoing links of a course: those of its resources, and each of its videos once. */
export const externalLinks = (outline: CourseOutline): LinkPlace[] => [
  ...resourceLinks(outline),
  ...[...new Set(presentVideos(outline).map(({ url }) => url))]
    .filter(isExternal)
    .map((address) => ({ courseId: outline.courseId, link: address })),
];

/** The key of a link in the vault. */
const keyOf = (place: LinkPlace): string =>
  isResource(place)
    ? String(place.resourceId)
    : `video-${place.courseId}-${createHash('sha256').update(place.link).digest('base64url').slice(0, 24)}`;

export function createLinks(commands: Commands, vault: Vault) {
  const since = (iso: string, now: Date) => now.getTime() - Date.parse(iso);
  /** The command's id is derived from its cause, so that a check is never recorded twice. */
  const say = async (
    place: LinkPlace,
    said: { type: 'answered' } | { type: 'broke'; reason: Extract<LinkAnswer, { state: 'dead' }>['reason'] },
    from: string,
    now: Date,
  ) => {
    const commandId = uuid5('link', said.type, keyOf(place), place.link, from);
    const context = { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' }, now } as const;
    const { position } = isResource(place)
      ? await commands.handle(link, place.resourceId, { ...said, place }, context)
      : await commands.handle(videoLinks, place.courseId, { ...said, place }, context);
    return position;
  };
  /** Since when it is known to be dead; null where it is not. */
  const brokenSince = async (place: LinkPlace): Promise<string | null> => {
    if (!isResource(place)) return (await commands.load(videoLinks, place.courseId)).state.broken.get(place.link) ?? null;
    const { broken } = (await commands.load(link, place.resourceId)).state;
    return broken?.link === place.link ? broken.since : null;
  };

  return {
    /** Those that are due: a day after the last check, sooner after a failed one; the longest waiting first. Deletes records of links that are not given. */
    async due(places: readonly LinkPlace[], now: Date): Promise<LinkPlace[]> {
      const seen = new Map<string, Seen>();
      for (let after: string | undefined; ; ) {
        const page = await vault.list<Seen>('links', '', { limit: PAGE, ...(after !== undefined && { after }) });
        for (const { key, value } of page) seen.set(key, value);
        if (page.length < PAGE) break;
        after = page.at(-1)?.key;
      }
      const last = (place: LinkPlace): Seen | null => {
        const found = seen.get(keyOf(place));
        return found?.link === place.link ? found : null;
      };
      const present = new Set(places.map(keyOf));
      // A day late, because a link that an author checks in a draft keeps its record between two checks.
      for (const [key, { checkedAt }] of seen) if (!present.has(key) && since(checkedAt, now) >= DAY_MS) await vault.remove('links', key);
      return places
        .filter((place) => {
          const before = last(place);
          if (!before) return true;
          const waited = since(before.checkedAt, now);
          // Also where the clock was set back.
          return waited < 0 || waited >= (before.failedAt === null ? DAY_MS : AGAIN_MS);
        })
        .sort((a, b) => (last(a)?.checkedAt ?? '').localeCompare(last(b)?.checkedAt ?? ''));
    },

    /** Records the result of a check; a change of what is known becomes an event. */
    async observe(place: LinkPlace, answer: LinkAnswer, now: Date): Promise<Observed> {
      const key = keyOf(place);
      const { state: outline } = await commands.load(course, place.courseId);
      if (!externalLinks(outline).some((present) => keyOf(present) === key && present.link === place.link)) {
        await vault.remove('links', key);
        return { state: 'gone', position: null };
      }
      const kept = (await vault.get<Seen>('links', key))?.value;
      const before = kept?.link === place.link ? kept.failedAt : null;
      const note = (failedAt: string | null) => vault.put<Seen>('links', key, { link: place.link, checkedAt: now.toISOString(), failedAt });
      const broken = await brokenSince(place);

      if (answer.state === 'unknown') {
        // Consecutive failures: a success ends the run.
        await note(null);
        return { state: 'unknown', position: null };
      }
      if (answer.state === 'alive') {
        const position = broken === null ? null : await say(place, { type: 'answered' }, broken, now);
        await note(null);
        return { state: 'alive', position };
      }
      if (broken !== null) {
        await note(null);
        return { state: 'broken', position: null };
      }
      if (before === null || since(before, now) < AGAIN_MS) {
        await note(before ?? now.toISOString());
        return { state: 'waiting', position: null };
      }
      const position = await say(place, { type: 'broke', reason: answer.reason }, before, now);
      await note(null);
      return { state: 'broken', position };
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
