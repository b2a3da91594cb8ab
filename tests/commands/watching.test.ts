import { test } from 'vitest';
import { watching } from '../../backend/commands/learning/watching.ts';
import { given } from '../support/deciderSpec.ts';

const at = (second: number, video = 'a') => ({ userId: 1, courseId: 2, video, second });
const saved = (second: number, video = 'a') => ({ type: 'VideoPositionSaved' as const, data: at(second, video) });

test('where a video was stopped is a fact, a move of under five seconds is none', () => {
  given(watching, [])
    .when(at(30))
    .then([saved(30)]);
  given(watching, [saved(30)])
    .when(at(33))
    .then([]);
  given(watching, [saved(30)])
    .when(at(12))
    .then([saved(12)]);
  given(watching, [saved(30)])
    .when(at(30, 'b'))
    .then([saved(30, 'b')]);
});

test('a video that was seen to its end begins anew, once', () => {
  given(watching, [saved(3)])
    .when(at(0))
    .then([saved(0)]);
  given(watching, [saved(30), saved(0)])
    .when(at(0))
    .then([]);
});
