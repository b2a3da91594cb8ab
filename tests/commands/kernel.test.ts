import { expect, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { administrators } from '../../backend/commands/identity/administrators.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { createCommands } from '../../backend/commands/kernel/handle.ts';
import { createOwners, noParents, takeNumber, takeNumbers } from '../../backend/commands/kernel/numbers.ts';
import { courseFields, openDomain, register } from '../support/domain.ts';

const module = (moduleId: number) =>
  ({ type: 'addModule', moduleId, title: `Módulo ${moduleId}`, description: '', content: '', videoUrl: null }) as const;
const create = { type: 'create', courseId: 1, ...courseFields() } as const;

test('50 concurrent commands on one stream all land', async () => {
  const domain = await openDomain();
  await domain.commands.handle(course, 1, create, domain.context());
  const done = await Promise.all(
    Array.from({ length: 50 }, (_, index) => domain.commands.handle(course, 1, module(index + 1), domain.context())),
  );
  expect(new Set(done.map((one) => one.version)).size).toBe(50);
});
