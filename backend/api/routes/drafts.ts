import type { CourseOutline } from '../../../events/outline.ts';
import { askable, defaultSettings } from '../../../events/quiz.ts';
import { course, newSilentVideos } from '../../commands/catalogue/course.ts';
import { type DraftPart, flatten, partKey, TEXT } from '../../commands/catalogue/draft.ts';
import type { Drafted } from '../../commands/catalogue/draftStore.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { courses } from '../../projections/courses.ts';
import { quizzes as quizDocs } from '../../projections/quizzes.ts';
import { authoringOutlineOf } from '../answers/authoring.ts';
import { subtopicRecordOf } from '../answers/courses.ts';
import { differences, fieldNames, fieldOf, namesIn, partKinds, partNames, shown } from '../answers/history/courseChanges.ts';
import { namesOf, whoOf } from '../answers/history/names.ts';
import { createTracker } from '../answers/history/tracked.ts';
import { questionsText, rulesText } from '../answers/quizzes.ts';
import type { EditingRooms } from '../calls/editing.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { authoring } from '../contract/authoring.ts';
import { type CourseChange, drafts as contract } from '../contract/drafts.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { courseWritingRoute } from './catalogue.ts';
import type { CourseAccess } from './courseAccess.ts';
import { partWritingRoutes } from './courseParts.ts';

const ofCourse = async ({ params }: { params: { id: number } }) => params.id;

/** Drafts of courses: unpublished writes of authors, what they would change, and who else is editing. */
export function draftRoutes(implement: Implement, deps: Deps, access: CourseAccess, rooms: EditingRooms): void {
  writingRoutes(implement, deps, access, rooms);
  readingRoutes(implement, deps, access);
  publishingRoutes(implement, deps, rooms);
  presenceRoutes(implement, deps, rooms);
  typedRoutes(implement, deps);
}

function writingRoutes(implement: Implement, deps: Deps, access: CourseAccess, rooms: EditingRooms): void {
  const { drafts } = deps;
  const announced =
    <A extends readonly unknown[], R>(write: (courseId: number, ...rest: A) => Promise<R>) =>
    async (courseId: number, ...rest: A): Promise<R> => {
      const done = await write(courseId, ...rest);
      await rooms.announce(courseId);
      return done;
    };
  const { writes } = drafts;
  const authoring: typeof writes = {
    change: announced(writes.change),
    addModule: announced(writes.addModule),
    setObjectives: announced(writes.setObjectives),
    addClass: announced(writes.addClass),
    addSubtopic: announced(writes.addSubtopic),
    addResource: announced(writes.addResource),
    async setLessonText(ids, text, context) {
      const done = await writes.setLessonText(ids, text, context);
      await rooms.announce(ids.courseId);
      return done;
    },
  };
  const change = access.changeBy(authoring);
  courseWritingRoute(implement, deps, { call: contract.draftUpdateCourse, change });
  partWritingRoutes(implement, {
    authoring,
    access: { ...access, change },
    textOf: async (courseId, subtopicId) => (await drafts.texts(courseId, [subtopicId])).get(subtopicId) ?? '',
    calls: {
      createModule: contract.draftCreateModule,
      updateModule: contract.draftUpdateModule,
      removeModule: contract.draftRemoveModule,
      restoreModule: contract.draftRestoreModule,
      reorderModules: contract.draftReorderModules,
      setObjectives: contract.draftSetObjectives,
      createClass: contract.draftCreateClass,
      updateClass: contract.draftUpdateClass,
      removeClass: contract.draftRemoveClass,
      restoreClass: contract.draftRestoreClass,
      reorderClasses: contract.draftReorderClasses,
      moveClass: contract.draftMoveClass,
      createSubtopic: contract.draftCreateSubtopic,
      updateSubtopic: contract.draftUpdateSubtopic,
      removeSubtopic: contract.draftRemoveSubtopic,
      reorderSubtopics: contract.draftReorderSubtopics,
      createResource: contract.draftCreateResource,
      updateResource: contract.draftUpdateResource,
      removeResource: contract.draftRemoveResource,
    },
  });
}

/** What a publication would do to one part. */
const kindOf = ({ added, removed }: DraftPart): CourseChange['cambio'] =>
  added ? 'agregado' : removed === undefined ? 'cambiado' : removed ? 'archivado' : 'restaurado';

