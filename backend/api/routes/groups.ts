import type { GroupsState } from '../../commands/learning/group.ts';
import type { GroupPlan } from '../../commands/learning/groups.ts';
import { groupSeats, groups } from '../../projections/groups.ts';
import { users } from '../../projections/users.ts';
import { groupsOf, isPresent, managedGroupOf, presentGroups } from '../answers/groups.ts';
import { shownName } from '../answers/people.ts';
import type { Call, Implement } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import { NO_REASON, SAVED } from '../contract/common.ts';
import { groups as contract } from '../contract/groups.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { countPress } from './presses.ts';

interface Planned {
  nombre?: string | undefined;
  fecha?: string | null | undefined;
  hora?: string | null | undefined;
  fin?: string | null | undefined;
  cupo: number;
}
/** Names all missing fields at once. */
function planOf({ nombre, fecha, hora, fin, cupo }: Planned): GroupPlan {
  const missing = Object.entries({ nombre, fecha, hora, fin }).flatMap(([path, value]) =>
    value ? [] : [{ path, message: 'Este dato es obligatorio.' }],
  );
  if (!nombre || !fecha || !hora || !fin) throw new ApiError('REQUIRED_FIELDS', { errors: missing });
  return { name: nombre, day: fecha, time: hora, endsOn: fin, capacity: cupo };
}

/** Groups of courses: for who looks at a course, for its learners, and for who teaches it. */
export function groupRoutes(implement: Implement, deps: Deps, reading: CourseReading): void {
  const { groups: service } = deps.learning;
  learnerRoutes(implement, deps, reading);
  listRoutes(implement);
  planningRoutes(implement, service);
}

type Service = Deps['learning']['groups'];

function learnerRoutes(implement: Implement, { learning, config, limits }: Deps, { demandReadable }: CourseReading): void {
  implement(contract.courseGroups, {
    async handle({ params: { courseId } }, call) {
      await demandReadable(courseId, call.identity);
      const seat = call.identity && (await call.reads.get(groupSeats, `${call.identity.userId}_${courseId}`));
      return {
        grupos: await presentGroups(courseId, call.now.toISOString(), call.reads),
        mio: seat && seat.state !== 'left' ? seat.groupId : null,
      };
    },
  });
  implement(contract.chooseGroup, {
    async handle({ body: { id_usuario, id_curso, grupo } }, call) {
      await countPress(limits, 'group', id_usuario, config);
      call.wrote((await learning.groups.choose(id_curso, grupo, id_usuario, call.context())).position);
      return { message: 'Tu lugar está en ese grupo' };
    },
  });
}

const course = async ({ params }: { params: { courseId: number } }) => params.courseId;

/** What teachers of the course see. */
function listRoutes(implement: Implement): void {
  implement(contract.managedGroups, {
    course,
    async handle({ params: { courseId } }, call) {
      const now = call.now.toISOString();
      const all = (await groupsOf(courseId, call.reads)).map((doc) => managedGroupOf(doc, now));
      return { grupos: [...all.filter(isPresent), ...all.filter((one) => !isPresent(one)).reverse()] };
    },
  });
  implement(contract.groupMembers, {
    course,
    async handle({ params: { courseId, groupId }, query: { estado, limit, cursor } }, call) {
      if (!(await call.reads.get(groups, `${courseId}_${groupId}`))) throw new ApiError('GROUP_NOT_FOUND');
      const { docs, next } = await call.reads.find(groupSeats, {
        where: { courseId, groupId, state: estado === 'inscrito' ? 'taken' : 'held' },
        ...{ sort: ['at'], limit, ...(cursor !== undefined && { cursor }) },
      });
      const people = await call.reads.getMany(
        users,
        docs.map(({ doc }) => String(doc.userId)),
      );
      if (next !== null) call.header('x-next-cursor', next);
      const nameOf = (userId: number) => {
        const person = people.get(String(userId));
        return person ? shownName(person, 'staff') : null;
      };
      return {
        personas: docs.map(({ doc: { userId, at } }) => ({ id_usuario: userId, nombre: nameOf(userId), estado, desde: at })),
        siguiente: next,
      };
    },
  });
}

/** What teachers of the course decide. */
function planningRoutes(implement: Implement, service: Service): void {
  /** Seats are in the same stream, so a write requires the version of the group, not that of the stream. */
  const matching = (groupId: number, { ifMatch }: Call) => ({
    check: ({ groups: all }: GroupsState) => {
      const version = all.get(groupId)?.version;
      if (ifMatch !== null && version !== undefined && version !== ifMatch) throw new ApiError('VERSION_CONFLICT');
    },
  });
  const saved = (groupId: number, { state, position }: Awaited<ReturnType<typeof service.cancel>>, call: Call) => {
    call.wrote(position);
    return { ...SAVED, version: state.groups.get(groupId)?.version ?? 0 };
  };
  implement(contract.planGroup, {
    course,
    async handle({ params: { courseId }, body }, call) {
      const { groupId, position } = await service.plan(courseId, planOf(body), call.context());
      call.wrote(position);
      return { ...SAVED, id: groupId };
    },
  });
  implement(contract.editGroup, {
    course,
    async handle({ params: { courseId, groupId }, body }, call) {
      return saved(groupId, await service.edit(courseId, groupId, planOf(body), call.context(), matching(groupId, call)), call);
    },
  });
  implement(contract.cancelGroup, {
    course,
    async handle({ params: { courseId, groupId }, body: { motivo } }, call) {
      return saved(groupId, await service.cancel(courseId, groupId, motivo, call.context(), matching(groupId, call)), call);
    },
  });
  implement(contract.moveGroupMember, {
    course,
    async handle({ params: { courseId, groupId, userId }, body: { grupo, motivo } }, call) {
      call.wrote((await service.move(courseId, groupId, grupo, userId, call.context(motivo))).position);
      return SAVED;
    },
  });
  implement(contract.reinstateGroup, {
    course,
    async handle({ params: { courseId, groupId }, body: { motivo } }, call) {
      return saved(groupId, await service.reinstate(courseId, groupId, call.context(motivo ?? NO_REASON), matching(groupId, call)), call);
    },
  });
}
