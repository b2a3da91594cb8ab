import { setImmediate as nextTurn } from 'node:timers/promises';
import { folded } from './catalogue/catalogueWords.ts';
import { courses } from './courses.ts';
import { codesOf, type ThingKind } from './facts/factLines.ts';
import type { ReadStoreReader } from './kernel/readStore.ts';
import { createFollower, oneAtATime } from './reading/follower.ts';
import { pagesOf, type Readable, type Reads } from './reading/reads.ts';
import { campaigns } from './scholarships.ts';
import { type UserDoc, users } from './users.ts';
import { webinars } from './webinars.ts';

export type ThingNames = ReturnType<typeof createThingNames>;
type NamedKind = Exclude<ThingKind, 'undone'>;
/** A thing that has a name for people. */
export interface NamedThing {
  kind: NamedKind;
  id: number | string;
  name: string;
  /** The course of a part of one. */
  within: string | null;
}
interface Line extends NamedThing {
  text: string;
}

/** Where names stand: a topic names the documents that changed. */
interface Source {
  topic: string;
  of: Readable<object>;
  lines: (doc: object) => Line[];
}

const AT_ONCE = 100;
/** The entries that came from one document, so that they can be replaced when it changes. */
type Owned = Map<string, Line[]>;

/**
 * The names of people, courses and their parts, live events and campaigns, in memory: what a search over the history compares words with. Follows the
 * log of changes as the directory of people does. `nameOf`: a person as whoever searches may know them; null where they show no name.
 */
export function createThingNames(
  reads: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
  nameOf: (person: UserDoc) => string | null,
) {
  let known: Owned = new Map();
  const line = (kind: NamedKind, id: number | string, name: string, within: string | null = null): Line => ({
    ...{ kind, id, name, within, text: folded(name) },
  });
  const source = <D extends object>(topic: string, of: Readable<D>, lines: (doc: D) => Line[]): Source => ({
    ...{ topic, of, lines: lines as (doc: object) => Line[] },
  });
  const all = [
    source('usuarios', users, (doc) => {
      const name = doc.erased ? null : nameOf(doc);
      return name === null ? [] : [line('person', doc.userId, name)];
    }),
    source('cursos', courses, ({ courseId, title, modules }) => [
      line('course', courseId, title),
      ...modules.flatMap((module) => [
        line('module', module.moduleId, module.title, title),
        ...module.classes.flatMap((klass) => [
          line('class', klass.classId, klass.title, title),
          ...klass.subtopics.map((one) => line('subtopic', one.subtopicId, one.title, title)),
        ]),
      ]),
    ]),
    source('agenda', webinars, ({ webinarId, title }) => [line('webinar', webinarId, title)]),
    source('becas', campaigns, ({ campaignId, name }) => [line('campaign', campaignId, name)]),
  ];
  const keyOf = ({ topic }: Source, key: string) => `${topic} ${key}`;
  const put = (into: Owned, source: Source, key: string, doc: object | undefined) => {
    const lines = doc ? source.lines(doc) : [];
    if (lines.length > 0) into.set(keyOf(source, key), lines);
    else into.delete(keyOf(source, key));
  };

  async function build(): Promise<void> {
    const fresh: Owned = new Map();
    for (const source of all) {
      for await (const page of pagesOf(reads, source.of, { limit: AT_ONCE })) {
        for (const { key, doc } of page) put(fresh, source, key, doc);
      }
    }
    known = fresh;
  }

  const current = oneAtATime(
    createFollower(reader, {
      topics: all.map(({ topic }) => topic),
      of: all.map(({ of }) => of),
      build,
      take: async (changes) => {
        for (const source of all) {
          const touched = [...new Set(changes.flatMap(({ topic, id }) => (topic === source.topic ? [id] : [])))];
          for (let from = 0; from < touched.length; from += AT_ONCE) {
            if (from > 0) await nextTurn();
            const keys = touched.slice(from, from + AT_ONCE);
            const docs = await reads.getMany(source.of, keys);
            for (const key of keys) if (docs.has(key) || known.has(keyOf(source, key))) put(known, source, key, docs.get(key));
          }
        }
      },
    }),
  );

  function* lines(): Iterable<Line> {
    for (const some of known.values()) yield* some;
  }

  return {
    /** Of each word, which is folded, the codes of everything whose name has it. */
    async codes(words: readonly string[]): Promise<Set<number>[]> {
      if (words.length === 0) return [];
      await current();
      const found = words.map(() => new Set<number>());
      for (const { kind, id, text } of lines())
        for (const [index, word] of words.entries()) if (text.includes(word)) for (const code of codesOf(kind, id)) found[index]?.add(code);
      return found;
    },
    /** The names of these things, by `<kind> <id>`, of those that have one. */
    async called(things: readonly { kind: ThingKind; id: number | string }[]): Promise<ReadonlyMap<string, string>> {
      await current();
      const wanted = new Set(things.map(({ kind, id }) => `${kind} ${id}`));
      const found = new Map<string, string>();
      if (wanted.size > 0) for (const { kind, id, name } of lines()) if (wanted.has(`${kind} ${id}`)) found.set(`${kind} ${id}`, name);
      return found;
    },
    /** Things whose names have all of these words: those that begin with them first. */
    async suggest(words: readonly string[], limit: number): Promise<NamedThing[]> {
      await current();
      const found: Line[] = [];
      for (const one of lines()) if (words.every((word) => one.text.includes(word))) found.push(one);
      const [first = ''] = words;
      const rank = ({ text, kind }: Line) => (text.startsWith(first) ? 0 : 2) + (kind === 'person' || kind === 'course' ? 0 : 1);
      return found
        .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'es'))
        .slice(0, limit)
        .map(({ text: _, ...thing }) => thing);
    },
  };
}