const CONFLICTS = { changed: 'cambiado', removed: 'archivado', gone: 'eliminado' } as const;

/** The unpublished changes, and their conflicts. */
async function changesOf({ published, target, draft, texts, conflicts }: Drafted, call: Call): Promise<CourseChange[]> {
  const parts = Object.values(draft.parts);
  const instructors = [published.instructorId, target.instructorId];
  const nameOf = await namesOf([...parts.map(({ by }) => by), ...instructors], call.reads);
  const wanted = new Map(texts);
  for (const { kind, id, fields } of parts) if (kind === 'subtopic' && fields[TEXT]) wanted.set(id, String(fields[TEXT].value));
  const found = differences({ outline: published, texts }, { outline: target, texts: wanted }, nameOf);
  const was = flatten(published);
  const names = namesIn(nameOf, target, published);
  // A conflict is reported even where nothing of its part would be published.
  for (const { key } of conflicts) {
    const part = draft.parts[key];
    if (!part || found.some((one) => one.key === key)) continue;
    const titulo = String(part.fields['title']?.value ?? was.get(key)?.fields['title'] ?? '');
    const campos = Object.entries(part.fields).map(([field, { value, base }]) => ({
      ...{ campo: fieldNames[part.kind][field] ?? field, marcas: null },
      ...{ antes: shown(field, base, names), despues: shown(field, value, names) },
    }));
    found.push({ key, tipo: partNames[part.kind], id: part.id, titulo, ruta: [], cambio: kindOf(part), campos, movido: null });
  }
  return found.map(({ key, ...change }) => {
    const part = draft.parts[key];
    const against = conflicts.filter((one) => one.key === key);
    const [first] = against;
    const conflicto: CourseChange['conflicto'] = first
      ? {
          por: CONFLICTS[first.why],
          campos: against.flatMap(({ field }) => {
            const touched = field === null ? undefined : part?.fields[field];
            if (field === null || !part || !touched) return [];
            const now = field === TEXT ? (texts.get(part.id) ?? '') : was.get(key)?.fields[field];
            const campo = fieldNames[part.kind][field] ?? field;
            const [publicado, antes, tuyo] = [now, touched.base, touched.value].map((value) => shown(field, value, names)) as [
              string | null,
              string | null,
              string | null,
            ];
            return [{ campo, publicado, antes, tuyo }];
          }),
        }
      : null;
    return { ...change, conflicto, quien: whoOf(part?.by ?? null, nameOf), cuando: part?.at ?? '' };
  });
}

/**
 * The quizzes of a published course whose questions or rules wait for a publication, each with who changed it last. Their changes are events already, unlike
 * those of a draft.
 */
async function quizzesOf({ quizzes }: Deps, target: CourseOutline, call: Call) {
  if (target.status !== 'published') return [];
  const pending = await quizzes.pendingIn(target);
  const docs = await call.reads.getMany(
    quizDocs,
    pending.map(({ subtopicId }) => String(subtopicId)),
  );
  const nameOf = await namesOf(
    [...docs.values()].map(({ changedBy }) => changedBy),
    call.reads,
  );
  return pending.map((one) => {
    const doc = docs.get(String(one.subtopicId));
    const quien = whoOf(doc?.changedBy ?? null, nameOf);
    return { ...one, cambio: 'cambiado' as const, quien, cuando: doc?.changedAt ?? call.now.toISOString() };
  });
}
type PendingQuiz = Awaited<ReturnType<typeof quizzesOf>>[number];

/** Shows them as changes of their subtopics, merged with what else changes there. */
function withQuizzes(changes: CourseChange[], pending: readonly PendingQuiz[], target: CourseOutline): CourseChange[] {
  const track = createTracker();
  const titles = flatten(target);
  const all = [...changes];
  for (const { subtopicId, moduleId, classId, title, state, cambio, quien, cuando } of pending) {
    const { published } = state;
    const compared = [
      ['preguntas', published ? questionsText(published.questions) : '', questionsText(askable(state))],
      ['reglas', rulesText(published?.settings ?? defaultSettings), rulesText(state.settings)],
    ] as const;
    const campos = compared.flatMap(([campo, antes, despues]) =>
      antes === despues ? [] : [{ campo, antes: antes || null, despues, marcas: antes ? track(antes, despues) : null }],
    );
    const at = all.findIndex(({ tipo, id }) => tipo === 'subtema' && id === subtopicId);
    const own = all[at];
    if (own) all[at] = { ...own, campos: [...own.campos, ...campos] };
    else {
      const ruta = [partKey('module', moduleId), partKey('class', classId)].map((key) => String(titles.get(key)?.fields['title'] ?? ''));
      const part = { tipo: 'subtema' as const, id: subtopicId, titulo: title, ruta, cambio };
      all.push({ ...part, campos, movido: null, conflicto: null, quien, cuando });
    }
  }
  return all;
}

