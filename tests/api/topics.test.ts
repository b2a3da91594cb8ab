import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contracts } from '../../backend/api/contract/all.ts';
import { type Live, topicsOf } from '../../backend/api/contract/follows.ts';
import { moves } from '../../backend/api/contract/moves.ts';
import { type PolicyName, type PolicyRow, policies } from '../../backend/api/contract/policy.ts';
import type { RoleCode } from '../../backend/api/contract/roles.ts';
import type { RouteContract } from '../../backend/api/contract/route.ts';
import { readTopic, saidOf, type TopicKey, topics } from '../../backend/api/contract/topics.ts';
import { projections } from '../../backend/projections/all.ts';
import { registry } from '../../events/registry.ts';
import { historyStreams } from '../../events/streams.ts';

/** Stands for any document: every field is 1, so that a projection's topics can be computed without one. */
const anyDoc = new Proxy({}, { get: () => 1 }) as never;
const emitted = projections.flatMap((projection) =>
  (projection.topics?.('1', anyDoc) ?? []).map(({ topic, id = '1', view }) => ({
    ...{ from: projection.name, topic, id: String(id), carries: view !== undefined },
  })),
);

type Declared = { says: Readonly<Record<string, object | null>>; unfollowed?: string; beside?: true };
const declared = Object.entries(topics) as readonly (readonly [TopicKey, Declared])[];
const calls = Object.values(contracts) as unknown as readonly RouteContract[];
const follows = (live: RouteContract['live']): live is Live => live !== undefined && 'follows' in live;

