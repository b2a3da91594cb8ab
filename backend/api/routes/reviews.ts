import { uuid5 } from '../../../events/ids.ts';
import { teaches } from '../../../events/outline.ts';
import { REVIEW_MINIMUM, reviewObstacle } from '../../commands/learning/review.ts';
import { courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { type ReviewDoc, ratingOf, reviewStats, reviews } from '../../projections/reviews.ts';
import { type UserDoc, users } from '../../projections/users.ts';
import { pictureOf, sees, shownName } from '../answers/people.ts';
import { type Implement, signedIn } from '../calls/implement.ts';
import { NO_REASON } from '../contract/common.ts';
import { percentage } from '../contract/records/learning.ts';
import { reviews as contract, type ReviewRecord } from '../contract/reviews.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const listed = {
  visible: { status: 'visible' },
  oculta: { status: 'hidden' },
  'por-revisar': { status: 'hidden', awaits: true },
} as const;

/** 'Ana G.', as far as the person shows their name; null: they do not, or are erased. */
export const signatureOf = (person: UserDoc | null): string | null => {
  if (!person?.firstName || !sees('everyone', 'firstName', person)) return null;
  const initial = person.lastName && sees('everyone', 'lastName', person) ? Array.from(person.lastName)[0] : undefined;
  return initial ? `${person.firstName} ${initial.toLocaleUpperCase('es-MX')}.` : person.firstName;
};

/** The picture beside a review: shown only where its owner shows both picture and name to everyone. */
const portraitOf = (person: UserDoc | null): string | null =>
  person && sees('everyone', 'avatar', person) && signatureOf(person) !== null ? pictureOf(person) : null;

const recordOf = (doc: ReviewDoc, author: UserDoc | null): ReviewRecord => ({
  id: uuid5('review', doc.userId, doc.courseId).slice(0, 13),
  autor: signatureOf(author),
  foto: portraitOf(author),
  estrellas: doc.stars,
  texto: doc.text,
  publicada: doc.postedAt,
  editada: doc.editedAt,
});

export function reviewRoutes(implement: Implement, { reviews: service }: Deps): void {
  readRoutes(implement);
  ownRoutes(implement, service);
  moderationRoutes(implement, service);
}

/** Reviews of a course, for everybody who may see it. */
function readRoutes(implement: Implement): void {
  implement(contract.listReviews, {
    async handle({ params: { courseId }, query }, call) {
      const course = await call.reads.get(courses, String(courseId));
      const published = course?.status === 'published';
      const enrolment = published || !call.identity ? null : await call.reads.get(enrolments, `${call.identity.userId}_${courseId}`);
      const staff =
        call.identity?.role === 'administrator' || (call.identity !== null && course !== null && teaches(course, call.identity.userId));
      if (!course || !(published || staff || enrolment?.enrolled)) throw new ApiError('COURSE_NOT_FOUND');
      const stats = await call.reads.get(reviewStats, String(courseId));
      const page = await call.reads.find(reviews, {
        where: { courseId, status: 'visible' },
        sort: ['-postedAt'],
        limit: query.limit,
        ...(query.cursor !== undefined && { cursor: query.cursor }),
      });
      const docs = page.docs.map(({ doc }) => doc);
      const authors = await call.reads.getMany(
        users,
        docs.map(({ userId }) => String(userId)),
      );
      const { average, count } = ratingOf(stats);
      if (page.next) call.header('X-Next-Cursor', page.next);
      return {
        promedio: average,
        total: count,
        distribucion: [...(stats?.stars ?? [0, 0, 0, 0, 0])],
        resenas: docs.map((doc) => recordOf(doc, authors.get(String(doc.userId)) ?? null)),
        siguiente: page.next,
      };
    },
  });
}

