import { describe, expect, test } from 'vitest';
import { cleanText, type Eligibility, review, reviewObstacle } from '../../backend/commands/learning/review.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { given } from '../support/deciderSpec.ts';

const ids = { userId: 1, courseId: 2 };
const learner: Eligibility = { enrolled: true, teaches: false, verified: true, done: 2, total: 10 };
const write = (stars: number, text: string, eligibility: Partial<Eligibility> = {}) =>
  ({ type: 'write', ...ids, stars, text, eligibility: { ...learner, ...eligibility } }) as const;
const posted = (stars = 4, text = 'Claro y al grano', visible = true): StreamEvent<'review'> => ({
  type: 'ReviewPosted',
  data: { ...ids, stars, text, visible },
});
const hidden = (stars = 4): StreamEvent<'review'> => ({ type: 'ReviewHidden', data: { ...ids, stars, reason: 'Publicidad' } });

describe('a review', () => {
  test('is posted once, then changed, and the same again is nothing', () => {
    given(review, []).when(write(4, ' Claro y al grano ')).then([posted()]);
    given(review, [posted()]).when(write(4, 'Claro y al grano')).thenNothing();
    given(review, [posted()])
      .when(write(5, 'Aún mejor'))
      .then([{ type: 'ReviewEdited', data: { ...ids, stars: 5, text: 'Aún mejor', previousStars: 4, visible: true } }]);
  });
  test('is for enrolled learners after a fifth of the course, with a confirmed e-mail, and not for who teaches it', () => {
    expect(reviewObstacle(learner)).toBeNull();
    given(review, [])
      .when(write(4, 'x', { done: 1 }))
      .thenRefused('REVIEW_TOO_EARLY');
    given(review, [])
      .when(write(4, 'x', { done: 199, total: 1_000 }))
      .thenRefused('REVIEW_TOO_EARLY');
    given(review, [])
      .when(write(4, 'x', { done: 0, total: 0 }))
      .thenRefused('REVIEW_TOO_EARLY');
    given(review, [])
      .when(write(4, 'x', { enrolled: false }))
      .thenRefused('NOT_ENROLLED');
    given(review, [])
      .when(write(4, 'x', { verified: false }))
      .thenRefused('EMAIL_NOT_VERIFIED');
    given(review, [])
      .when(write(4, 'x', { teaches: true }))
      .thenRefused('REVIEW_OWN_COURSE');
  });
  test('that stands can be changed after the course has grown, not after leaving it', () => {
    expect(
      given(review, [posted()])
        .when(write(2, 'y', { done: 1 }))
        .state().stars,
    ).toBe(2);
    given(review, [posted()])
      .when(write(2, 'y', { enrolled: false }))
      .thenRefused('NOT_ENROLLED');
  });
  test('is withdrawn by its author, once, and can be posted anew', () => {
    const withdrawn: StreamEvent<'review'> = { type: 'ReviewWithdrawn', data: { ...ids, stars: 4, visible: true } };
    given(review, [posted()])
      .when({ type: 'withdraw', ...ids })
      .then([withdrawn]);
    given(review, [])
      .when({ type: 'withdraw', ...ids })
      .thenNothing();
    given(review, [posted(), withdrawn])
      .when({ type: 'withdraw', ...ids })
      .thenNothing();
    given(review, [posted(), withdrawn])
      .when(write(3, 'De nuevo'))
      .then([posted(3, 'De nuevo')]);
  });
  test('is hidden with a reason, and restored', () => {
    given(review, [posted()])
      .when({ type: 'hide', ...ids, reason: ' Publicidad ' })
      .then([hidden()]);
    given(review, [posted()])
      .when({ type: 'hide', ...ids, reason: ' \u200b ' })
      .thenRefused('REASON_REQUIRED');
    given(review, [])
      .when({ type: 'hide', ...ids, reason: 'x' })
      .thenRefused('REVIEW_NOT_FOUND');
    given(review, [posted(), hidden()])
      .when({ type: 'hide', ...ids, reason: 'x' })
      .thenNothing();
    given(review, [posted(), hidden()])
      .when({ type: 'restore', ...ids })
      .then([{ type: 'ReviewRestored', data: { ...ids, stars: 4 } }]);
    given(review, [posted()])
      .when({ type: 'restore', ...ids })
      .thenNothing();
    given(review, [])
      .when({ type: 'restore', ...ids })
      .thenRefused('REVIEW_NOT_FOUND');
  });
  test('that is hidden stays hidden when it is changed, or withdrawn and posted again', () => {
    given(review, [posted(), hidden()])
      .when(write(5, 'z'))
      .then([{ type: 'ReviewEdited', data: { ...ids, stars: 5, text: 'z', previousStars: 4, visible: false } }]);
    const withdrawn: StreamEvent<'review'> = { type: 'ReviewWithdrawn', data: { ...ids, stars: 4, visible: false } };
    given(review, [posted(), hidden()])
      .when({ type: 'withdraw', ...ids })
      .then([withdrawn]);
    given(review, [posted(), hidden(), withdrawn])
      .when(write(5, 'z'))
      .then([posted(5, 'z', false)]);
  });
  test('has plain text of a bounded length', () => {
    given(review, [])
      .when(write(4, 'ñ'.repeat(2_001)))
      .thenRefused('REVIEW_TOO_LONG');
    given(review, [])
      .when(write(4, '   '))
      .then([posted(4, '')]);
  });
});

test('a text loses what cannot be seen or turns its surroundings, and keeps what people write', () => {
  expect(cleanText('Hola\u0000 \u202eodnum\u202c\u200b  mundo\r\n\r\n\r\n\r\nadiós\tya ')).toBe('Hola odnum mundo\n\nadiós ya');
  expect(cleanText('Z\u0301\u0300\u0302\u0303\u0304')).toHaveLength(4);
  expect(cleanText('👩‍🚀 ¡Ñandú! <b>5 > 3</b>')).toBe('👩‍🚀 ¡Ñandú! <b>5 > 3</b>');
});
