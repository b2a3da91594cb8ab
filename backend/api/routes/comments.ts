import { courseOfForum, forumOf } from '../../../events/forums.ts';
import { teachersOf } from '../../../events/outline.ts';
import type { KnownComment } from '../../commands/discussion/discussions.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import { comments as commentsDoc, participants } from '../../projections/comments.ts';
import { courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { users } from '../../projections/users.ts';
import { createCommentRecords, forumPage, type Looking, reactionOf, someoneIn, threadsOf } from '../answers/comments.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import { comments as contract } from '../contract/comments.ts';
import { NO_REASON } from '../contract/common.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { moderatorAccess, undecidedByOthers } from './moderators.ts';

/** People of a course who are looked at for a name, those who learn in it now first. */
const LOOKED_AT = 1_000;
const SUGGESTED = 8;

/** What the routes of discussions share: which discussion one may read, and what a comment is known by. */
export function discussionAccess({ discussions }: Pick<Deps, 'discussions'>, { discussionFor }: CourseReading) {
  const lookingAt = async (staff: boolean, call: Call): Promise<Looking> => ({
    ...{ identity: signedIn(call), staff, now: call.now },
    rules: await discussions.rules(),
  });
  return {
    lookingAt,
    /** A comment in a discussion that the caller may read. Throws COMMENT_NOT_FOUND and what `discussionFor` throws. */
    async readable(commentId: number, call: Call) {
      const comment = await discussions.find(commentId);
      return { comment, place: await discussionFor(comment.subtopicId, call.identity) };
    },
    /** The same as it stands in the read model. */
    async shown(commentId: number, call: Call) {
      const doc = await call.reads.get(commentsDoc, String(commentId));
      if (!doc) throw new ApiError('COMMENT_NOT_FOUND');
      return { doc, place: await discussionFor(doc.subtopicId, call.identity) };
    },
  };
}

export function commentRoutes(implement: Implement, deps: Deps, reading: CourseReading): void {
  const access = discussionAccess(deps, reading);
  readRoutes(implement, deps, reading, access);
  mentionRoutes(implement, deps, reading);
  writeRoutes(implement, deps, reading);
  answeringRoutes(implement, deps, access);
}

type Access = ReturnType<typeof discussionAccess>;

/** Discussions as those see them who may read the course. */
function readRoutes(implement: Implement, { discussions }: Deps, { discussionFor }: CourseReading, { lookingAt, shown }: Access): void {
  implement(contract.listComments, {
    async handle({ params: { subtopicId }, query: { limit, cursor } }, call) {
      const { courseId, staff } = await discussionFor(subtopicId, call.identity);
      const page = await call.reads.find(commentsDoc, {
        where: { subtopicId, rootId: null, listed: true },
        sort: ['-commentId'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const roots = page.docs.map(({ doc }) => doc);
      const looking = await lookingAt(staff, call);
      if (page.next) call.header('X-Next-Cursor', page.next);
      return {
        id_curso: courseId,
        id_subtema: subtopicId,
        comentarios: await threadsOf(roots, looking, call.reads),
        siguiente: page.next,
        impedimento: await discussions.obstacle(looking.identity.userId, courseId, call.now),
        equipo: staff,
      };
    },
  });
  implement(contract.listAnswers, {
    async handle({ params: { id }, query: { limit, cursor } }, call) {
      const { doc, place } = await shown(id, call);
      const page = await call.reads.find(commentsDoc, {
        where: { rootId: doc.rootId ?? id, listed: true },
        sort: ['commentId'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const docs = page.docs.map((found) => found.doc);
      const recordOf = await createCommentRecords(docs, await lookingAt(place.staff, call), call.reads);
      if (page.next) call.header('X-Next-Cursor', page.next);
      return { id_subtema: doc.subtopicId, respuestas: docs.map(recordOf), siguiente: page.next };
    },
  });
  implement(contract.getComment, {
    async handle({ params: { id } }, call) {
      const { doc, place } = await shown(id, call);
      const root = doc.rootId === null ? doc : await call.reads.get(commentsDoc, String(doc.rootId));
      // A withdrawn comment is no place to lead to.
      if (!root || !doc.listed) throw new ApiError('COMMENT_NOT_FOUND');
      const [hilo] = await threadsOf([root], await lookingAt(place.staff, call), call.reads, doc === root ? [] : [doc]);
      if (!hilo) throw new ApiError('COMMENT_NOT_FOUND');
      const { courseId, moduleId, classId, subtopicId } = place;
      const curso = (await call.reads.get(courses, String(courseId)))?.title ?? '';
      return { lugar: { id_curso: courseId, curso, id_modulo: moduleId, id_sesion: classId, id_subtema: subtopicId }, hilo };
    },
  });
  implement(contract.listThreads, {
    async handle({ params: { courseId }, query: { limit, cursor, buscar, estado } }, call) {
      const { subtopicId, staff } = await discussionFor(forumOf(courseId), call.identity);
      const looking = await lookingAt(staff, call);
      const page = await forumPage({ place: subtopicId, words: buscar, state: estado, limit, cursor }, looking, call.reads);
      if (page.next) call.header('X-Next-Cursor', page.next);
      return {
        ...{ id_curso: courseId, curso: (await call.reads.get(courses, String(courseId)))?.title ?? '', id_foro: subtopicId },
        ...{ temas: page.threads, siguiente: page.next, equipo: staff },
        impedimento: await discussions.obstacle(looking.identity.userId, courseId, call.now),
      };
    },
  });
}

/** The people whom somebody may mention in a discussion. */
function mentionRoutes(implement: Implement, { discussions }: Deps, { discussionFor }: CourseReading): void {
  implement(contract.mentionable, {
    async handle({ params: { subtopicId }, query: { buscar } }, call) {
      const { courseId, staff } = await discussionFor(subtopicId, call.identity);
      const identity = signedIn(call);
      const course = await call.reads.get(courses, String(courseId));
      const spoke = await call.reads.find(participants, { where: { courseId }, limit: LOOKED_AT });
      // The visitors of the demo are told nobody who said nothing there.
      const learning = identity.demo
        ? []
        : (await call.reads.find(enrolments, { where: { courseId, enrolled: true }, limit: LOOKED_AT })).docs;
      const ids = new Set([...(course ? teachersOf(course) : []), ...[...spoke.docs, ...learning].map(({ doc }) => doc.userId)]);
      ids.delete(identity.userId);
      const people = await call.reads.getMany(users, [...ids].map(String));
      const wanted = folded(buscar ?? '');
      const found = [];
      for (const userId of ids) {
        const person = people.get(String(userId));
        if (!person?.active) continue;
        const one = someoneIn({ identity, staff }, person, userId, course);
        const words = folded(one.nombre ?? '').split(' ');
        if (one.nombre === null || !words.some((_, at) => words.slice(at).join(' ').startsWith(wanted))) continue;
        // People who once spoke and have left the course are not suggested.
        if (await discussions.member(userId, courseId)) found.push(one);
        if (found.length === SUGGESTED) break;
      }
      return { personas: found };
    },
  });
}

/** What somebody says in a discussion that they may read, and takes back. */
function writeRoutes(implement: Implement, deps: Deps, { discussionFor }: CourseReading): void {
  const { discussions, moderating } = deps;
  const { moderated } = moderatorAccess(deps);
  const own = async (id: number, call: Call): Promise<KnownComment> => {
    const comment = await discussions.find(id);
    // Another person's comment is answered like a missing one.
    if (comment.userId !== signedIn(call).userId) throw new ApiError('COMMENT_NOT_FOUND');
    return comment;
  };
  implement(contract.postComment, {
    async handle({ body: { id_subtema, comentario, id_respuesta_a } }, call) {
      const { userId } = signedIn(call);
      const place = await discussionFor(id_subtema, call.identity);
      const answered = id_respuesta_a ? await discussions.find(id_respuesta_a) : null;
      const { commentId, position } = await discussions.post(userId, place, { text: comentario, answered }, call.context());
      call.wrote(position);
      return { message: 'Comentario publicado', id: commentId };
    },
  });
  implement(contract.openThread, {
    async handle({ params: { courseId }, body: { titulo, comentario } }, call) {
      const place = await discussionFor(forumOf(courseId), call.identity);
      const said = { text: comentario, title: titulo, answered: null };
      const { commentId, position } = await discussions.post(signedIn(call).userId, place, said, call.context());
      call.wrote(position);
      return { message: 'Tema publicado', id: commentId };
    },
  });
  implement(contract.editComment, {
    async handle({ params: { id }, body: { comentario, titulo = null } }, call) {
      const comment = await own(id, call);
      const { staff } = await discussionFor(comment.subtopicId, call.identity);
      call.wrote(await discussions.edit(comment, { text: comentario, title: titulo, staff }, call.context()));
      return { message: 'Comentario actualizado' };
    },
  });
  implement(contract.withdrawComment, {
    async handle({ params: { id }, query: { motivo } }, call) {
      const comment = await discussions.find(id);
      if (comment.userId !== signedIn(call).userId) {
        const reason = motivo ?? NO_REASON;
        const own = undecidedByOthers(signedIn(call).userId);
        const done = await moderating.decide(await moderated(id, call), { decision: 'remove', reason }, call.context(reason), own);
        call.wrote(done.position);
        return { message: 'Comentario eliminado' };
      }
      // Also where the author may not read the discussion any more: what somebody said stays theirs.
      call.wrote(await discussions.withdraw(await own(id, call), call.context()));
      return { message: 'Comentario eliminado' };
    },
  });
}

/** What somebody does with what others said: chooses the best answer, reacts. */
function answeringRoutes(implement: Implement, { discussions, moderating }: Deps, { readable }: Access): void {
  implement(contract.acceptAnswer, {
    async handle({ params: { id }, body: { respuesta } }, call) {
      const { comment, place } = await readable(id, call);
      const { userId } = signedIn(call);
      // Below a subtopic, only its teachers choose the answer.
      if (courseOfForum(place.subtopicId) === null || (comment.userId !== userId && !place.staff)) throw new ApiError('COMMENT_NOT_FOUND');
      const obstacle = await discussions.obstacle(userId, place.courseId, call.now);
      if (obstacle !== null) throw new ApiError(obstacle);
      call.wrote(await moderating.chooseBest(comment, respuesta, call.context()));
      return { message: respuesta === null ? 'El tema queda abierto' : 'El tema queda resuelto' };
    },
  });
  implement(contract.chooseBestAnswer, {
    course: async ({ params: { id } }) => (await discussions.find(id)).courseId,
    async handle({ params: { id }, body: { respuesta } }, call) {
      call.wrote(await moderating.chooseBest(await discussions.find(id), respuesta, call.context()));
      return { message: respuesta === null ? 'El hilo queda sin mejor respuesta' : 'Mejor respuesta elegida' };
    },
  });
  implement(contract.reactToComment, {
    async handle({ params: { id }, body: { reaccion, puesta } }, call) {
      const { comment } = await readable(id, call);
      const reaction = { reaction: reactionOf[reaccion], given: puesta };
      call.wrote(await discussions.react(signedIn(call).userId, comment, reaction, call.context()));
      return { message: puesta ? 'Reacción guardada' : 'Reacción retirada' };
    },
  });
}
