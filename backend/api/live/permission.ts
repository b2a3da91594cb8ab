import type { SessionRecord } from '../../integrations/vault/keptSessions.ts';
import { type PolicyRow, policies } from '../contract/policy.ts';
import { roleCodes } from '../contract/roles.ts';
import { readTopic } from '../contract/topics.ts';

/** The permissions that depend on a course; null is a visitor. */
export interface CoursePermissions {
  canReadCourse: (session: SessionRecord | null, courseId: number) => Promise<boolean>;
  canReadDiscussion: (session: SessionRecord | null, subtopicId: number) => Promise<boolean>;
  teaches: (session: SessionRecord, courseId: number) => Promise<boolean>;
}

export type MayFollow = (topic: string, session: SessionRecord | null) => Promise<boolean>;

/** Whether somebody may follow a topic, by the policy of its declaration; nobody may follow one that is not declared. */
export function createMayFollow({ canReadCourse, canReadDiscussion, teaches }: CoursePermissions): MayFollow {
  return async (topic, session) => {
    const asked = readTopic(topic);
    if (!asked) return false;
    const { policy, id } = asked;
    if (policy === 'course') return canReadCourse(session, Number(id));
    if (policy === 'discussion') return canReadDiscussion(session, Number(id));
    const row: PolicyRow = policies[policy];
    if (row.open) return true;
    if (!session) return false;
    const role = roleCodes[session.role];
    if (row.any?.includes(role)) return true;
    if (!row.when?.roles.includes(role)) return false;
    if (row.when.is === 'teaches') return teaches(session, Number(id));
    return row.when.is === 'self' && id === session.userId;
  };
}
