import { expect, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { createCodec, InvalidEvent } from '../../events/codec.ts';
import { registry } from '../../events/registry.ts';
import { goldenKeys } from '../golden/record.ts';
import { courseFields, openDomain } from '../support/domain.ts';

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
  await expect(elsewhere.commands.load(course, 1)).rejects.toBeInstanceOf(InvalidEvent);
  // Nothing is decided on half a history.
  await expect(elsewhere.commands.handle(course, 1, { type: 'archive' }, elsewhere.context())).rejects.toBeInstanceOf(InvalidEvent);
});
