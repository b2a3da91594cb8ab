import { test } from 'vitest';
import { batch } from '../../backend/commands/learning/batches.ts';
import { given } from '../support/deciderSpec.ts';

/** What was done to many at once, and taken back once. */

const batchId = '0b7e7a52-6a52-5d0c-9f3e-2f1f9d9a3b11';
const opened = { type: 'BatchOpened', data: { batchId, kind: 'import' } } as const;
const item = { userId: 1, courseId: 2, act: 'give' } as const;
const part = (number: number) => ({ type: 'BatchPartRecorded' as const, data: { batchId, part: number, items: [item], registered: [1] } });
const record = (number: number) => ({ type: 'record', batchId, part: number, items: [item], registered: [1] }) as const;
const closed = { type: 'BatchClosed', data: { batchId, done: 1, refused: 0 } } as const;
const close = { type: 'close', batchId, done: 1, refused: 0 } as const;
const undone = { type: 'BatchUndone', data: { batchId } } as const;
const undo = { type: 'undo', batchId } as const;

test('is opened once, and nothing is recorded of one that is not', () => {
  given(batch, []).when({ type: 'open', batchId, kind: 'import' }).then([opened]);
  given(batch, [opened]).when({ type: 'open', batchId, kind: 'courses' }).thenRefused('CONFLICT');
  for (const command of [record(0), close, undo]) given(batch, []).when(command).thenRefused('BATCH_NOT_FOUND');
});

test('its parts come in order, each once, until it is closed', () => {
  given(batch, [opened])
    .when(record(0))
    .then([part(0)]);
  given(batch, [opened, part(0)])
    .when(record(0))
    .thenNothing();
  given(batch, [opened, part(0)])
    .when(record(2))
    .thenRefused('CONFLICT');
  given(batch, [opened, part(0), closed])
    .when(record(1))
    .thenRefused('CONFLICT');
  given(batch, [opened, closed]).when(close).thenNothing();
});

test('is undone once, closed or not, and takes nothing in after it', () => {
  given(batch, [opened, part(0)])
    .when(undo)
    .then([undone]);
  given(batch, [opened, part(0), closed])
    .when(undo)
    .then([undone]);
  for (const command of [undo, record(1), close])
    given(batch, [opened, part(0), undone])
      .when(command)
      .thenRefused('BATCH_UNDONE');
});
