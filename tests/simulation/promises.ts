import { administrators } from '../../backend/commands/identity/administrators.ts';
import { user } from '../../backend/commands/identity/user.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import type { Doc, GenerationState } from '../../backend/projections/kernel/readStore.ts';
import { canonical } from '../../backend/projections/stores/query.ts';
import type { Envelope } from '../../events/define.ts';
import { PersonalKeyMissing } from '../../events/privacy.ts';
import type { Position } from '../../events/store/port.ts';
import { catalogueShown } from './browser.ts';
import { Broken, type Oracle } from './oracle.ts';
import { projections } from './school.ts';

/** What must hold whenever the school has come to rest. Each throws Broken with what it saw. */
export interface Promised {
  name: string;
  check(oracle: Oracle, broken: (seen: string) => never): Promise<void> | void;
}

const head = ({ school }: Oracle): Position | '' => school.log.head() ?? '';

async function everything({ school }: Oracle): Promise<Envelope[]> {
  const events: Envelope[] = [];
  for (const record of school.log.events) {
    try {
      events.push(...(await school.direct.log.decode([record])));
    } catch {
      // Of a key that was lost: the promises that need it leave its projection out.
    }
  }
  return events;
}

/** The documents of a projection folded plainly, event by event: what every other way of folding has to come to. */
function plainly(projection: AnyProjection, events: readonly Envelope[]): Map<string, Doc> {
  const docs = new Map<string, Doc>();
  const { on, persons, redact } = projection as unknown as {
    on: Record<
      string,
      { key(event: Envelope): string | readonly string[] | null; evolve(doc: Doc | null, event: Envelope, key: string): Doc | null }
    >;
    persons?(doc: Doc, key: string): readonly string[];
    redact?(doc: Doc, person: string, key: string): Doc | null;
  };
  const set = (key: string, doc: Doc | null) => (doc ? docs.set(key, doc) : docs.delete(key));
  for (const event of events) {
    const handler = on[event.type];
    for (const key of handler ? [handler.key(event) ?? []].flat() : [])
      set(key, handler?.evolve(docs.get(key) ?? null, event, key) ?? null);
    if (event.type !== 'UserErased') continue;
    const person = String((event.data as { userId: number }).userId);
    for (const [key, doc] of [...docs])
      if (persons?.call(projection, doc, key).includes(person)) set(key, redact?.call(projection, doc, person, key) ?? null);
  }
  return docs;
}

const serving = ({ school }: Oracle, { name, version }: AnyProjection): GenerationState | undefined =>
  school.read.generations().find((state) => state.projection === name && state.version === version && state.role === 'serving');

const readable = ({ lostKeys }: Oracle, { name }: AnyProjection): boolean => lostKeys.size === 0 || name !== 'leads';

