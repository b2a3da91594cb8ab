import { expect, test } from 'vitest';
import { ratingOf, reviewStats, reviews } from '../../backend/projections/reviews.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const ids = (userId: number) => ({ userId, courseId: 7 });
const posted = (userId: number, stars = 4, text = 'Muy claro', visible = true) =>
  given('ReviewPosted', { ...ids(userId), stars, text, visible });
const edited = (userId: number, previousStars: number, stars: number, visible = true) =>
  given('ReviewEdited', { ...ids(userId), stars, text: 'Cambié de idea', previousStars, visible });
const withdrawn = (userId: number, stars: number, visible = true) => given('ReviewWithdrawn', { ...ids(userId), stars, visible });
const hidden = (userId: number, stars: number) =>
  given('ReviewHidden', { ...ids(userId), stars, reason: 'Publicidad ajena' }, { userId: 99 });
const restored = (userId: number, stars: number) => given('ReviewRestored', { ...ids(userId), stars });

test('a review as it stands: posted, changed, hidden with its reason, restored', () => {
  const first = {
    ...ids(1),
    stars: 4,
    text: 'Muy claro',
    status: 'visible',
    hidden: false,
    hiddenAt: null,
    hiddenReason: null,
    hiddenBy: null,
    postedAt: timeOf(0),
    editedAt: null,
    changedAt: timeOf(0),
    awaits: false,
  };
  givenEvents(reviews, [posted(1)])
    .thenDocs({ '1_7': first })
    .thenChange('curso:7', { id: 'resenas', op: 'put' })
    .thenChange('resenas', { id: '7-1', op: 'put' });
  givenEvents(reviews, [posted(1), edited(1, 4, 2)]).thenDocLike('1_7', { stars: 2, text: 'Cambié de idea', editedAt: timeOf(1) });
  const moderated = { status: 'hidden', hidden: true, hiddenReason: 'Publicidad ajena', hiddenBy: 99, hiddenAt: timeOf(1) };
  givenEvents(reviews, [posted(1), hidden(1, 4)]).thenDocLike('1_7', moderated);
  givenEvents(reviews, [posted(1), hidden(1, 4), restored(1, 4)]).thenDoc('1_7', { ...first, changedAt: timeOf(2) });
});

test('a hidden review that its author changed since waits for somebody to look at it, until it is hidden again, restored or withdrawn', () => {
  const changed = [posted(1), hidden(1, 4), edited(1, 4, 5, false)];
  givenEvents(reviews, [posted(1), edited(1, 4, 2)]).thenDocLike('1_7', { awaits: false });
  givenEvents(reviews, [posted(1), hidden(1, 4)]).thenDocLike('1_7', { awaits: false });
  givenEvents(reviews, changed).thenDocLike('1_7', { awaits: true });
  givenEvents(reviews, [...changed, hidden(1, 5)]).thenDocLike('1_7', { awaits: false });
  givenEvents(reviews, [...changed, restored(1, 5)]).thenDocLike('1_7', { awaits: false });
  givenEvents(reviews, [...changed, withdrawn(1, 5, false)]).thenDocLike('1_7', { awaits: false });
  givenEvents(reviews, [...changed, withdrawn(1, 5, false), posted(1, 5, 'Otra vez', false)]).thenDocLike('1_7', { awaits: true });
});

test('a withdrawn review keeps nothing of its text, and what a moderator decided stays', () => {
  givenEvents(reviews, [posted(1), withdrawn(1, 4)]).thenDocLike('1_7', { status: 'withdrawn', text: null });
  givenEvents(reviews, [posted(1), hidden(1, 4), withdrawn(1, 4, false), posted(1, 5, 'Otra vez', false)]).thenDocLike('1_7', {
    status: 'hidden',
    hiddenReason: 'Publicidad ajena',
    text: 'Otra vez',
  });
});

test('an erased person leaves the stars and no words', () => {
  givenEvents(reviews, [posted(1), hidden(1, 4), posted(2)]).thenForgets(1, 'Publicidad ajena');
  givenEvents(reviews, [posted(1, 3, 'Soy Ana, de Tijuana')]).thenForgets(1, 'Soy Ana, de Tijuana');
});

everyTypeIsCovered(reviews);

// rows: B14
test('only visible reviews count, each once', () => {
  const events = [posted(1, 5), posted(2, 4), posted(3, 1), edited(2, 4, 3), hidden(3, 1)];
  givenEvents(reviewStats, events)
    .thenDocs({ '7': { courseId: 7, stars: [0, 0, 1, 0, 1] } })
    .thenChange('cursos', { id: '7', op: 'put' })
    .thenChange('curso:7', { id: 'valoracion', op: 'put' });
  givenEvents(reviewStats, [...events, edited(3, 1, 2, false), restored(3, 2), withdrawn(1, 5)]).thenDoc('7', {
    courseId: 7,
    stars: [0, 1, 1, 0, 0],
  });
  givenEvents(reviewStats, [posted(1, 5), hidden(1, 5), withdrawn(1, 5, false), posted(1, 2, 'x', false)]).thenDoc('7', {
    courseId: 7,
    stars: [0, 0, 0, 0, 0],
  });
});

// rows: B04
test('the average is of what was given, and nothing where nothing was (C-34)', () => {
  expect(ratingOf({ courseId: 7, stars: [0, 0, 1, 0, 2] })).toEqual({ average: 4.33, count: 3 });
  expect(ratingOf({ courseId: 7, stars: [0, 0, 0, 0, 0] })).toEqual({ average: null, count: 0 });
  expect(ratingOf(null)).toEqual({ average: null, count: 0 });
});

everyTypeIsCovered(reviewStats);
