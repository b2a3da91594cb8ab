import type { Envelope } from '../../../events/define.ts';
import { readable } from '../../../events/log.ts';
import { historyStreams, streamOf, streamsOfPerson } from '../../../events/streams.ts';
import { course } from '../../commands/catalogue/course.ts';
import type { CourseStatus } from '../../commands/catalogue/courseCommand.ts';
import { applied, changedTexts, conflictsOf, type Draft, flatten, partKey, type Texts } from '../../commands/catalogue/draft.ts';
import { projections } from '../../projections/all.ts';
import { comments } from '../../projections/comments.ts';
import { keysOf } from '../../projections/kernel/fold.ts';
import { users } from '../../projections/users.ts';
import { actsOf, eventsOf } from '../answers/history/acts.ts';
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
import { type CourseActBrief, createCourseIndex } from '../answers/history/courseIndex.ts';
import { courseSentences } from '../answers/history/courseSentences.ts';
import { announced, hostNamed } from '../answers/history/facts.ts';
import { namesOf } from '../answers/history/names.ts';
import { inCourses, isMeasured, namesForOne, ownHistoryCsv, streamsOfKind } from '../answers/history/own.ts';
import { readToday, sealedFields, storedEvent, writtenNumbers } from '../answers/history/stored.ts';
import { pageOf, QUIET, thingPage } from '../answers/history/things.ts';
import { inWords } from '../answers/history/words.ts';
import { partsOf } from '../answers/persons.ts';
import { eventIn } from '../answers/streams/search.ts';
import { createGoverning } from '../calls/governing.ts';
import { type Call, type Implement, matching } from '../calls/implement.ts';
import { goBack, inversesOf, reversible } from '../calls/inverses.ts';
import { ownHistoryKinds } from '../contract/choices.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { histories as contract, type HistoryAsked, type HistoryPage, type OwnHistoryKind } from '../contract/history.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const ofCourse = async ({ params }: { params: { id: number } }) => params.id;
/** An upper bound: the acts of one file that fit in one answer; nobody has more. */
const MOST_IN_FILE = 1_000_000;
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

/** What can be undone act by act, as the API calls it. */
type Recorded = 'usuario' | 'inscripcion' | 'resena' | 'contacto' | 'evento';

/** Histories; for courses also the comparison of two versions, and undo. */
export function historyRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  readingRoutes(implement, deps);
  undoRoutes(implement, deps, recheck);
  thingRoutes(implement, deps);
  personRoutes(implement, deps);
  storedRoutes(implement, deps);
  restoringRoutes(implement, deps);
}

/** Event types and log positions are for administrators and analysts. */
const seesEvents = ({ identity }: Call): boolean => identity?.role === 'administrator' || identity?.role === 'analyst';
const paged = (call: Call, page: HistoryPage): HistoryPage => {
  if (page.siguiente !== null) call.header('x-next-cursor', page.siguiente);
  return page;
};

