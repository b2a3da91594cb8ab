import type { CourseFields, CourseOutline } from '../../../events/outline.ts';
import type { Difficulty, Money } from '../../../events/types.ts';
import { course } from '../../commands/catalogue/course.ts';
import { user } from '../../commands/identity/user.ts';
import { LEAST } from '../../commands/payments/coupon.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import { courseStats } from '../../projections/courseStats.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { reviewStats } from '../../projections/reviews.ts';
import { users } from '../../projections/users.ts';
import { sampleOf } from '../answers/courseSample.ts';
import { courseRecordOf, outlineOf, pesosBy } from '../answers/courses.ts';
import { presentGroups } from '../answers/groups.ts';
import { taughtBy } from '../answers/taught.ts';
import { type Call, type Implement, unchanged } from '../calls/implement.ts';
import { createStillTaught } from '../calls/ownership.ts';
import { catalogue } from '../contract/catalogue.ts';
import { facetValues } from '../contract/facets.ts';
import type { CourseRecord } from '../contract/records/courses.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';
import type { searchRoutes } from './search.ts';

const difficultyInputs: Readonly<Record<string, Difficulty>> = {
  principiante: 'beginner',
  Principiante: 'beginner',
  Básico: 'beginner',
  intermedio: 'intermediate',
  Intermedio: 'intermediate',
  avanzado: 'advanced',
  Avanzado: 'advanced',
};
/** With decimals to minor units; null is "no price" (C-04). */
const priceOf = (price: number | null | undefined, currency: Money['currency']): Money | null | undefined =>
  typeof price === 'number' ? { amount: Math.round(price * 100), currency } : price;

interface CourseBody {
  nombre?: string | undefined;
  descripcion?: string | undefined;
  id_maestro?: number | null | undefined;
  tipo?: 'Básico' | 'Premium' | undefined;
  categoria?: string | undefined;
  dificultad?: string | undefined;
  level?: string | undefined;
  duration?: string | null | undefined;
  img_curso?: string | null | undefined;
  imagen?: string | null | undefined;
  descripcion_imagen?: string | null | undefined;
  precio?: number | null | undefined;
  price?: number | null | undefined;
  moneda?: Money['currency'] | undefined;
  stripe_price_id?: string | null | undefined;
  desbloqueo?: 'secuencial' | 'libre' | undefined;
  ver_videos?: 'opcional' | 'obligatorio' | undefined;
  resolver_ejercicios?: 'opcional' | 'obligatorio' | undefined;
  destacado?: boolean | undefined;
}

/** A price below every provider's minimum is refused: buyers would only learn that the payment fails. */
function demandChargeable({ price }: { price?: Money | null }): void {
  if (price && price.amount > 0 && price.amount < LEAST[price.currency]) throw new ApiError('PRICE_TOO_LOW');
}

/** What a new course has where its author says nothing. */
const NEW: Omit<CourseFields, 'title' | 'description' | 'instructorId'> = {
  category: 'General',
  tier: 'basic',
  difficulty: 'beginner',
  track: 'code',
  duration: null,
  imageUrl: null,
  imageAlt: null,
  price: null,
  previousPrice: null,
  providerPriceId: null,
  unlockRule: 'sequential',
  videoRule: 'optional',
  exerciseRule: 'optional',
};

