import { type Reaction, reactions } from '../../../events/comments.ts';
import type { Role } from '../../../events/define.ts';
import { type Teachers, teaches } from '../../../events/outline.ts';
import type { CommentRules } from '../../commands/discussion/comments.ts';
import { editableUntil } from '../../commands/discussion/comments.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import { type CommentDoc, comments, ownReactions } from '../../projections/comments.ts';
import { courses } from '../../projections/courses.ts';
import { reports } from '../../projections/moderation.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { type UserDoc, users } from '../../projections/users.ts';
import type { ReactionName } from '../contract/choices.ts';
import type { AnswerRecord, CommentRecord, ThreadRecord } from '../contract/comments.ts';
import { pictureOf, sees, shownName, type Viewer } from './people.ts';

const namesOfReactions: Readonly<Record<Reaction, ReactionName>> = {
  like: 'gusta',
  thanks: 'gracias',
  insight: 'idea',
  celebrate: 'celebra',
};
export const reactionOf = Object.fromEntries(reactions.map((one) => [namesOfReactions[one], one])) as Readonly<
  Record<ReactionName, Reaction>
>;

/** Who looks at a discussion, and what they may see of the people in it. */
export interface Looking {
  identity: { readonly userId: number; readonly role: Role };
  /** Whether they teach the course or manage the school. */
  staff: boolean;
  rules: CommentRules;
  now: Date;
}

const papelOf = (person: UserDoc | undefined, userId: number, course: Teachers | null) =>
  person?.role === 'administrator'
    ? ('administracion' as const)
    : course !== null && teaches(course, userId)
      ? ('instructor' as const)
      : ('estudiante' as const);

/**
 * A person as others in the course see them: whoever meets in it meets as everyone, its staff as staff (`meeting.ts`). Analysts, who see masks wherever they
 * are, see none but who teaches it.
 */
export function someoneIn(
  { identity, staff }: Pick<Looking, 'identity' | 'staff'>,
  person: UserDoc | undefined,
  userId: number,
  course: Teachers | null,
) {
  const viewer: Viewer = userId === identity.userId ? 'self' : staff ? 'staff' : 'everyone';
  const masked = identity.role === 'analyst' && viewer !== 'self' && !(course !== null && teaches(course, userId));
  return {
    id: userId,
    nombre: person && !masked ? shownName(person, viewer) : null,
    foto: person && !masked && sees(viewer, 'avatar', person) ? pictureOf(person) : null,
    papel: papelOf(person, userId, course),
  };
}

/** Comments as one caller sees them; each related thing is looked up once, however many comments there are. */
export async function createCommentRecords(
  docs: readonly CommentDoc[],
  looking: Looking,
  reads: Pick<ReadSession, 'find' | 'get' | 'getMany'>,
) {
  const { identity, rules, now, staff } = looking;
  const people = await reads.getMany(users, [...new Set(docs.flatMap(({ userId, mentions }) => [userId, ...mentions]))].map(String));
  const given = await reads.getMany(
    ownReactions,
    docs.map(({ commentId }) => `${commentId}_${identity.userId}`),
  );
  const mine = await reads.find(reports, {
    where: { userId: identity.userId, commentId: { in: docs.map(({ commentId }) => commentId) } },
    limit: Math.max(1, docs.length),
  });
  const reported = new Set(mine.docs.map(({ doc }) => doc.commentId));
  const [first] = docs;
  const course = first ? await reads.get(courses, String(first.courseId)) : null;
  const someone = (userId: number) => someoneIn(looking, people.get(String(userId)), userId, course);

  const recordOf = (doc: CommentDoc): AnswerRecord => {
    const own = doc.userId === identity.userId;
    const until = editableUntil(Date.parse(doc.postedAt), rules);
    const chosen = given.get(`${doc.commentId}_${identity.userId}`)?.given ?? [];
    return {
      id: doc.commentId,
      id_curso: doc.courseId,
      id_subtema: doc.subtopicId,
      id_raiz: doc.rootId,
      titulo: doc.withdrawn || (doc.removed && !own && !staff) ? null : doc.title,
      // Once a comment was taken down, only its author and moderators can still read its words.
      comentario: doc.withdrawn || (doc.removed && !own && !staff) ? null : doc.text,
      estado: doc.withdrawn ? 'quitado' : doc.removed ? 'moderado' : doc.text === null ? 'borrado' : 'visible',
      motivo: doc.removed && (own || staff) ? doc.removed.reason : null,
      reportado: reported.has(doc.commentId),
      fecha: doc.postedAt,
      editado: doc.editedAt,
      usuario: someone(doc.userId),
      propio: own,
      editable:
        own && doc.text !== null && !doc.withdrawn && !doc.removed && !doc.reported && until > now.getTime()
          ? new Date(until).toISOString()
          : null,
      menciones: doc.mentions.map((id) => ({ id, nombre: someone(id).nombre })),
      reacciones: reactions.flatMap((one) => {
        const count = doc.reactions[one];
        return count ? [{ reaccion: namesOfReactions[one], cantidad: count, mia: chosen.includes(one) }] : [];
      }),
    };
  };
  return recordOf;
}

