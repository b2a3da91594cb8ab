import { describe, expect, test } from 'vitest';
import { readTopic, topics } from '../../backend/api/contract/topics.ts';
import { projections } from '../../backend/projections/all.ts';

/** Of any document: every field is 1, so that its topics can be asked for without one. */
const anyDoc = new Proxy({}, { get: () => 1 }) as never;
const emitted = projections.flatMap((projection) =>
  (projection.topics?.('1', anyDoc) ?? []).map(({ topic }) => ({ from: projection.name, topic })),
);

describe('live topics', () => {
  test('every topic that a projection emits is declared', () => {
    expect(emitted.length).toBeGreaterThan(20);
    expect(emitted.filter(({ topic }) => readTopic(topic) === null)).toEqual([]);
  });
  test('every topic that is declared is emitted, but the state of the projections, which the projector tells', () => {
    const told = new Set(emitted.map(({ topic }) => topic));
    const silent = Object.keys(topics).filter((topic) => !told.has(topic.replace(/\{\w+\}/, '1')));
    expect(silent).toEqual(['proyecciones']);
  });
  test('a topic is read with whom it is about, and nothing else is one', () => {
    expect(readTopic('cursos')).toEqual({ policy: 'open', id: null });
    expect(readTopic('curso:3')).toEqual({ policy: 'course', id: 3 });
    expect(readTopic('progreso:7')).toEqual({ policy: 'learning.read', id: 7 });
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
});