/** Only the fields in the body. `currency`: of prices where the body names none. */
function fieldsOf(body: CourseBody, currency: Money['currency'] = 'MXN'): Partial<CourseFields> & { featured?: boolean } {
  const track = facetValues.ruta.find((one) => one === body.level);
  const difficulty = body.dificultad ?? (track ? undefined : body.level);
  const image = body.img_curso === undefined ? body.imagen : (body.img_curso ?? body.imagen ?? null);
  const named: { [K in keyof CourseFields]?: CourseFields[K] | undefined } & { featured?: boolean | undefined } = {
    title: body.nombre,
    description: body.descripcion,
    instructorId: body.id_maestro,
    tier: body.tipo === undefined ? undefined : body.tipo === 'Premium' ? 'premium' : 'basic',
    category: body.categoria,
    difficulty: difficulty === undefined ? undefined : difficultyInputs[difficulty],
    track,
    duration: body.duration,
    imageUrl: image,
    imageAlt: body.descripcion_imagen,
    price: priceOf(body.precio, body.moneda ?? currency),
    previousPrice: priceOf(body.price, body.moneda ?? currency),
    providerPriceId: body.stripe_price_id,
    unlockRule: body.desbloqueo === undefined ? undefined : body.desbloqueo === 'libre' ? 'free' : 'sequential',
    videoRule: body.ver_videos === undefined ? undefined : body.ver_videos === 'obligatorio' ? 'watched' : 'optional',
    exerciseRule: body.resolver_ejercicios === undefined ? undefined : body.resolver_ejercicios === 'obligatorio' ? 'solved' : 'optional',
    featured: body.destacado,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Partial<CourseFields> & {
    featured?: boolean;
  };
}

const courseRecord = async (doc: CourseDoc, call: Call): Promise<CourseRecord> =>
  (await pesosBy(call.reads))(
    courseRecordOf(
      doc,
      await call.reads.get(courseStats, String(doc.courseId)),
      doc.instructorId === null ? null : await call.reads.get(users, String(doc.instructorId)),
      await call.reads.get(reviewStats, String(doc.courseId)),
    ),
  );

const records = async (docs: readonly CourseDoc[], call: Call): Promise<CourseRecord[]> => {
  const stats = await call.reads.getMany(
    courseStats,
    docs.map((doc) => String(doc.courseId)),
  );
  const people = await call.reads.getMany(
    users,
    docs.flatMap((doc) => (doc.instructorId === null ? [] : [String(doc.instructorId)])),
  );
  const rated = await call.reads.getMany(
    reviewStats,
    docs.map((doc) => String(doc.courseId)),
  );
  const inPesos = await pesosBy(call.reads);
  return docs.map((doc) => {
    const id = String(doc.courseId);
    return inPesos(courseRecordOf(doc, stats.get(id) ?? null, people.get(String(doc.instructorId)) ?? null, rated.get(id) ?? null));
  });
};

/** Whole courses: the catalogue, one course, its outline, and what its authors do with it. */
export function catalogueRoutes(implement: Implement, deps: Deps, access: CourseAccess, searched: ReturnType<typeof searchRoutes>): void {
  readingRoutes(implement, deps, access, searched);
  authoringRoutes(implement, deps, access);
}

function readingRoutes(
  implement: Implement,
  deps: Deps,
  { visible, completedOf, opens }: CourseAccess,
  searched: ReturnType<typeof searchRoutes>,
): void {
  const stillTaught = createStillTaught(deps);
  const allOf = async (where: { status?: string }, call: Call): Promise<CourseDoc[]> => {
    const docs: CourseDoc[] = [];
    for await (const page of pagesOf(call.reads, courses, { where, sort: ['courseId'], limit: 500 })) {
      docs.push(...page.map(({ doc }) => doc));
    }
    return docs;
  };

  implement(catalogue.listCourses, {
    async handle({ query }, call) {
      const role = call.identity?.role;
      const staff = query.todos === '1' && (role === 'administrator' || role === 'instructor');
      if (query.search && !staff) return searched(query.search, call);
      const own =
        staff && role === 'instructor' && call.identity
          ? await stillTaught(await taughtBy(call.identity.userId, call.reads), call.identity)
          : null;
      const found = await records(own ?? (await allOf(staff ? {} : { status: 'published' }, call)), call);
      if (!query.search) return found;
      const wanted = folded(query.search);
      return found.filter((one) => folded(`${one.nombre} ${one.descripcion} ${one.categoria} ${one.instructor ?? ''}`).includes(wanted));
    },
  });
  implement(catalogue.listCoursesByTier, {
    async handle({ params }, call) {
      const tier = folded(params.tipo) === 'premium' ? 'premium' : folded(params.tipo) === 'basico' ? 'basic' : null;
      return tier
        ? records(
            (await allOf({ status: 'published' }, call)).filter((doc) => doc.tier === tier),
            call,
          )
        : [];
    },
  });
  implement(catalogue.getCourse, { handle: async ({ params }, call) => courseRecord(await visible(params.id, call), call) });
  implement(catalogue.getCourseWrapped, {
    async handle({ params }, call) {
      const curso = await courseRecord(await visible(params.id, call), call);
      return { ...curso, curso };
    },
  });
  implement(catalogue.getOutline, {
    async handle({ params }, call) {
      const doc = await visible(params.id, call);
      return {
        ...outlineOf(doc, await courseRecord(doc, call), await completedOf(doc.courseId, call), await opens(doc, call)),
        grupos: await presentGroups(doc.courseId, call.now.toISOString(), call.reads),
      };
    },
  });
  implement(catalogue.getSample, { handle: async ({ params }, call) => sampleOf(await visible(params.id, call), call.reads) });
}

/** The course right after a command, before the projection has it: the outline comes from the stream. */
const written = async (courseId: number, outline: CourseOutline, call: Call): Promise<CourseRecord> => {
  const before = await call.reads.get(courses, String(courseId));
  const at = call.now.toISOString();
  return courseRecord(
    {
      ...outline,
      createdAt: before?.createdAt ?? at,
      changedAt: at,
      publishedAt: before?.publishedAt ?? null,
      classTimes: before?.classTimes ?? {},
    },
    call,
  );
};

/** The call by which authors change the course itself; the draft's call has the same shape. */
export function courseWritingRoute(
  implement: Implement,
  { commands }: Deps,
  target: { call: typeof catalogue.updateCourse; change: CourseAccess['change'] },
): void {
  implement(target.call, {
    course: async ({ params }) => params.id,
    async handle({ params, body }, call) {
      const { price, previousPrice } = (await commands.load(course, params.id)).state;
      const fields = fieldsOf(body, (price ?? previousPrice)?.currency);
      demandChargeable(fields);
      // Who teaches it, and which courses are featured, is for administrators.
      if (call.identity?.role === 'instructor') {
        delete fields.instructorId;
        delete fields.featured;
      }
      if (fields.instructorId != null) {
        const { state } = await commands.load(user, fields.instructorId);
        if (state.status !== 'active' || state.role !== 'instructor') throw new ApiError('INSTRUCTOR_REQUIRED');
      }
      const bare = { createdAt: '', changedAt: '', publishedAt: null, classTimes: {} };
      const options = unchanged<CourseOutline>(call, body, (state) => courseRecordOf({ ...state, ...bare }, null, null, null));
      const command = { type: 'change', ...fields } as const;
      return written(params.id, await target.change(params.id, command, call, { ...options, reason: body.motivo }), call);
    },
  });
}

function authoringRoutes(implement: Implement, deps: Deps, access: CourseAccess): void {
  const { authoring, commands } = deps;
  const { change } = access;
  implement(catalogue.createCourse, {
    async handle({ body }, call) {
      const given = fieldsOf(body);
      demandChargeable(given);
      const own = call.identity?.role === 'instructor' ? call.identity.userId : null;
      const instructorId = own ?? given.instructorId ?? null;
      if (instructorId === null) throw new ApiError('INSTRUCTOR_REQUIRED');
      const { state } = await commands.load(user, instructorId);
      if (state.status !== 'active' || (state.role !== 'instructor' && instructorId !== own)) throw new ApiError('INSTRUCTOR_REQUIRED');
      const fields: CourseFields = {
        ...NEW,
        ...given,
        title: body.nombre,
        description: body.descripcion,
        instructorId,
      };
      const done = await authoring.createCourse(fields, call.context(body.motivo));
      call.wrote(done.position);
      return written(done.courseId, done.state, call);
    },
  });

  const ofCourse = async ({ params }: { params: { id: number } }) => params.id;

  courseWritingRoute(implement, deps, { call: catalogue.updateCourse, change: access.change });
  implement(catalogue.orderFeatured, {
    async handle({ body }, call) {
      if (new Set(body.orden).size < body.orden.length) throw new ApiError('ORDER_MISMATCH');
      call.wrote(await authoring.orderFeatured(body.orden, call.context()));
      return { message: 'Orden guardado' };
    },
  });
  implement(catalogue.setCourseStatus, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const publish = Number(body.estado) === 1;
      const command = publish
        ? ({ type: 'publish', withoutCaptions: body.motivo !== undefined } as const)
        : ({ type: 'unpublish' } as const);
      const state = await change(params.id, command, call, { reason: body.motivo });
      return {
        estado: state.status === 'published' ? 1 : 0,
        message: publish ? 'Curso publicado' : 'Curso en borrador',
      };
    },
  });
  implement(catalogue.archiveCourse, {
    course: ofCourse,
    async handle({ params, query }, call) {
      await change(params.id, { type: 'archive' }, call, { reason: query.motivo });
      return { message: 'Curso archivado. Puedes restaurarlo cuando quieras.' };
    },
  });
  implement(catalogue.restoreCourse, {
    course: ofCourse,
    async handle({ params, body }, call) {
      await change(params.id, { type: 'restore' }, call, { reason: body.motivo });
      return { message: 'Curso restaurado como borrador' };
    },
  });
}
