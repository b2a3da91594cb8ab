import { expect, test } from 'vitest';
import { enrolments } from '../../backend/projections/enrolments.ts';
import { completed, enrolled, origin, unenrolled } from '../support/learning.ts';
import { Documents, envelopes, everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const ids = { userId: 1, courseId: 1 };
const join = given(...enrolled(1));
const leave = given(...unenrolled(1));
const done = (classId: number) => given(...completed(1, classId));
const undone = (classId: number) => given('ClassUncompleted', completed(1, classId)[1]);
const unlocked = (moduleId: number) => given('ModuleUnlocked', { ...ids, moduleId });
const viewed = given('LessonViewed', { ...ids, moduleId: 1, classId: 2, subtopicId: null, viewMode: 'module' });
const finished = given('CourseCompleted', { ...ids, classes: 2 });

test('a learner in a course, from nothing', () => {
  givenEvents(enrolments, [
    join,
    given(...enrolled(1, 7)),
    given('LearnerEnrolled', { userId: 12, courseId: 1, source: 'purchase', ...origin }),
  ])
    .thenDoc('1_1', {
      ...ids,
      enrolled: true,
      source: 'self',
      sources: ['self'],
      enrolledAt: timeOf(0),
      completed: {},
      unlocked: [],
      watched: [],
      completedAt: null,
      classesAtCompletion: null,
      lastView: null,
      activeAt: timeOf(0),
      changes: 1,
    })
    .thenDocLike('1_7', { courseId: 7, enrolledAt: timeOf(1) })
    .thenDocLike('12_1', { userId: 12, source: 'purchase' })
    .thenChange('usuariocurso:1', { id: '7', op: 'put', version: 1 })
    .thenChange('progreso:1', { id: '7', op: 'put', version: 1 })
    .thenChange('usuariocurso:12', { id: '1' });
});

test('being in a course is announced when that changes, and not with each completed class', () => {
  const documents = new Documents(enrolments);
  const events = envelopes([join, done(1), viewed, leave]);
  const toldBy = (from: number, to: number) => {
    documents.changes.length = 0;
    documents.fold(events.slice(from, to));
    return documents.changes.map(({ topic }) => topic);
  };
  expect(toldBy(0, 1)).toEqual(['usuariocurso:1', 'progreso:1']);
  expect(toldBy(1, 2)).toEqual(['progreso:1']);
  expect(toldBy(2, 3)).toEqual(['progreso:1']);
  expect(toldBy(3, 4)).toEqual(['usuariocurso:1', 'progreso:1']);
  // What an earlier run wrote and did not announce: all of it is, for nobody knows what it changed.
  expect(toldBy(3, 4)).toEqual(['usuariocurso:1', 'progreso:1']);
});

test('of several sources the strongest is shown, and what is granted outlives a plan', () => {
  const granted = (source: string) => given('EntitlementGranted', { ...ids, source, ...origin });
  givenEvents(enrolments, [join, granted('grant')]).thenDocLike('1_1', { source: 'grant', activeAt: timeOf(1) });
  givenEvents(enrolments, [given('LearnerEnrolled', { ...ids, source: 'purchase', ...origin }), granted('grant')]).thenDocLike('1_1', {
    source: 'purchase',
  });
  // One that ends takes no other along.
  const over = (source: string) => given('EntitlementEnded', { ...ids, source, ...origin });
  givenEvents(enrolments, [join, granted('grant'), granted('purchase'), over('purchase')]).thenDocLike('1_1', { source: 'grant' });
  givenEvents(enrolments, [join, granted('grant'), over('grant')]).thenDocLike('1_1', { source: 'self', enrolled: true });
});

test('marks carry their time; one that is taken back is gone, and one that is set again has the new time', () => {
  givenEvents(enrolments, [join, done(1), done(2)]).thenDocLike('1_1', {
    completed: { '1': timeOf(1), '2': timeOf(2) },
    activeAt: timeOf(2),
  });
  givenEvents(enrolments, [join, done(1), done(2), undone(1)])
    .thenDoc('1_1', {
      ...ids,
      enrolled: true,
      source: 'self',
      sources: ['self'],
      enrolledAt: timeOf(0),
      completed: { '2': timeOf(2) },
      unlocked: [],
      watched: [],
      completedAt: null,
      classesAtCompletion: null,
      lastView: null,
      activeAt: timeOf(3),
      changes: 4,
    })
    .thenChange('progreso:1', { id: '1', op: 'put', version: 4 });
  givenEvents(enrolments, [join, done(1), undone(1), done(1)]).thenDocLike('1_1', { completed: { '1': timeOf(3) } });
});

test('followers of the progress are told the last view, and of how many other changes', () => {
  const said = { courseId: 1, moduleId: 1, sessionId: 2, subtemaId: null, viewMode: 'module', at: timeOf(2) };
  givenEvents(enrolments, [join, done(1), viewed])
    .thenDocLike('1_1', { changes: 2, activeAt: timeOf(2) })
    .thenChange('progreso:1', { id: '1', version: 3, view: { cambios: 2, ultimaVista: said } });
  givenEvents(enrolments, [join, viewed, done(1)]).thenChange('progreso:1', {
    view: { cambios: 2, ultimaVista: { ...said, at: timeOf(1) } },
  });
  givenEvents(enrolments, [join]).thenChange('progreso:1', { view: { cambios: 1, ultimaVista: null } });
});

test('modules are open once each, in the order in which they opened', () => {
  givenEvents(enrolments, [join, unlocked(20), unlocked(10), unlocked(20)]).thenDocLike('1_1', { unlocked: [20, 10], activeAt: timeOf(3) });
});

test('videos that were watched stand in the order in which they were, also for who comes back', () => {
  const watched = (video: string) => given('VideoWatched', { ...ids, video, by: 'watched' });
  givenEvents(enrolments, [join, watched('b'), watched('a'), leave, join]).thenDocLike('1_1', { watched: ['b', 'a'], changes: 5 });
});

test('a completed course stays completed when a mark goes', () => {
  givenEvents(enrolments, [join, done(1), done(2), finished, undone(2)]).thenDocLike('1_1', {
    completedAt: timeOf(3),
    classesAtCompletion: 2,
    activeAt: timeOf(4),
  });
});

test('of several views of a course the latest is kept, whatever it shows', () => {
  const overview = given('LessonViewed', { ...ids, moduleId: null, classId: null, subtopicId: null, viewMode: 'overview' });
  givenEvents(enrolments, [join, overview, viewed]).thenDocLike('1_1', {
    lastView: { moduleId: 1, classId: 2, subtopicId: null, viewMode: 'module', at: timeOf(2) },
    activeAt: timeOf(2),
  });
  givenEvents(enrolments, [join, viewed, overview]).thenDocLike('1_1', {
    lastView: { moduleId: null, classId: null, subtopicId: null, viewMode: 'overview', at: timeOf(2) },
  });
});

test('who leaves is no longer enrolled; who comes back finds everything again, under the new enrolment', () => {
  const events = [join, unlocked(10), done(1), viewed, finished, leave];
  givenEvents(enrolments, events)
    .thenDocLike('1_1', { enrolled: false, completed: { '1': timeOf(2) }, activeAt: timeOf(5) })
    .thenChange('usuariocurso:1', { id: '1', op: 'put', version: 6 });
  givenEvents(enrolments, [...events, given('LearnerEnrolled', { ...ids, source: 'grant', ...origin })]).thenDoc('1_1', {
    ...ids,
    enrolled: true,
    source: 'grant',
    sources: ['grant'],
    enrolledAt: timeOf(6),
    completed: { '1': timeOf(2) },
    unlocked: [10],
    watched: [],
    completedAt: timeOf(4),
    classesAtCompletion: 2,
    lastView: { moduleId: 1, classId: 2, subtopicId: null, viewMode: 'module', at: timeOf(3) },
    activeAt: timeOf(6),
    changes: 6,
  });
});

everyTypeIsCovered(enrolments);
