/** Events of learning, as `Projecting.tell` and the projections' specification take them. */
type Recorded = [type: string, data: object];

/** Of an enrolment that neither a code, nor an order, nor somebody else gave. */
export const origin = { code: null, order: null, person: null } as const;
export const enrolled = (userId: number, courseId = 1): Recorded => ['LearnerEnrolled', { userId, courseId, source: 'self', ...origin }];
export const completed = (userId: number, classId = 1, courseId = 1): Recorded => [
  'ClassCompleted',
  { userId, courseId, moduleId: 1, classId },
];
export const unenrolled = (userId: number, courseId = 1): Recorded => ['LearnerUnenrolled', { userId, courseId }];
export const registered = (userId: number, username: string): Recorded => [
  'UserRegistered',
  {
    userId,
    username,
    email: `${username}@ejemplo.mx`,
    firstName: username,
    lastName: null,
    role: 'student',
    plan: 'basic',
    source: 'self',
    termsVersion: null,
    campaign: null,
  },
];
export const renamed = (userId: number, firstName: string): Recorded => ['NameChanged', { userId, firstName, lastName: null }];
export const erased = (userId: number): Recorded => ['UserErased', { userId }];