function readingRoutes(implement: Implement, deps: Deps, { ownerOf }: CourseAccess): void {
  const { drafts } = deps;
  implement(authoring.authoringOutline, {
    course: ofCourse,
    async handle({ params }, call) {
      const doc = await call.reads.get(courses, String(params.id));
      if (!doc) throw new ApiError('COURSE_NOT_FOUND');
      const { target, draft, changes, conflicts } = await drafts.read(params.id);
      const parts = Object.values(draft.parts);
      // An unpublished course is written directly, unless changes are left from when it was published.
      if (doc.status !== 'published' && parts.length === 0) return { ...(await authoringOutlineOf(doc, call.reads, [])), borrador: null };
      const outline = await authoringOutlineOf({ ...doc, ...target }, call.reads, parts);
      const nameOf = await namesOf(
        parts.map(({ by }) => by),
        call.reads,
      );
      const titles = flatten(target);
      const waiting = (await quizzesOf(deps, target, call)).filter(({ subtopicId }) => !draft.parts[partKey('subtopic', subtopicId)]);
      return {
        ...outline,
        curso: { ...outline.curso, version: draft.version },
        borrador: {
          ...{ id_curso: params.id, version: draft.version, cambios: changes + waiting.length, conflictos: conflicts.length },
          partes: [
            ...Object.entries(draft.parts).map(([key, part]) => ({
              ...{ tipo: partNames[part.kind], id: part.id, cambio: kindOf(part), quien: whoOf(part.by, nameOf), cuando: part.at },
              titulo: String(titles.get(key)?.fields['title'] ?? ''),
            })),
            ...waiting.map(({ subtopicId: id, title: titulo, cambio, quien, cuando }) => ({
              ...{ tipo: 'subtema' as const, id, cambio, quien, cuando, titulo },
            })),
          ],
        },
      };
    },
  });
  implement(contract.draftListSubtopics, {
    course: async ({ params }) => (await ownerOf.class(params.sessionId)).courseId,
    async handle({ params }) {
      const { courseId } = await ownerOf.class(params.sessionId);
      const { target } = await drafts.read(courseId);
      // Archived classes too: a page that has one open reads it again before it learns of the archiving.
      const klass = target.modules.flatMap(({ classes }) => classes).find(({ classId }) => classId === params.sessionId);
      if (!klass) throw new ApiError('CLASS_NOT_FOUND');
      const { subtopics, content: contenido } = klass;
      const texts = await drafts.texts(
        courseId,
        subtopics.map(({ subtopicId }) => subtopicId),
      );
      const data = subtopics.map((one) => subtopicRecordOf(target, params.sessionId, one, texts.get(one.subtopicId) ?? ''));
      return { success: true as const, id_curso: courseId, contenido, data };
    },
  });
  implement(contract.courseChanges, {
    course: ofCourse,
    async handle({ params }, call) {
      const found = await drafts.read(params.id);
      const { published, target, draft, conflicts } = found;
      return {
        ...{ id_curso: params.id, titulo: published.title, estado: published.status === 'published' ? 1 : 0 },
        ...{
          version: draft.version,
          cambios: withQuizzes(await changesOf(found, call), await quizzesOf(deps, target, call), target),
          conflictos: conflicts.length,
        },
        videosSinTexto: newSilentVideos(published, target),
      };
    },
  });
}

