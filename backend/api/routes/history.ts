import { course } from '../../commands/catalogue/course.ts';
import { applied, changedTexts, conflictsOf, type Draft, flatten, partKey, type Texts } from '../../commands/catalogue/draft.ts';
import { reasonOf } from '../answers/history/acts.ts';
import { type Difference, differences, partKinds } from '../answers/history/courseChanges.ts';
import {
  type CourseAct,
  type CourseState,
  courseActs,
  courseAt,
  inScope,
  type Scope,
  wayBack,
  withPart,
} from '../answers/history/courseHistory.ts';
import { namesOf, whoOf } from '../answers/history/names.ts';
import { sentenceOf } from '../answers/history/sentences.ts';
import { histories as contract, type HistoryEntry } from '../contract/history.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { type Call, type Implement, matching } from '../implement.ts';

const ofCourse = async ({ params }: { params: { id: number } }) => params.id;
interface Asked {
  tipo?: 'curso' | 'modulo' | 'sesion' | undefined;
  parte?: number | undefined;
}
const scopeOf = (courseId: number, { tipo = 'curso', parte }: Asked): Scope => {
  if (tipo !== 'curso' && parte === undefined)
    throw new ApiError('MALFORMED', { errors: [{ path: 'parte', message: 'Falta este dato.' }] });
  return { kind: partKinds[tipo] as Scope['kind'], id: tipo === 'curso' ? courseId : (parte ?? courseId) };
};
const bare = ({ key: _, ...difference }: Difference) => difference;

/** The history of courses: what was done, what two versions differ in, and the way back. */
export function historyRoutes(implement: Implement, deps: Deps): void {
  readingRoutes(implement, deps);
  restoringRoutes(implement, deps);
}

/** What an act is about, for its sentence: the first part that it names. */
function sentence(act: CourseAct, nameOf: (userId: number) => string, tongue: 'es' | 'en'): string {
  const tie = act.events.find(({ type }) => type === 'CourseChangesPublished' || type === 'CourseVersionRestored');
  const event = tie ?? act.events.find(({ type }) => type !== 'LessonTextSet') ?? act.events[0];
  if (!event) return '';
  const { moduleId, classId, subtopicId, resourceId } = event.data as Record<string, number | undefined>;
  const outlines = [act.after.outline, act.before.outline].map(flatten);
  const key =
    subtopicId !== undefined
      ? partKey('subtopic', subtopicId)
      : resourceId !== undefined
        ? partKey('resource', resourceId)
        : classId !== undefined
          ? partKey('class', classId)
          : moduleId !== undefined
            ? partKey('module', moduleId)
            : partKey('course', act.after.outline.courseId);
  const [now, before] = outlines.map((parts) => parts.get(key));
  const changed = now && before ? Object.keys(now.fields).filter((name) => now.fields[name] !== before.fields[name]) : [];
  const who = act.actor.userId === null ? (tongue === 'es' ? 'La escuela' : 'The school') : nameOf(act.actor.userId);
  const what = String((now ?? before)?.fields['title'] ?? '');
  return sentenceOf({ type: event.type, who, what, ...(changed.length === 1 && { field: changed[0] }) }, tongue);
}

function readingRoutes(implement: Implement, { commands: { log } }: Deps): void {
  implement(contract.courseHistory, {
    course: ofCourse,
    async handle({ params, query: { limit, cursor, idioma, ...asked } }, call) {
      const scope = scopeOf(params.id, asked);
      const acts = await courseActs(log, params.id, scope);
      const at = cursor === undefined ? acts.length : acts.findIndex(({ id }) => id === cursor);
      if (at < 0) throw new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
      const page = acts.slice(Math.max(0, at - limit), at).reverse();
      const next = at > limit ? (page.at(-1)?.id ?? null) : null;
      if (next !== null) call.header('x-next-cursor', next);
      const undone = new Map(acts.flatMap((act) => (act.restored?.undone ? [[act.restored.undone, act] as const] : [])));
      const instructors = page.flatMap(({ before, after }) => [before.outline.instructorId, after.outline.instructorId]);
      const nameOf = await namesOf([...acts.map(({ actor }) => actor.userId), ...instructors], call.reads);
      const cambios: HistoryEntry[] = [];
      for (const act of page) {
        const back = undone.get(act.id);
        cambios.push({
          ...{ id: act.id, fecha: act.at, quien: whoOf(act.actor.userId, nameOf), frase: sentence(act, nameOf, idioma) },
          ...{ motivo: await reasonOf(log, act), version: act.version },
          partes: differences(act.before, act.after, nameOf)
            .filter(({ key }) => inScope(scope, act.after.outline, key))
            .map(bare),
          restaura: act.restored && { version: act.restored.to, cambio: act.restored.undone },
          deshecho: back ? { id: back.id, fecha: back.at, quien: whoOf(back.actor.userId, nameOf) } : null,
        });
      }
      return { cambios, version: acts.at(-1)?.version ?? 0, siguiente: next };
    },
  });
  implement(contract.compareCourse, {
    course: ofCourse,
    async handle({ params, query: { desde, hasta, ...asked } }, call) {
      const scope = scopeOf(params.id, asked);
      const before = await courseAt(log, params.id, desde, []);
      const after = await courseAt(log, params.id, hasta ?? (await versionNow(params.id)), []);
      if (!before || !after) throw new ApiError('VERSION_NOT_FOUND');
      const nameOf = await namesOf([before.outline.instructorId, after.outline.instructorId], call.reads);
      const keyIn = (key: string) => inScope(scope, after.outline, key) || inScope(scope, before.outline, key);
      return differences(before, after, nameOf)
        .filter(({ key }) => keyIn(key))
        .map(bare);
    },
  });
  const versionNow = async (courseId: number): Promise<number> => {
    let version = 0;
    for await (const event of log.readStream(`course-${courseId}`)) version = event.version + 1;
    return version;
  };
}