export const promises: readonly Promised[] = [
  {
    name: 'what is acknowledged stands once',
    check({ school, written }, broken) {
      const said = new Map(written.filter(({ outcome }) => outcome.kind === 'done').map((one) => [one.commandId, one]));
      for (const { what, position } of said.values())
        if (position !== null && !school.log.events[Number(position) - 1])
          broken(`${what}, acknowledged at ${position}, is not in the log`);
      const seen = new Set<string>();
      for (const { stream, type, metadata } of school.log.events) {
        if (!said.has(String(metadata.correlationId)) || metadata.causationId === metadata.commandId) continue;
        const name = `${String(metadata.commandId)} ${stream} ${type}`;
        if (seen.has(name)) broken(`${type} of one command stands twice in ${stream}`);
        seen.add(name);
      }
    },
  },
  {
    name: 'a number is given once',
    check({ school, written }, broken) {
      const taken = school.log.stream('numbers-comment');
      const given = new Map<number, unknown>();
      for (const { type, data, metadata } of school.log.events) {
        if (type !== 'CommentPosted') continue;
        const { commentId } = data as { commentId: number };
        if (given.has(commentId)) broken(`${commentId} was given to two comments`);
        given.set(commentId, metadata.correlationId);
        if (taken[commentId - 1]?.metadata.correlationId !== metadata.correlationId) broken(`${commentId} was taken by another command`);
      }
      for (const { what, commandId, commentId } of written)
        if (commentId !== undefined && given.get(commentId) !== commandId) broken(`${what} was answered as ${commentId}, which is another`);
    },
  },
  {
    name: 'no checkpoint is beyond the head',
    check(oracle, broken) {
      const { vault, read } = oracle.school;
      for (const key of vault.keys('checkpoints', '', 0)) {
        const { position } = (vault.get('checkpoints', key, 0)?.value ?? {}) as { position?: Position | null };
        if (position && position > head(oracle)) broken(`${key} stands at ${position}, the log ends at ${head(oracle)}`);
      }
      if ((read.state.checkpoint ?? '') > head(oracle)) broken(`the read models stand at ${read.state.checkpoint}`);
    },
  },
  {
    name: 'every generation is what a plain fold says, each event once',
    async check(oracle, broken) {
      const events = await everything(oracle);
      for (const projection of projections.filter((one) => readable(oracle, one))) {
        const expected = plainly(projection, events);
        const states = oracle.school.read
          .generations()
          .filter((state) => state.projection === projection.name && state.version === projection.version);
        for (const state of states) {
          const upToDate =
            state.role === 'serving'
              ? state.checkpoint === null
              : state.role === 'building' && state.checkpoint === oracle.school.read.state.checkpoint;
          if (!upToDate) continue;
          const docs = oracle.school.read.find(state)?.docs ?? new Map();
          for (const key of new Set([...docs.keys(), ...expected.keys()])) {
            const [found, wanted] = [docs.get(key)?.bytes, expected.get(key)];
            const bytes = wanted && canonical(wanted);
            if (found !== bytes)
              broken(`${projection.name} ${key} (${state.role} ${state.generation}) is ${found}, and should be ${bytes}`);
          }
        }
      }
    },
  },
  {
    name: 'the generation that serves is the one that was asked for last',
    check(oracle, broken) {
      for (const projection of projections) {
        let asked: number | null = null;
        for (const { type, data } of oracle.school.log.stream(`operations-${projection.name}`))
          if (type === 'GenerationSwitched') asked = Number((data as { generation: number }).generation);
          else if (type === 'GenerationReturned') asked = null;
        const serves = serving(oracle, projection)?.generation;
        if (serves === undefined) broken(`nothing serves ${projection.name}`);
        if (asked !== null && serves !== undefined && serves < asked)
          broken(`${projection.name}: generation ${serves} serves, ${asked} was switched to`);
      }
    },
  },
  {
    name: 'what is erased is gone',
    async check(oracle, broken) {
      const { vault, read, log, nodes } = oracle.school;
      for (const { type, data } of log.events) {
        if (type !== 'UserErased') continue;
        const person = String((data as { userId: number }).userId);
        const kept = vault.get('keys', person, 0)?.value as { erased?: true } | undefined;
        if (!kept?.erased) broken(`the key of ${person}, who was erased, is still there`);
        const mark = `§${person}§`;
        for (const [name, { docs }] of read.state.generations)
          for (const { bytes } of docs.values()) if (bytes.includes(mark)) broken(`${name} still holds ${bytes}`);
        for (const { change } of read.state.changes)
          if (JSON.stringify(change).includes(mark)) broken(`a change still holds ${JSON.stringify(change)}`);
        for (const table of ['status', 'answers', 'dead-letters'])
          for (const key of vault.keys(table, '', 0))
            if (JSON.stringify(vault.get(table, key, 0)).includes(mark)) broken(`the vault still holds ${table} ${key}`);
        for (const { process, api } of nodes) {
          if (!process.alive || !api) continue;
          const { state } = await oracle.school.world.as(process, () => api.domain.commands.load(user, person));
          if (JSON.stringify(state).includes(mark)) broken(`${process.name} still keeps what it knew of ${person}`);
        }
      }
    },
  },
  {
    name: 'there is always an administrator, and the list of them is true',
    async check(oracle, broken) {
      const { direct, log } = oracle.school;
      const states = new Map<string, ReturnType<typeof user.initial>>();
      const acting = () => [...states.values()].filter(({ status, role }) => status === 'active' && role === 'administrator');
      let any = false;
      for (const record of log.events) {
        if (!record.stream.startsWith('user-')) continue;
        const [event] = await direct.log.decode([record]);
        if (!event) continue;
        states.set(record.stream, user.evolve(states.get(record.stream) ?? user.initial(), event as never));
        any ||= acting().length > 0;
        if (any && acting().length === 0) broken(`after ${record.position} (${record.type}) there is none`);
      }
      const { state } = await direct.commands.load(administrators, 'active');
      const real = acting()
        .map(({ userId }) => userId)
        .sort();
      const listed = [...state.active].sort();
      if (listed.join() !== real.join()) broken(`listed are ${listed.join()}, in truth they are ${real.join()}`);
    },
  },
  {
    name: 'nobody begins a chore of the timer that another has begun under a later lease, or twice at once, and every chore is done',
    check({ school: { chores, vault }, slow }, broken) {
      const LONGEST_WAY_MS = slow ? 450 : 2;
      for (const [i, one] of chores.entries())
        for (const other of chores.slice(i + 1)) {
          if (other.thing !== one.thing) continue;
          const twice = other.process === one.process && one.process.alive && other.began < (one.ended ?? Number.POSITIVE_INFINITY);
          // Taken up before the other was, it may begin as much later as the vault's answer took.
          const late = other.epoch < one.epoch && other.began > one.began + LONGEST_WAY_MS;
          if (twice || late)
            broken(
              `${one.thing} began at ${one.began.toFixed(0)} on ${one.process.name} and at ${other.began.toFixed(0)} on ${other.process.name}`,
            );
        }
      const left = vault.keys('deadlines', '', 0);
      if (left.length > 0) broken(`${left.join()} is not done`);
    },
  },
  {
    name: 'a screen shows what is',
    async check({ school, browsers }, broken) {
      const api = school.nodes.find(({ process, api }) => process.alive && api)?.api;
      if (!api) return;
      const { text } = await school.world.as(school.world.fate, () => catalogueShown(api));
      for (const { process, shown, feed } of browsers)
        if (shown() !== text) broken(`${process.name} (told up to ${feed.seen()}) shows\n${shown()}\nand should show\n${text}`);
    },
  },
  {
    name: 'a search finds what is',
    async check(oracle, broken) {
      const { school } = oracle;
      for (const { process, api } of school.nodes) {
        if (!process.alive || !api) continue;
        const asked = { text: '', order: 'newest', chosen: { difficulty: [], track: [], tier: [], price: [] } } as const;
        const { page } = await api.search.search(asked);
        const found = page.map(({ course }) => `${course.courseId} ${course.title}`).sort();
        const { text } = await catalogueShown(api);
        const wanted = text
          .split('\n')
          .map((line) => line.slice(0, line.lastIndexOf(' ')))
          .sort();
        if (found.join() !== wanted.join()) broken(`${process.name} finds ${found.join()}, and should find ${wanted.join()}`);
      }
    },
  },
  {
    name: 'no dead letter but of what cannot be read',
    check({ school: { vault }, lostKeys }, broken) {
      for (const key of vault.keys('dead-letters', '', 0)) {
        const letter = vault.get('dead-letters', key, 0);
        const { reactor = '', eventType = '', error = '' } = (letter?.value ?? {}) as Partial<Record<string, string>>;
        if (!(lostKeys.size > 0 && reactor === 'leads')) broken(`${reactor} gave up ${eventType}: ${error}`);
      }
    },
  },
  {
    name: 'no error without a name',
    check({ school: { world }, lostKeys }, broken) {
      // Whoever sends a contact again whose key was lost since is told of that.
      const ofLostKey = (error: unknown) => error instanceof PersonalKeyMissing && lostKeys.has(error.person);
      const first = world.uncaught.find(({ error }) => !ofLostKey(error));
      if (first)
        broken(`${first.process}: ${first.error instanceof Error ? (first.error.stack ?? first.error.message) : String(first.error)}`);
    },
  },
];

/** Throws the first promise that does not hold, of those whose name holds the text. */
export async function checkAll(oracle: Oracle, only = ''): Promise<void> {
  if (oracle.broken?.promise.includes(only)) throw oracle.broken;
  for (const { name, check } of promises)
    if (name.includes(only))
      await check(oracle, (seen) => {
        throw new Broken(name, seen);
      });
}