/** A learner's own review of a course. */
function ownRoutes(implement: Implement, service: Deps['reviews']): void {
  implement(contract.ownReview, {
    async handle({ params: { courseId } }, call) {
      const { userId } = signedIn(call);
      const eligibility = await service.eligibility(userId, courseId);
      const obstacle = reviewObstacle(eligibility);
      const doc = await call.reads.get(reviews, `${userId}_${courseId}`);
      const stands = doc !== null && doc.status !== 'withdrawn';
      const may = obstacle === null || (obstacle === 'REVIEW_TOO_EARLY' && stands);
      const author = await call.reads.get(users, String(userId));
      return {
        resena: stands
          ? {
              estrellas: doc.stars,
              texto: doc.text ?? '',
              publicada: doc.postedAt,
              editada: doc.editedAt,
              oculta: doc.status === 'hidden' ? { motivo: doc.hiddenReason ?? '' } : null,
            }
          : null,
        autor: signatureOf(author),
        foto: portraitOf(author),
        puede: may,
        impedimento: may ? null : obstacle,
        progreso: percentage(eligibility.done, eligibility.total),
        minimo: REVIEW_MINIMUM,
      };
    },
  });

  implement(contract.writeReview, {
    async handle({ params: { courseId }, body }, call) {
      const done = await service.write(signedIn(call).userId, courseId, { stars: body.estrellas, text: body.texto }, call.context());
      call.wrote(done.position);
      // A hidden review stays hidden until an administrator looks at it again.
      const { hidden } = done.state;
      return {
        message: hidden ? 'Reseña guardada. Sigue oculta hasta que la administración la revise.' : 'Reseña publicada',
        oculta: hidden,
      };
    },
  });
  implement(contract.withdrawReview, {
    async handle({ params: { courseId } }, call) {
      const done = await service.withdraw(signedIn(call).userId, courseId, call.context());
      call.wrote(done.position);
      return { message: 'Reseña retirada' };
    },
  });
}

/** Reviews for administrators, who hide them and show them again. */
function moderationRoutes(implement: Implement, service: Deps['reviews']): void {
  implement(contract.moderatedReviews, {
    async handle({ query }, call) {
      const page = await call.reads.find(reviews, {
        where: listed[query.estado],
        sort: ['-changedAt'],
        limit: query.limit,
        ...(query.cursor !== undefined && { cursor: query.cursor }),
      });
      const docs = page.docs.map(({ doc }) => doc);
      const people = await call.reads.getMany(
        users,
        docs.flatMap(({ userId, hiddenBy }) => [String(userId), ...(hiddenBy === null ? [] : [String(hiddenBy)])]),
      );
      const about = await call.reads.getMany(
        courses,
        docs.map(({ courseId }) => String(courseId)),
      );
      const nameOf = (userId: number | null) => {
        const person = userId === null ? undefined : people.get(String(userId));
        return person ? shownName(person, 'staff') : null;
      };
      if (page.next) call.header('X-Next-Cursor', page.next);
      const resenas = docs.map((doc) => ({
        id_curso: doc.courseId,
        id_usuario: doc.userId,
        curso: about.get(String(doc.courseId))?.title ?? `#${doc.courseId}`,
        autor: nameOf(doc.userId),
        estrellas: doc.stars,
        texto: doc.text,
        publicada: doc.postedAt,
        editada: doc.editedAt,
        estado: query.estado === 'visible' ? ('visible' as const) : ('oculta' as const),
        motivo: doc.hiddenReason,
        ocultada: doc.hiddenAt,
        ocultadaPor: nameOf(doc.hiddenBy),
      }));
      return { resenas, siguiente: page.next };
    },
  });
  implement(contract.hideReview, {
    async handle({ params: { courseId, userId }, body }, call) {
      const done = await service.hide(userId, courseId, body.motivo, call.context());
      call.wrote(done.position);
      return { message: 'Reseña oculta' };
    },
  });
  implement(contract.restoreReview, {
    async handle({ params: { courseId, userId }, body }, call) {
      const done = await service.restore(userId, courseId, call.context(body.motivo ?? NO_REASON));
      call.wrote(done.position);
      return { message: 'La reseña vuelve a verse' };
    },
  });
}
