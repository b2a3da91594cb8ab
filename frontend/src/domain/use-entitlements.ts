import { useEffect } from 'react';
import type { EnrolmentRecord } from '../../../backend/api/contract/learning.ts';
import { followTopics } from '../lib/follow-topics.ts';
import { call } from '../lib/http.ts';
import { loadSession, type SessionUser, useMaybeSession } from '../lib/session.ts';
import { type Resource, useResource } from '../lib/use-resource.ts';
import { type CardAction, type Course, cardAction } from './course.ts';

export interface Entitlements {
  user: SessionUser | null;
  enrolments: Resource<EnrolmentRecord[]>;
  /** undefined while it is not known, null when the person is not in the course. */
  enrolmentOf(courseId: number): EnrolmentRecord | null | undefined;
  actionOf(course: Course): CardAction;
}

/** What the person has, followed live: an enrolment, a grant or a change of plan flips the buttons of an open page. */
export const useEntitlements = (): Entitlements => {
  const user = useMaybeSession() ?? null;
  const id = user?.id;
  const enrolments = useResource(id === undefined ? null : `usuariocurso:${id}`, (signal, minPosition) =>
    call(calls.listEnrolments, id as number, { signal, minPosition }),
  );
  const { refresh, readAt, data } = enrolments;
  useEffect(() => (id === undefined ? undefined : followTopics([`usuariocurso:${id}`], refresh, readAt)), [id, refresh, readAt]);
  useEffect(
    () =>
      id === undefined
        ? undefined
        : followTopics(
            [`usuario:${id}`],
            () => void loadSession({ fresh: true }).catch(() => undefined),
            // The page's reads of the person's courses are of the same moment as what is known of the person, or later.
            readAt,
          ),
    [id, readAt],
  );
  const enrolmentOf = (courseId: number) => {
    if (!user) return null;
    return data ? (data.find((one) => one.id_curso === courseId) ?? null) : undefined;
  };
  return { user, enrolments, enrolmentOf, actionOf: (course: Course) => cardAction(course, user, enrolmentOf(course.id)) };
};