/** The source of the browser, without its tests: by file. */
const browser = (): Map<string, string> => {
  const folder = path.resolve(import.meta.dirname, '../../frontend/src');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(files.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
};
const namedAs = (source: string, table: 'calls' | 'reads'): string[] =>
  [...source.matchAll(new RegExp(`\\b${table}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);

describe('live topics', () => {
  test('a projection emits only what is declared: the topic, the document, and whether it carries anything', () => {
    expect(emitted.length).toBeGreaterThan(20);
    const odd = emitted.filter(({ topic, id, carries }) => {
      const key = readTopic(topic)?.key;
      const said = key && saidOf(key, id);
      return !key || !said || ((topics[key] as Declared).says[said] !== null) !== carries;
    });
    expect(odd).toEqual([]);
  });
  test('every declared topic is emitted by a projection, except those of the projector’s status and those outside the log of changes', () => {
    const told = new Set(emitted.map(({ topic }) => readTopic(topic)?.key));
    expect(declared.filter(([key, { beside }]) => told.has(key) === (beside === true)).map(([key]) => key)).toEqual(['proyecciones']);
  });
  test('every topic moves some call, or says why none', () => {
    const moving = new Set(calls.flatMap(({ live }) => (follows(live) ? Object.keys(live.follows) : [])));
    const idle = declared.filter(([key, { unfollowed }]) => moving.has(key) === (unfollowed !== undefined));
    expect(idle.map(([key]) => key)).toEqual([]);
  });
  test('every query that a page of the browser uses follows a topic, or says why none moves it', () => {
    const source = [...browser().values()].join('\n');
    const bare = new Set([...namedAs(source, 'reads'), ...namedAs(source.replaceAll(/addressOf\(\s*calls\.\w+/g, ''), 'calls')]);
    const used = calls.filter(({ id, method }) => {
      const hook = `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`;
      return (
        method === 'GET' && (bare.has(id) || [`use${hook}(`, `useLazy${hook}(`, `endpoints.${id}.`].some((use) => source.includes(use)))
      );
    });
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter(({ live }) => live === undefined).map(({ id }) => id)).toEqual([]);
  });
  test('a page without the store follows what the call declares, and no topic that it names itself', () => {
    const live = new Set(calls.flatMap((call) => (follows(call.live) ? [call.id] : [])));
    const wrong = [...browser()].flatMap(([file, source]) => {
      const kept = [...source.matchAll(/\buseResource\b[^;]*;/g)].flatMap(([use]) => namedAs(use, 'calls'));
      // The feed itself is joined in these alone.
      const joins = ['lib/follow.ts', 'lib/following.ts', 'live/entries.ts'].includes(file);
      const byHand = (!joins && /\bfeed\(\)\.follow\b|\bfollowing\(/.test(source)) || /\bfollows: [{[]/.test(source);
      return [
        ...namedAs(source, 'reads').flatMap((name) => (live.has(name) || name === 'name' ? [] : [`${file}: nothing moves reads.${name}`])),
        ...kept.flatMap((name) => (live.has(name) ? [`${file} reads ${name} and does not follow it: useLive(reads.${name}, …)`] : [])),
        ...(byHand ? [`${file} follows by hand`] : []),
      ];
    });
    expect(wrong).toEqual([]);
    expect([...browser().values()].filter((source) => /\buseLive\(reads\./.test(source)).length).toBeGreaterThan(5);
  });
  test('the parameters by which a call names its topics are its own', () => {
    const wrong = calls.flatMap(({ id, live, params, query }) =>
      follows(live)
        ? Object.values(live.follows).flatMap((rule: unknown) => {
            const source = typeof rule === 'string' ? rule : (rule as { id?: string }).id;
            const [from, name = ''] = source?.split('.') ?? [];
            const known = [params, query].some((schema) => schema && 'shape' in schema && Object.hasOwn(schema.shape as object, name));
            return from === 'arg' && !known ? [`${id}: ${source}`] : [];
          })
        : [],
    );
    expect(wrong).toEqual([]);
  });
  test('what only staff may read of others they may follow too', () => {
    const may = (name: PolicyName): readonly RoleCode[] => (policies[name] as PolicyRow).any ?? [];
    const deaf = calls.flatMap(({ id, policy, live }) => {
      if (!follows(live) || may(policy).includes(1)) return [];
      return (Object.keys(live.follows) as TopicKey[]).flatMap((key) => {
        const asked = topics[key].policy;
        if (asked === 'open' || asked === 'course' || asked === 'discussion' || may(policy).every((role) => may(asked).includes(role)))
          return [];
        return [`${id} may not follow ${key}`];
      });
    });
    expect(deaf).toEqual([]);
  });
  test('every stream that a person’s history tells moves the history, except streams without a read model', () => {
    const live = contracts.personHistory.live as Live;
    const moved = (type: string) =>
      projections.some(
        ({ on, topics }) =>
          Object.hasOwn(on, type) && (topics?.('1', anyDoc) ?? []).some(({ topic }) => (readTopic(topic)?.key ?? '') in live.follows),
      );
    const told = [...registry.values()].filter(({ category }) => (historyStreams as readonly string[]).includes(category));
    expect(told.flatMap(({ type }) => (moved(type) ? [] : [type])).sort()).toEqual([
      // Codes and links that were sent or expired, reminders, and viewings: no read model keeps anything of them.
      ...['EmailVerificationRequested', 'LearnerReminded', 'PasswordHeld', 'PasswordResetRequested', 'PhoneCodeRequested'],
      ...['RegistrationAbandoned', 'ReservationAbandoned', 'ViewingEnded', 'ViewingStarted'],
    ]);
  });
  test('a topic is read with whom it is about, and nothing else is one', () => {
    expect(readTopic('cursos')).toEqual({ key: 'cursos', policy: 'open', id: null });
    expect(readTopic('curso:3')).toEqual({ key: 'curso:{courseId}', policy: 'course', id: 3 });
    expect(readTopic('progreso:7')).toEqual({ key: 'progreso:{userId}', policy: 'learning.read', id: 7 });
    const none = [
      '',
      'curso',
      'curso:',
      'curso:x',
      'curso:1e3',
      'curso:-1',
      'curso:1.5',
      'curso: 1',
      'curso:01',
      'curso:-0',
      'curso:1:2',
      'cursos:1',
    ];
    for (const asked of [...none, 'curso:12345678901', 'curso:{courseId}', 'toString', '__proto__'])
      expect(readTopic(asked), asked).toBeNull();
  });
  test('the topics of a call come from its parameters, the person signed in, and its answer once that is there', () => {
    const panel: Live['follows'] = { 'progreso:{userId}': 'arg.userId', 'curso:{courseId}': { id: 'answer.cursos.id_curso', but: [] } };
    expect(topicsOf(panel, 7, undefined, undefined)).toEqual(['progreso:7']);
    const cursos = [{ id_curso: 1 }, { id_curso: 2 }, { id_curso: 1 }];
    expect(topicsOf(panel, { userId: 7 }, { cursos }, undefined)).toEqual(['progreso:7', 'curso:1', 'curso:2']);
    expect(topicsOf({ 'sesiones:{userId}': 'self', cursos: true }, undefined, undefined, undefined)).toEqual(['cursos']);
    expect(topicsOf({ 'sesiones:{userId}': 'self' }, undefined, undefined, 4)).toEqual(['sesiones:4']);
    expect(topicsOf({ 'alumnado:{courseId}': 'answer.cursos' }, {}, { cursos: [3, 4] }, 1)).toEqual(['alumnado:3', 'alumnado:4']);
    expect(topicsOf({ 'usuario:{userId}': 'answer.id' }, undefined, null, 1)).toEqual([]);
  });
  test('a call is moved by its topics only for the documents that it shows', () => {
    const outline: Live['follows'] = { 'curso:{courseId}': { id: 'arg.courseId', but: ['estadisticas', 'texto-{subtopicId}'] } };
    expect(['3', 'resenas'].filter((id) => moves({ topic: 'curso:3', id }, outline))).toEqual(['3', 'resenas']);
    expect(['estadisticas', 'texto-9'].filter((id) => moves({ topic: 'curso:3', id }, outline))).toEqual([]);
    const community: Live['follows'] = { sitio: { only: ['channels', 'school'] } };
    expect(['channels', 'faqs', 'becas-1'].filter((id) => moves({ topic: 'sitio', id }, community))).toEqual(['channels']);
  });
});