/** Answers that are sent together with the comment that they answer. */
const FIRST_ANSWERS = 3;

interface Thread {
  root: CommentDoc;
  answers: CommentDoc[];
  next: string | null;
}
/** Threads with their first answers, plus those answers that are asked for by id. */
export async function threadsOf(
  roots: readonly CommentDoc[],
  looking: Looking,
  reads: Pick<ReadSession, 'find' | 'get' | 'getMany'>,
  asked: readonly CommentDoc[] = [],
): Promise<CommentRecord[]> {
  const threads = await Promise.all(
    roots.map(async (root): Promise<Thread> => {
      if (root.answers === 0) return { root, answers: [], next: null };
      const best = root.best === null ? null : await reads.get(comments, String(root.best));
      const page = await reads.find(comments, {
        where: { rootId: root.commentId, listed: true },
        sort: ['commentId'],
        limit: FIRST_ANSWERS,
      });
      const answers = page.docs.map(({ doc }) => doc);
      // The answer that solves the thread is always included, however late it came.
      if (best?.listed && !answers.some(({ commentId }) => commentId === best.commentId)) answers.push(best);
      return { root, answers, next: page.next };
    }),
  );
  for (const { root, answers } of threads)
    for (const one of asked)
      if (one.rootId === root.commentId && !answers.some(({ commentId }) => commentId === one.commentId)) answers.push(one);
  const recordOf = await createCommentRecords(
    threads.flatMap(({ root, answers }) => [root, ...answers]),
    looking,
    reads,
  );
  return threads.map(({ root, answers, next }) => ({
    ...recordOf(root),
    mejor: root.best,
    totalRespuestas: root.answers,
    respuestas: answers.map(recordOf),
    siguientes: next,
  }));
}

/** The most topics and answers that are read for one page of a forum's topics; a page ends with the topic that reaches it. */
const SEARCHED = 2_000;

interface Sought {
  place: number;
  words: string | undefined;
  state: 'abiertos' | 'resueltos' | undefined;
  limit: number;
  cursor: string | undefined;
}
/**
 * A page of the topics of a forum: those first where something was said last. With words, those where they stand in the title, the text or an answer; it goes
 * from topic to topic, so that none stands on two pages, however many of its answers are found.
 */
export async function forumPage(
  { place, words, state, limit, cursor }: Sought,
  looking: Looking,
  reads: Pick<ReadSession, 'find' | 'get' | 'getMany'>,
): Promise<{ threads: ThreadRecord[]; next: string | null }> {
  const asked = folded(words ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const says = (doc: CommentDoc): boolean => {
    const hidden = doc.withdrawn || (doc.removed !== null && !looking.staff && doc.userId !== looking.identity.userId);
    const text = hidden ? '' : folded(`${doc.title ?? ''} ${doc.text ?? ''}`);
    return asked.every((word) => text.includes(word));
  };
  const answersSay = async ({ commentId, answers }: CommentDoc): Promise<boolean> =>
    answers > 0 &&
    (await reads.find(comments, { where: { rootId: commentId, listed: true }, sort: ['commentId'], limit: SEARCHED })).docs.some(
      ({ doc }) => says(doc),
    );
  const topics = { where: { subtopicId: place, rootId: null, listed: true }, sort: ['-lastId'] };
  const found: { doc: CommentDoc; solved: boolean }[] = [];
  let from = cursor;
  let next: string | null = null;
  for (let gone = 0; ; ) {
    const after = from === undefined ? {} : { cursor: from };
    const page = await reads.find(comments, { ...topics, limit: limit - found.length, ...after });
    const docs = page.docs.map(({ doc }) => doc);
    const best = await reads.getMany(
      comments,
      docs.flatMap((doc) => (doc.best === null ? [] : [String(doc.best)])),
    );
    let seen = 0;
    for (const doc of docs) {
      if (gone >= SEARCHED) break;
      seen++;
      gone++;
      // The answer that solved it may have been withdrawn, or taken down.
      const answer = best.get(String(doc.best));
      const solved = answer?.listed === true && answer.removed === null;
      if (state !== undefined && solved !== (state === 'resueltos')) continue;
      if (asked.length > 0 && !says(doc)) {
        gone += Math.min(doc.answers, SEARCHED);
        if (!(await answersSay(doc))) continue;
      }
      found.push({ doc, solved });
    }
    next = seen === docs.length ? page.next : (await reads.find(comments, { ...topics, limit: seen, ...after })).next;
    if (next === null || found.length >= limit || gone >= SEARCHED) break;
    from = next;
  }
  const docs = found.map(({ doc }) => doc);
  const last = await reads.getMany(
    comments,
    docs.map(({ lastId }) => String(lastId)),
  );
  const recordOf = await createCommentRecords(docs, looking, reads);
  const threads = found.map(({ doc, solved }): ThreadRecord => {
    const { id, titulo, estado, usuario, fecha } = recordOf(doc);
    const ultimo = last.get(String(doc.lastId))?.postedAt ?? fecha;
    return { ...{ id, titulo, estado, autor: usuario, fecha, respuestas: doc.answers, resuelto: solved, ultimo } };
  });
  return { threads, next };
}