function readingRoutes(implement: Implement, { commands: { log }, drafts }: Deps): void {
  const index = createCourseIndex(log);
  /** A part that an author has drafted is there, and has no history yet. */
  const missingPart = async (courseId: number, { kind, id }: Scope): Promise<{ missing?: ErrorCode }> => {
    if (kind === 'course') return { missing: 'COURSE_NOT_FOUND' };
    if (flatten((await drafts.read(courseId)).target).has(partKey(kind, id))) return {};
    return { missing: kind === 'module' ? 'MODULE_NOT_FOUND' : 'CLASS_NOT_FOUND' };
  };
  implement(contract.courseHistory, {
    course: ofCourse,
    async handle({ params, query: { tipo, parte, ...asked } }, call) {
      const scope = scopeOf(params.id, { tipo, parte });
      const { acts, open } = await index(params.id, scope);
      return paged(
        call,
        await pageOf<CourseActBrief, CourseAct & CourseActBrief>({
          ...{ log, reads: call.reads, acts, open, asked, raw: seesEvents(call), version: acts.at(-1)?.end ?? 0 },
          ...(acts.length === 0 && (await missingPart(params.id, scope))),
          people: (all) => all.flatMap(({ before, after }) => [before.outline.instructorId, after.outline.instructorId]),
          say: (act, { tongue, whoIn }) => courseSentences(act, scope, whoIn(act), tongue),
          show(act, { nameOf }) {
            const partes = differences(act.before, act.after, nameOf)
              .filter(({ key }) => inScope(scope, act.after.outline, key) || inScope(scope, act.before.outline, key))
              .map(bare);
            const reversible = act.before.outline.status !== 'none' && partes.length > 0;
            return { partes, campos: [], version: act.version, reversible };
          },
        }),
      );
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

/** The pages of the history of streams; `missing` is the refusal where the thing never was. */
const historiesOf = ({ commands: { log } }: Deps) => {
  const history = async (
    streams: readonly string[],
    missing: ErrorCode | null,
    asked: HistoryAsked,
    call: Call,
    includes?: (event: Envelope) => boolean,
  ) =>
    paged(
      call,
      await thingPage(streams, {
        ...{ log, reads: call.reads, asked, raw: seesEvents(call), reversible },
        ...{ ...(missing && { missing }), ...(includes && { includes }) },
      }),
    );
  /** In streams that also concern other people, only the acts about this one; they cannot be undone here, because each has its own page. */
  const partOf = async (
    streams: readonly string[],
    missing: ErrorCode,
    [name, id]: readonly [string, number],
    asked: HistoryAsked,
    call: Call,
  ) => {
    const page = await history(streams, missing, asked, call, ({ data }) => (data as Record<string, unknown>)[name] === id);
    return { ...page, cambios: page.cambios.map((one) => ({ ...one, reversible: false })) };
  };
  return { history, partOf };
};

/** A learner's history in a course has both: the enrolment, and those acts on the course's groups that are about the learner. */
const enrolmentStreams = (userId: number, courseId: number): string[] => [
  streamOf('enrolment', userId, courseId),
  streamOf('groups', courseId),
];
const isOf =
  (userId: number) =>
  ({ data }: Envelope): boolean =>
    (data as { userId?: number }).userId === userId;

/** Records: each with its streams. */
function thingRoutes(implement: Implement, deps: Deps): void {
  const { history, partOf } = historiesOf(deps);
  implement(contract.enrolmentHistory, {
    handle: ({ params: { userId, courseId }, query }, call) =>
      history(
        enrolmentStreams(userId, courseId),
        'ENROLMENT_NOT_FOUND',
        query,
        call,
        (event) => !QUIET.has(event.type) && isOf(userId)(event),
      ),
  });
  implement(contract.reviewHistory, {
    handle: ({ params: { userId, courseId }, query }, call) =>
      history([streamOf('review', userId, courseId)], 'REVIEW_NOT_FOUND', query, call),
  });
  implement(contract.leadHistory, {
    handle: ({ params, query }, call) => history([streamOf('lead', params.leadId)], 'LEAD_NOT_FOUND', query, call),
  });
  implement(contract.campaignHistory, {
    handle: ({ params, query }, call) => history([streamOf('campaign', params.campaignId)], 'CAMPAIGN_NOT_FOUND', query, call),
  });
  implement(contract.codeHistory, {
    handle: ({ params, query }, call) => history([streamOf('scholarship', params.codeId)], 'SCHOLARSHIP_CODE_NOT_FOUND', query, call),
  });
  implement(contract.webinarHistory, {
    webinar: async ({ params }) => params.webinarId,
    // Only administrators undo here; a host uses the webinar's own buttons.
    handle: async ({ params, query }, call) => {
      const { cambios, ...page } = await history([streamOf('webinar', params.webinarId)], 'WEBINAR_NOT_FOUND', query, call);
      const undoes = call.identity?.role === 'administrator';
      return { ...page, cambios: cambios.map((one) => ({ ...one, reversible: one.reversible && undoes })) };
    },
  });
  implement(contract.orderHistory, {
    handle: ({ params: { userId, orderId }, query }, call) =>
      partOf([streamOf('purchases', userId)], 'ORDER_NOT_FOUND', ['orderId', orderId], query, call),
  });
  implement(contract.commentHistory, {
    async handle({ params: { commentId }, query }, call) {
      const comment = await call.reads.get(comments, String(commentId));
      if (!comment) throw new ApiError('COMMENT_NOT_FOUND');
      const streams = [
        streamOf('comments', comment.userId, comment.courseId),
        streamOf('moderation', commentId),
        streamOf('conduct', comment.userId),
      ];
      return partOf(streams, 'COMMENT_NOT_FOUND', ['commentId', commentId], query, call);
    },
  });
  implement(contract.commentRulesHistory, {
    handle: ({ query }, call) => history([streamOf('commentrules', 'school')], null, query, call),
  });
  implement(contract.sentHistory, {
    handle: ({ params: { notificationId }, query }, call) =>
      partOf([streamOf('notification', notificationId)], 'NOTIFICATION_NOT_FOUND', ['notificationId', notificationId], query, call),
  });
}

/** A person's, as the school sees it and as they see it themselves. */
function personRoutes(implement: Implement, deps: Deps): void {
  const { log } = deps.commands;
  const { history } = historiesOf(deps);
  implement(contract.personHistory, {
    handle: async ({ params: { userId }, query }, call) =>
      history(streamsOfPerson(await partsOf(userId, call.reads), historyStreams), 'USER_NOT_FOUND', query, call),
  });
  const own = async (userId: number, { tipo, ...asked }: HistoryAsked & { tipo?: OwnHistoryKind | undefined }, call: Call) => {
    if (!(await call.reads.get(users, String(userId)))) throw new ApiError('USER_NOT_FOUND');
    const parts = await partsOf(userId, call.reads);
    const measured = tipo === 'actividad';
    const kinds =
      tipo === undefined
        ? ownHistoryKinds.filter((kind) => kind !== 'actividad')
        : measured
          ? ['actividad' as const, 'cursos' as const]
          : [tipo];
    return thingPage(streamsOfPerson(parts, kinds.flatMap(streamsOfKind)), {
      ...{ log, reads: call.reads, asked, raw: false, reversible: () => false },
      self: userId,
      names: (ids, reads) => namesForOne(userId, asked.idioma ?? 'es', ids, reads),
      includes: (event) => (measured ? isMeasured(event) || !inCourses(event) : !isMeasured(event)),
    });
  };
  implement(contract.ownHistory, {
    handle: async ({ params: { userId }, query }, call) => paged(call, await own(userId, query, call)),
  });
  implement(contract.ownHistoryFile, {
    async handle({ params: { userId }, query }, call) {
      call.header('content-disposition', 'attachment; filename="aulaviva-mi-historial.csv"');
      return ownHistoryCsv((await own(userId, { ...query, limit: MOST_IN_FILE }, call)).cambios);
    },
  });
}

function storedRoutes(implement: Implement, { commands: { log } }: Deps): void {
  implement(contract.storedEvent, {
    async handle({ query: { flujo, numero } }, call) {
      const stored = await eventIn(log.store, flujo, numero);
      if (!stored) throw new ApiError('EVENT_NOT_FOUND');
      const [event] = call.identity?.role === 'administrator' ? await readable(log, [stored], 'where lost') : [];
      return {
        ...{ ...storedEvent(stored), numeros: writtenNumbers(stored), leido: readToday(stored), cifrados: sealedFields(stored) },
        vistas: event ? touchedBy(event) : [],
      };
    },
  });
}

/** The most documents that are named of one read model. */
const MOST_TOUCHED = 20;
/** What every read model makes of an event begins with the documents that it touches there. */
const touchedBy = (event: Envelope) =>
  projections.flatMap((projection) => {
    try {
      const documentos = keysOf(projection, event);
      return documentos.length > 0 ? [{ nombre: projection.name, documentos: documentos.slice(0, MOST_TOUCHED) }] : [];
    } catch {
      // The read model halts there, which the page of projections shows.
      return [];
    }
  });

/** Undoes acts on records with the opposite commands, which refer to what they undo. */
function undoRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { log } = deps.commands;
  const sources = { ...deps, governing: createGoverning(deps, recheck) };
  const streamsOf = async (de: Recorded, id: string, call: Call): Promise<string[]> => {
    if (de === 'contacto') return [streamOf('lead', id)];
    const plain = de === 'usuario' || de === 'evento';
    if (!(plain ? /^\d{1,10}$/ : /^\d{1,10}_\d{1,10}$/).test(id)) throw new ApiError('VERSION_NOT_FOUND');
    if (de === 'evento') return [streamOf('webinar', id)];
    if (de === 'usuario') return streamsOfPerson(await partsOf(Number(id), call.reads), historyStreams);
    const [userId, courseId] = id.split('_').map(Number) as [number, number];
    return de === 'resena' ? [streamOf('review', id)] : enrolmentStreams(userId, courseId);
  };
  const waysBack = async ({ de, id, cambio }: { de: Recorded; id: string; cambio: string }, call: Call) => {
    const all = await eventsOf(log, await streamsOf(de, id, call));
    // The stream holds all groups of the course, hence acts on many people.
    const events = de === 'inscripcion' ? all.filter(isOf(Number(id.split('_')[0]))) : all;
    const acts = actsOf(events);
    const act = acts.find((one) => one.id === cambio) ?? null;
    if (!act) throw new ApiError('VERSION_NOT_FOUND');
    const { commandId } = call.context();
    return { ways: await inversesOf(act.events, sources), begun: events.some(({ meta }) => meta.correlationId === commandId) };
  };
  implement(contract.previewUndo, {
    async handle({ query }, call) {
      const { ways } = await waysBack(query, call);
      const fields = ways.flatMap(({ field, now, back, of = null }) => {
        if (field !== 'meetingDetails') return [{ field, now, back, of }];
        const [was, then] = [now, back].map((details) => announced(details as Readonly<Record<string, unknown>>));
        return Object.entries(then ?? {}).map(([name, value]) => ({ field: name, now: was?.[name], back: value, of }));
      });
      const hosts = fields.flatMap(({ field, now, back }) =>
        field === 'meetingHost' ? [now, back].filter((id) => typeof id === 'number') : [],
      );
      const nameOf = await namesOf(hosts, call.reads);
      const write = (field: string, value: unknown) => inWords(field, hostNamed(field, value, nameOf), query.idioma);
      const campos = fields.map(({ field, now, back, of }) => ({
        ...{ de: of, campo: field, antes: write(field, now), despues: write(field, back), marcas: null },
      }));
      const conflictos = ways.filter(({ stands }) => !stands).length;
      const impide = conflictos > 0 ? null : (ways.find(({ refused }) => refused)?.refused ?? null);
      return { campos, ademas: ways.flatMap(({ also = [] }) => also), conflictos, impide };
    },
  });
  implement(contract.undoAct, {
    async handle({ body: { motivo, ...which } }, call) {
      const { ways, begun } = await waysBack(which, call);
      // Nobody may change their own role or state, not even by undoing.
      if (
        which.de === 'usuario' &&
        Number(which.id) === call.identity?.userId &&
        ways.some(({ field }) => field === 'role' || field === 'active')
      )
        throw new ApiError('SELF_CHANGE');
      call.wrote(await goBack(ways, { ...call.context(motivo), undoes: which.cambio }, begun));
      return { message: 'Listo: quedó como estaba' };
    },
  });
}

interface Back {
  draft: Draft;
  now: CourseState;
  target: CourseState;
  restored: { moduleId: number | null; classId: number | null; to: number; undone: string | null };
  /** The status to which the course goes back; absent: it keeps its own. */
  status?: CourseStatus;
  /** What was changed since, and would be lost. */
  conflicts: number;
}

function restoringRoutes(implement: Implement, deps: Deps): void {
  const { commands, drafts } = deps;
  const { log } = commands;
  /** The change from what is published now to what is asked for. */
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
      // The changes reversed, applied to the present state.
      const draft = wayBack(act.after, act.before.outline, act.before.texts, at);
      const texts = await textsOf([act.before.texts, act.after.texts]);
      const status = act.before.outline.status;
      const turns = status !== act.after.outline.status && status !== outline.status;
      const target = { ...applied(outline, draft), ...(turns && { status }) };
      const wanted = new Map([...texts, ...changedTexts(target, draft, texts).map(({ subtopicId, text }) => [subtopicId, text] as const)]);
      const restored = { ...ids, to: act.before.outline.version, undone: act.id };
      const changed = turns && outline.status !== act.after.outline.status ? 1 : 0;
      const conflicts = conflictsOf(outline, draft, texts).length + changed;
      return { draft, now: { outline, texts }, target: { outline: target, texts: wanted }, restored, conflicts, ...(turns && { status }) };
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
    const conflicts = conflictsOf(outline, draft, texts).length;
    return { draft, now, target: { outline: target, texts: new Map([...texts, ...inside]) }, restored, conflicts };
  };
  implement(contract.previewRestore, {
    course: ofCourse,
    async handle({ params, query }, call) {
      const { now, target, conflicts } = await wayTo(params.id, query, call);
      const nameOf = await namesOf([now.outline.instructorId, target.outline.instructorId], call.reads);
      return {
        version: now.outline.version,
        cambios: differences(now, target, nameOf).map(bare),
        conflictos: conflicts,
      };
    },
  });
  implement(contract.restoreCourseVersion, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const { draft, now, target, restored, status, conflicts } = await wayTo(params.id, body, call);
      matching(call).check?.(now.outline, now.outline.version);
      if (conflicts > 0) throw new ApiError('DRAFT_CONFLICT');
      const texts = changedTexts(target.outline, draft, now.texts);
      const done = await drafts.apply(params.id, { draft, restored, ...(status && { status }) }, texts, call.context(body.motivo));
      if (done.appended === 0 && !done.repeated) throw new ApiError('NOTHING_TO_RESTORE');
      call.wrote(done.position);
      return { message: 'Listo: quedó como estaba', version: done.state.version };
    },
  });
}
