import { expect, test } from 'vitest';
import { z } from 'zod';
import { toApiError } from '../../backend/api/plugins/errors.ts';
import { course } from '../../backend/commands/catalogue/course.ts';
import { projections } from '../../backend/projections/all.ts';
import { createCodec, InvalidEvent } from '../../events/codec.ts';
import { growing, growingList } from '../../events/growing.ts';
import { registry } from '../../events/registry.ts';
import type { JsonObject } from '../../events/store/port.ts';
import { goldenKeys } from '../golden/record.ts';
import { courseFields } from '../support/courseFields.ts';
import { openDomain, publishedCourse, register, testConfig } from '../support/domain.ts';
import { connectProjecting, expectFresh } from '../support/projecting.ts';

test('an event that a newer release wrote is an error after a step back, not read as what it is not', async () => {
  const domain = await openDomain();
  await domain.commands.handle(course, 1, { type: 'create', courseId: 1, ...courseFields() }, domain.context());
  const definition = registry.get('CourseRenamed');
  if (!definition) throw new Error('not registered');
  const newer = createCodec(new Map([...registry, ['CourseRenamed', { ...definition, version: 2 }]]), goldenKeys);
  const { commandId, correlationId, causationId, actor, now } = domain.context();
  const meta = { commandId, correlationId, causationId, actor, occurredAt: now.toISOString() };
  const { written: renamed } = await newer.encode(
    crypto.randomUUID(),
    { type: 'CourseRenamed', data: { courseId: 1, title: 'Más nuevo' } },
    meta,
  );
  await domain.store.append('course-1', 0, [renamed]);

  const elsewhere = await domain.another();
  await expect(elsewhere.events('course-1')).rejects.toThrow(
    'stored CourseRenamed does not fit its schema: version 2 is of a newer release, this one knows 1',
  );
  await expect(elsewhere.commands.load(course, 1)).rejects.toSatisfy((error) => toApiError(error)?.code === 'EVENT_UNREADABLE');
  // Nothing is decided on an incomplete history.
  await expect(elsewhere.commands.handle(course, 1, { type: 'archive' }, elsewhere.context())).rejects.toBeInstanceOf(InvalidEvent);
});

test('values that a newer release added halt no projection and no command of this one', async () => {
  const domain = await openDomain();
  const { courseId } = await publishedCourse(domain, [1]);
  const userId = await register(domain, 'ana');
  await domain.learning.enrol(userId, courseId, domain.context());
  const now = domain.clock.now().toISOString();
  const told = async (stream: string, type: string, data: JsonObject) =>
    domain.store.append(stream, 'any', [
      {
        ...{ id: crypto.randomUUID(), type, data },
        metadata: {
          ...{ commandId: crypto.randomUUID(), correlationId: 'c', causationId: 'c', occurredAt: now, schemaVersion: 1 },
          actor: { userId, role: 'assistant' },
        },
      },
    ]);
  await told(`user-${userId}`, 'PlanChanged', { userId, from: 'basic', to: 'gold' });
  await told(`user-${userId}`, 'RoleChanged', { userId, from: 'student', to: 'assistant' });
  await told(`course-${courseId}`, 'CourseTierSet', { courseId, tier: 'gold' });
  await told('site-prices', 'PaymentMethodsSet', { methods: ['card', 'stamps'] });
  const projecting = await connectProjecting(domain.dir, undefined, testConfig.personalDataKey);
  const { projector } = await projecting.start({ projections });
  await projector.ready();
  await projecting.caughtUp();
  await projecting.untilStatus('users', ({ state }) => state === 'running');
  const rows = await Promise.all(projections.map(({ name }) => projecting.status(name)));
  expect(rows.filter((row) => row?.state !== 'running')).toEqual([]);
  const only = (...names: string[]) => projections.filter(({ name }) => names.includes(name));
  await expectFresh(projecting, only('site-content'));
  const docs = async (name: string) => (await projecting.docs(await projecting.serving(name))).map(({ doc }) => doc);
  expect(await docs('users')).toEqual([expect.objectContaining({ userId, plan: 'basic', role: 'student' })]);
  expect(await docs('courses')).toEqual([expect.objectContaining({ tier: 'premium' })]);
  expect(await docs('site-content')).toEqual([expect.objectContaining({ prices: expect.objectContaining({ methods: ['card'] }) })]);
  await domain.authoring.change(courseId, { type: 'archive' }, domain.context());
});

test('a choice that a newer release added reads as the one that grants the least, in a list as none; neither is written', () => {
  const one = growing(['basic', 'premium'], 'basic');
  expect(['premium', 'platinum'].map((value) => z.safeDecode(one, value).data)).toEqual(['premium', 'basic']);
  expect(z.safeDecode(growingList(['a', 'b']), ['b', 'c']).data).toEqual(['b']);
  expect(z.safeEncode(one, 'platinum' as 'basic').success).toBe(false);
});
