import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { ProjectionRow } from '../../../backend/api/contract/administration.ts';
import type { Topic } from '../../../backend/api/contract/topics.ts';
import { getSessionUser } from '../lib/session.ts';
import type { Change } from '../live/feed.ts';
import { live } from './base.ts';
import { generatedApi } from './generated.ts';
import { patchLearner, patchOverview, patchPanel } from './patches.ts';

/** Which topics say that an answer changed. They stand together because several features read the same answers; the store imports this file. */
const progress = (userId: number): Topic => `progreso:${userId}`;
const course = (courseId: number): Topic => `curso:${courseId}`;
const learners = (courseId: number): Topic => `alumnado:${courseId}`;
const person = (userId: number): Topic => `usuario:${userId}`;

/** Texts are read by class and told by the course: its outline, which comes first, says which classes are its. */
const courseOfClass = new Map<number, number>();

/** Counts of students and texts of lessons are told by the course's topic, but a learner's own state does not show them. */
const notOfLearners = (change: Change) =>
  change.topic.startsWith('curso:') && (change.id === 'estadisticas' || change.id.startsWith('texto-'));

/** The public counter of scholarships stands on the site's topic and in no managed section. */
const notOfSite = (change: Change) => change.id.startsWith('becas-');

export const schoolApi = generatedApi.enhanceEndpoints({
  endpoints: {
    ownAccount: live({ topics: (_, account) => (account ? [person(account.id)] : []) }),
    listSessions: live({
      topics: () => {
        const user = getSessionUser();
        return user ? [`sesiones:${user.id}`] : [];
      },
    }),
    publicProfile: live({ topics: ({ id }) => [person(id)] }),
    me: live({ topics: (_, user) => (user ? [person(user.id)] : []), rows: (user) => [user] }),
    getUser: live({ topics: (userId) => [person(userId)], rows: (user) => [user] }),
    panel: live({
      topics: (userId, panel) => [progress(userId), person(userId), ...(panel?.cursos.map(({ id_curso }) => course(id_curso)) ?? [])],
      ignores: notOfLearners,
      patch: patchPanel,
    }),
    learningFacts: live({ topics: ({ userId }) => [progress(userId)], pace: 1_000 }),
    learnerCourse: live({
      topics: ({ userId, courseId }) => [progress(userId), course(courseId)],
      ignores: notOfLearners,
      patch: patchLearner,
    }),
    getOutline: live({
      topics: (courseId, outline) => {
        for (const { sesiones } of outline?.modulos ?? []) for (const { id_sesion } of sesiones) courseOfClass.set(id_sesion, courseId);
        return [course(courseId)];
      },
      ignores: notOfLearners,
    }),
    listSubtopics: live({
      topics: (classId) => {
        const courseId = courseOfClass.get(classId);
        return courseId === undefined ? [] : [course(courseId)];
      },
      ignores: ({ id }) => id === 'estadisticas',
    }),
    getCourse: live({ topics: (courseId) => [course(courseId)] }),
    courseResources: live({
      topics: (courseId) => [`recursos:${courseId}`, course(courseId)],
      ignores: notOfLearners,
      pace: 500,
    }),
    courseVideos: live({ topics: (courseId) => [course(courseId)], ignores: notOfLearners, pace: 500 }),
    brokenLinks: live({ topics: () => ['recursos', 'cursos'], pace: 1_000 }),
    // A filtered list may gain or lose a row by any change of it; the whole list of staff only changes its rows.
    listCourses: live({ topics: () => ['cursos'], rows: (courses, { search, todos }) => (todos === '1' && !search ? courses : undefined) }),
    // Of all that the site says, its channels and the school's own data.
    community: live({ topics: () => ['sitio'], ignores: ({ id }) => id !== 'channels' && id !== 'school' }),
    communityUse: live({ topics: () => ['comunidad'], pace: 500 }),
    managedSite: live({ topics: () => ['sitio'], ignores: notOfSite }),
    siteHistory: live({ topics: () => ['sitio'], ignores: notOfSite }),
    schoolHistory: live({ topics: () => ['sitio'], ignores: notOfSite }),
    priceHistory: live({ topics: () => ['sitio'], ignores: notOfSite }),
    listLeads: live({ topics: () => ['contactos'] }),
    getLead: live({ topics: () => ['contactos'] }),
    leadCounts: live({ topics: () => ['contactos'], pace: 500 }),
    listCampaigns: live({ topics: () => ['becas'], pace: 500 }),
    listScholarshipCodes: live({ topics: () => ['becas'], pace: 500 }),
    listScholarshipGrants: live({ topics: () => ['becas'], pace: 500 }),
    moderatedReviews: live({ topics: () => ['resenas'] }),
    overview: live({ topics: () => ['resumen'], patch: patchOverview, pace: 1_000 }),
    teachingOverview: live({ topics: (_, data) => ['cursos', ...(data?.cursos.map(({ id }) => learners(id)) ?? [])], pace: 1_000 }),
    learnersAtRisk: live({ topics: (_, data) => ['cursos', ...(data?.cursos.map(learners) ?? [])], pace: 1_000 }),
    // Samples of a diff hold people's data and are not pushed: a row that has a diff is read.
    listProjections: live({
      topics: () => ['proyecciones'],
      rows: (projections) => projections,
      accepts: ({ reconstruccion }) => !(reconstruccion as ProjectionRow['reconstruccion'])?.diferencia,
      pace: 500,
    }),
    eventDictionary: live({ topics: () => ['eventos'], rows: (types) => types, key: 'tipo', pace: 2_000 }),
    // Study time, what was opened and the last view are facts on the side: no screen waits for them, and they outlive the page that sends them.
    heartbeat: (definition) => {
      const { query } = definition;
      if (query) definition.query = (arg) => ({ ...(query(arg) as FetchArgs), keepalive: true, quiet: true });
    },
    saveVideo: (definition) => {
      const { query } = definition;
      if (query) definition.query = (arg) => ({ ...(query(arg) as FetchArgs), keepalive: true, quiet: true });
    },
    openResource: (definition) => {
      const { query } = definition;
      if (query) definition.query = (arg) => ({ ...(query(arg) as FetchArgs), keepalive: true, quiet: true });
    },
    openChannel: (definition) => {
      const { query } = definition;
      if (query) definition.query = (arg) => ({ ...(query(arg) as FetchArgs), keepalive: true, quiet: true });
    },
    saveLastView: (definition) => {
      const { query } = definition;
      if (query) definition.query = (arg) => ({ ...(query(arg) as FetchArgs), keepalive: true, quiet: true });
    },
  },
});

/** Reads again what hangs on these topics; for when an optimistic mark turned out wrong. */
export const readAgain = (...topics: Topic[]) => schoolApi.util.invalidateTags(topics.map((id) => ({ type: 'Live' as const, id })));
export const topicOf = { progress, course, person };