function publishingRoutes(implement: Implement, { drafts, quizzes }: Deps, rooms: EditingRooms): void {
  implement(contract.publishChanges, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const context = call.context(body.motivo);
      const done = await drafts.publish(params.id, body.version, context, body.motivo !== undefined).catch((error: unknown) => {
        // Where only quizzes have changes, the draft of the outline may be empty.
        if (error instanceof DomainError && error.code === 'DRAFT_EMPTY') return null;
        throw error;
      });
      call.wrote(done?.position ?? null);
      const asked = await quizzes.publishAll(params.id, context);
      call.wrote(asked.position);
      if (!done && asked.published === 0) throw new ApiError('DRAFT_EMPTY');
      await rooms.announce(params.id);
      return { message: 'Cambios publicados', cambios: (done?.changes ?? 0) + asked.published };
    },
  });
  const partOf = (tipo: keyof typeof partKinds, id: number, campo: string | undefined) => {
    const kind = partKinds[tipo];
    const field = campo === undefined ? undefined : fieldOf(kind, campo);
    if (campo !== undefined && field === undefined)
      throw new ApiError('MALFORMED', { errors: [{ path: 'campo', message: 'No es un campo de esta parte.' }] });
    return { kind, id, ...(field !== undefined && { field }) };
  };
  implement(contract.discardChanges, {
    course: ofCourse,
    async handle({ params, query: { tipo, parte, campo } }, call) {
      if ((tipo === undefined) !== (parte === undefined) || (campo !== undefined && tipo === undefined)) throw new ApiError('MALFORMED');
      const context = call.context();
      // Questions are no field of the draft: their changes wait in the quiz's own stream.
      const asked = campo === 'preguntas' || campo === 'reglas';
      if (!asked) await drafts.discard(params.id, tipo === undefined || parte === undefined ? null : partOf(tipo, parte, campo), context);
      if (campo === undefined || asked)
        for (const { state: _, title: __, ...ids } of await quizzes.pendingIn((await drafts.read(params.id)).target))
          if (tipo === undefined || (tipo === 'subtema' && parte === ids.subtopicId))
            call.wrote((await quizzes.edit(ids, { type: 'discard' }, derived(context, 'quiz', ids.subtopicId))).position);
      await rooms.announce(params.id);
      return { message: 'Cambios descartados' };
    },
  });
  implement(contract.preferDraft, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const { field, ...part } = partOf(body.tipo, body.parte, body.campo);
      if (field !== undefined) await drafts.prefer(params.id, { ...part, field }, call.context());
      await rooms.announce(params.id);
      return { message: 'Se queda lo tuyo' };
    },
  });
}

function typedRoutes(implement: Implement, { commands, typed }: Deps): void {
  implement(contract.typedTexts, {
    course: ofCourse,
    async handle({ params }, { identity }) {
      // Text that somebody is still typing is only theirs: an administrator who views the school as them sees none of it.
      if (!identity || identity.viewer) return { formas: {} };
      return { formas: { ...(await typed.read(identity.userId, params.id)) } };
    },
  });
  implement(contract.keepTyped, {
    course: ofCourse,
    async handle({ params, body }, call) {
      if ((await commands.load(course, params.id)).state.status === 'none') throw new ApiError('COURSE_NOT_FOUND');
      await typed.keep(call.identity?.userId ?? 0, params.id, body.formas, call.now);
      return { message: 'Guardado' };
    },
  });
}

function presenceRoutes(implement: Implement, { drafts }: Deps, rooms: EditingRooms): void {
  const titleOf = (target: CourseOutline, { tipo, id }: { tipo: 'curso' | 'modulo' | 'sesion'; id: number }): string | null => {
    const part = flatten(target).get(partKey(partKinds[tipo], id));
    return part ? String(part.fields['title']) : null;
  };
  implement(contract.courseEditors, {
    course: ofCourse,
    async handle({ params }, call) {
      const people = await rooms.people(params.id);
      const { target } = await drafts.read(params.id);
      const nameOf = await namesOf(
        people.map(({ userId }) => userId),
        call.reads,
      );
      return people.map(({ userId, place }) => {
        const titulo = place && titleOf(target, place);
        return {
          id: userId,
          nombre: nameOf(userId),
          lugar: place && titulo ? { ...place, titulo } : null,
          yo: userId === call.identity?.userId,
        };
      });
    },
  });
  implement(contract.editingHere, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const userId = call.identity?.userId ?? 0;
      const place = body.lugar ?? null;
      if (body.sale) await rooms.leave(params.id, userId, body.ventana);
      else await rooms.here(params.id, userId, body.ventana, place, call.now);
      await rooms.announce(params.id);
      return { message: 'Anotado' };
    },
  });
}
