import type { EnrolmentRecord } from '../../../backend/api/contract/records/learning.ts';
import { useFollowSelf } from '../lib/follow-self.ts';
import { type SessionUser, useMaybeSession } from '../lib/session.ts';
import { useLive } from '../lib/use-live.ts';
import type { Resource } from '../lib/use-resource.ts';
import { type CardAction, type Course, cardAction } from './course.ts';

export interface Entitlements {
  user: SessionUser | null;
  enrolments: Resource<EnrolmentRecord[]>;
  /** undefined while it is not known, null where the person is not enrolled. */
  enrolmentOf(courseId: number): EnrolmentRecord | null | undefined;
  actionOf(course: Course): CardAction;
}

/** The person's entitlements, followed live: an enrolment, a grant or a change of plan updates the buttons of an open page. */
export const useEntitlements = (): Entitlements => {
  const user = useMaybeSession() ?? null;
  const id = user?.id;
  const enrolments = useLive(reads.listEnrolments, id ?? 0, id === undefined ? null : `usuariocurso:${id}`);
  const { data, readAt } = enrolments;
  useFollowSelf(id ?? null, readAt);
  const enrolmentOf = (courseId: number) => {
    if (!user) return null;
    return data ? (data.find((one) => one.id_curso === courseId) ?? null) : undefined;
  };
  return { user, enrolments, enrolmentOf, actionOf: (course: Course) => cardAction(course, user, enrolmentOf(course.id)) };
};