interface Back {
  draft: Draft;
  now: CourseState;
  target: CourseState;
  scope: Scope;
  restored: { moduleId: number | null; classId: number | null; to: number; undone: string | null };
}

function restoringRoutes(implement: Implement, deps: Deps): void {
  const { commands, drafts } = deps;
  const { log } = commands;
  /** The way from what is published now to what is asked for. */
  const wayTo = async (
    courseId: number,
    asked: Asked & { version?: number | undefined; deshacer?: string | undefined },
    call: Call,
  ): Promise<Back> => {
    const { state: outline } = await commands.load(course, courseId);
    const scope = scopeOf(courseId, asked);
    const textsOf = async (states: readonly Texts[]): Promise<Texts> =>
      drafts.publishedTexts(new Set(states.flatMap((one) => [...one.keys()])));
    const at = call.now.toISOString();
    const ids = { moduleId: scope.kind === 'module' ? scope.id : null, classId: scope.kind === 'class' ? scope.id : null };
    if (asked.deshacer !== undefined) {
      const act = (await courseActs(log, courseId, { kind: 'course', id: courseId })).find(({ id }) => id === asked.deshacer);
      if (!act || act.before.outline.status === 'none') throw new ApiError('VERSION_NOT_FOUND');
      // What it changed, the other way round, over what is there now.
      const draft = wayBack(act.after, act.before.outline, act.before.texts, at);
      const texts = await textsOf([act.before.texts, act.after.texts]);
      const target = applied(outline, draft);
      const wanted = new Map([...texts, ...changedTexts(target, draft, texts).map(({ subtopicId, text }) => [subtopicId, text] as const)]);
      const restored = { ...ids, to: act.before.outline.version, undone: act.id };
      return { draft, now: { outline, texts }, target: { outline: target, texts: wanted }, scope, restored };
    }
    const then = asked.version === undefined ? null : await courseAt(log, courseId, asked.version, []);
    if (!then) throw new ApiError('VERSION_NOT_FOUND');
    const texts = await textsOf([then.texts]);
    const now = { outline, texts };
    const target = withPart(now, then, scope);
    if (!target) throw new ApiError('VERSION_NOT_FOUND');
    const inside = new Map([...then.texts].filter(([id]) => inScope(scope, target, partKey('subtopic', id))));
    const draft = wayBack(now, target, inside, at);
    const restored = { ...ids, to: then.outline.version, undone: null };
    return { draft, now, target: { outline: target, texts: new Map([...texts, ...inside]) }, scope, restored };
  };
  implement(contract.previewRestore, {
    course: ofCourse,
    async handle({ params, query }, call) {
      const { draft, now, target } = await wayTo(params.id, query, call);
      const nameOf = await namesOf([now.outline.instructorId, target.outline.instructorId], call.reads);
      return {
        version: now.outline.version,
        cambios: differences(now, target, nameOf).map(bare),
        conflictos: conflictsOf(now.outline, draft, now.texts).length,
      };
    },
  });
  implement(contract.restoreCourseVersion, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const { draft, now, target, restored } = await wayTo(params.id, body, call);
      matching(call).check?.(now.outline, now.outline.version);
      if (conflictsOf(now.outline, draft, now.texts).length > 0) throw new ApiError('DRAFT_CONFLICT');
      const texts = changedTexts(target.outline, draft, now.texts);
      const done = await drafts.apply(params.id, { draft, restored }, texts, call.context(body.motivo));
      if (done.appended === 0) throw new ApiError('NOTHING_TO_RESTORE');
      call.wrote(done.position);
      return { message: 'Listo: quedó como estaba', version: done.state.version };
    },
  });
}
