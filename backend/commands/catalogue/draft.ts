import { isDeepStrictEqual } from 'node:util';
import {
  type CourseEvent,
  type CourseFields,
  type CourseOutline,
  foldOutline,
  type Klass,
  type Module,
  presentClasses,
  presentModules,
  type Resource,
  type Subtopic,
} from '../../../events/outline.ts';

/**
 * The unpublished changes of a course: for each part, the fields that differ from what is published. Pure.
 * Each field keeps the published value of when it was first changed (`base`): at publication, conflicts are found by comparing it.
 */

export type PartKind = 'course' | 'module' | 'class' | 'subtopic' | 'resource';

export interface DraftField {
  value: unknown;
  /** The published value when the field was first changed; absent in a part that was not published yet. */
  base?: unknown;
}
export interface DraftPart {
  kind: PartKind;
  id: number;
  moduleId: number | null;
  classId: number | null;
  /** The part is in no published version yet. */
  added?: true;
  /** true: to be archived; false: to be restored. */
  removed?: boolean;
  fields: Record<string, DraftField>;
  /** The order of its children, where it was changed. */
  order?: number[];
  /** The last author who changed it, and when. */
  by: number | null;
  at: string;
}
export interface Draft {
  /** Counts the saves; for If-Match. */
  version: number;
  /** Keys are `<kind>:<id>`. */
  parts: Record<string, DraftPart>;
}
export const emptyDraft = (): Draft => ({ version: 0, parts: {} });
export const partKey = (kind: PartKind, id: number): string => `${kind}:${id}`;

/** The module of a class is a field of the class in a draft, so that a move has a base, can conflict, and can be discarded like any other change. */
export const MODULE = 'moduleId';
/** The text of a lesson: a field of its subtopic in a draft, although the log keeps it in a stream of its own. */
export const TEXT = 'text';
const COURSE_FIELDS = {
  title: 'CourseRenamed',
  description: 'CourseDescribed',
  category: 'CourseCategorySet',
  tier: 'CourseTierSet',
  difficulty: 'CourseDifficultySet',
  track: 'CourseTrackSet',
  duration: 'CourseDurationSet',
  instructorId: 'CourseInstructorAssigned',
  imageUrl: 'CourseImageSet',
  imageAlt: 'CourseImageDescribed',
  price: 'CoursePriced',
  previousPrice: 'CoursePreviousPriceSet',
  providerPriceId: 'CourseProviderPriceSet',
  unlockRule: 'CourseUnlockRuleSet',
  videoRule: 'CourseVideoRuleSet',
  exerciseRule: 'CourseExerciseRuleSet',
} as const satisfies Record<keyof CourseFields, CourseEvent['type']>;
const MODULE_FIELDS = {
  title: 'ModuleRenamed',
  description: 'ModuleDescribed',
  content: 'ModuleContentSet',
  videoUrl: 'ModuleVideoSet',
  objectives: 'ObjectivesSet',
} as const satisfies Partial<Record<keyof Module, CourseEvent['type']>>;
/** The fields of a class that one event changes; its content has an event of its own. */
const CLASS_NAMES = ['title', 'description', 'videoUrl'] as const satisfies readonly (keyof Klass)[];
const CLASS_FIELDS = [...CLASS_NAMES, 'content'] as const satisfies readonly (keyof Klass)[];
const SUBTOPIC_FIELDS = ['title', 'description', 'kind', 'videoUrl', 'minutes'] as const satisfies readonly (keyof Subtopic)[];
const RESOURCE_FIELDS = ['title', 'url', 'kind'] as const satisfies readonly (keyof Resource)[];
const courseFieldNames = Object.keys(COURSE_FIELDS) as (keyof CourseFields)[];
const moduleFieldNames = Object.keys(MODULE_FIELDS) as (keyof typeof MODULE_FIELDS)[];

const pick = <T extends object>(from: T, names: readonly (keyof T & string)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

/** One part of an outline, without its children. */
export interface FlatPart {
  kind: PartKind;
  id: number;
  moduleId: number | null;
  classId: number | null;
  removed: boolean;
  fields: Record<string, unknown>;
  /** Ids of its present children, in order; null where it has none in an order of their own. */
  children: number[] | null;
}

/** Every part of an outline by its key, in order, including removed ones. */
export function flatten(outline: CourseOutline): Map<string, FlatPart> {
  const parts = new Map<string, FlatPart>();
  const add = (part: FlatPart) => parts.set(partKey(part.kind, part.id), part);
  add({
    ...{ kind: 'course', id: outline.courseId, moduleId: null, classId: null, removed: false },
    fields: pick(outline, courseFieldNames),
    children: presentModules(outline).map(({ moduleId }) => moduleId),
  });
  for (const module of outline.modules) {
    const { moduleId } = module;
    add({
      ...{ kind: 'module', id: moduleId, moduleId, classId: null, removed: module.removed },
      fields: pick(module, moduleFieldNames),
      children: presentClasses(module).map(({ classId }) => classId),
    });
    for (const klass of module.classes) {
      const { classId } = klass;
      add({
        ...{ kind: 'class', id: classId, moduleId, classId, removed: klass.removed },
        fields: { ...pick(klass, CLASS_FIELDS), [MODULE]: moduleId },
        children: klass.subtopics.map(({ subtopicId }) => subtopicId),
      });
      for (const subtopic of klass.subtopics)
        add({
          ...{ kind: 'subtopic', id: subtopic.subtopicId, moduleId, classId, removed: false },
          fields: pick(subtopic, SUBTOPIC_FIELDS),
          children: null,
        });
      for (const resource of klass.resources)
        add({
          ...{ kind: 'resource', id: resource.resourceId, moduleId, classId, removed: false },
          fields: pick(resource, RESOURCE_FIELDS),
          children: null,
        });
    }
  }
  return parts;
}

const ordered = <T>(items: readonly T[], order: readonly number[] | undefined, idOf: (item: T) => number): T[] => {
  if (!order) return [...items];
  const rank = new Map(order.map((id, index) => [id, index]));
  return [...items].sort((a, b) => (rank.get(idOf(a)) ?? Number.MAX_SAFE_INTEGER) - (rank.get(idOf(b)) ?? Number.MAX_SAFE_INTEGER));
};

/** The course with its unpublished changes: the draft applied to the published outline. */
export function applied(published: CourseOutline, draft: Draft): CourseOutline {
  const parts = Object.values(draft.parts);
  if (parts.length === 0) return published;
  const of = (kind: PartKind, id: number): DraftPart | undefined => draft.parts[partKey(kind, id)];
  const values = (part: DraftPart | undefined): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(part?.fields ?? {}).flatMap(([name, { value }]) =>
        name === TEXT || (name === MODULE && part?.kind === 'class') ? [] : [[name, value]],
      ),
    );
  const added = (kind: PartKind, within: (part: DraftPart) => boolean, known: readonly number[]) =>
    parts.filter((part) => part.kind === kind && part.added && within(part) && !known.includes(part.id));

  const klassWith = (klass: Klass): Klass => {
    const { classId } = klass;
    const part = of('class', classId);
    const inHere = (one: DraftPart) => one.classId === classId;
    const subtopicIds = klass.subtopics.map(({ subtopicId }) => subtopicId);
    const resourceIds = klass.resources.map(({ resourceId }) => resourceId);
    const subtopics = [
      ...klass.subtopics
        .filter(({ subtopicId }) => !of('subtopic', subtopicId)?.removed)
        .map((one) => ({ ...one, ...values(of('subtopic', one.subtopicId)) })),
      ...added('subtopic', inHere, subtopicIds).map((one) => ({ subtopicId: one.id, ...values(one) }) as Subtopic),
    ];
    const resources = [
      ...klass.resources
        .filter(({ resourceId }) => !of('resource', resourceId)?.removed)
        .map((one) => ({ ...one, ...values(of('resource', one.resourceId)) })),
      ...added('resource', inHere, resourceIds).map((one) => ({ resourceId: one.id, ...values(one) }) as Resource),
    ];
    return {
      ...klass,
      ...values(part),
      subtopics: ordered(subtopics, part?.order, ({ subtopicId }) => subtopicId),
      resources,
      removed: part?.removed ?? klass.removed,
    };
  };
  const known = published.modules.map(({ moduleId }) => moduleId);
  const addedModules = added('module', () => true, known);
  const there = new Set([...known, ...addedModules.map(({ id }) => id)]);
  const homes = new Map(published.modules.flatMap(({ moduleId, classes }) => classes.map((klass) => [klass.classId, { moduleId, klass }])));
  /** The module where a class is to be: a module that does not exist any more takes no classes. */
  const homeOf = (classId: number, moduleId: number | null): number | null => {
    const wanted = of('class', classId)?.fields[MODULE]?.value;
    return typeof wanted === 'number' && there.has(wanted) ? wanted : moduleId;
  };
  const moduleWith = (module: Module): Module => {
    const { moduleId } = module;
    const part = of('module', moduleId);
    // The classes that come into a module, in the draft's order: added ones, and ones moved here from another module.
    const newcomers = parts.flatMap((one) => {
      if (one.kind !== 'class' || homeOf(one.id, one.moduleId) !== moduleId) return [];
      const home = homes.get(one.id);
      if (home) return home.moduleId === moduleId ? [] : [home.klass];
      if (!one.added) return [];
      return [{ classId: one.id, content: '', ...values(one), subtopics: [], resources: [], removed: false } as unknown as Klass];
    });
    const staying = module.classes.filter(({ classId }) => homeOf(classId, moduleId) === moduleId);
    const classes = [...staying, ...newcomers].map(klassWith);
    return {
      ...module,
      ...values(part),
      classes: ordered(classes, part?.order, ({ classId }) => classId),
      removed: part?.removed ?? module.removed,
    };
  };
  const modules = [
    ...published.modules.map(moduleWith),
    ...addedModules.map((one) =>
      moduleWith({ moduleId: one.id, objectives: [], ...values(one), classes: [], removed: false } as unknown as Module),
    ),
  ];
  const part = of('course', published.courseId);
  return { ...published, ...values(part), modules: ordered(modules, part?.order, ({ moduleId }) => moduleId) };
}

/** The default order of children: as published, new ones last. */
const moved = (published: FlatPart | undefined, target: FlatPart): boolean => {
  if (!published?.children || !target.children) return false;
  const now = new Set(target.children);
  const before = new Set(published.children);
  const natural = [...published.children.filter((id) => now.has(id)), ...target.children.filter((id) => !before.has(id))];
  return !same(natural, target.children);
};

/** Published texts of lessons, by subtopic; absent: none. */
export type Texts = ReadonlyMap<number, string>;

/**
 * The draft that turns the published course into `target`, with its texts (`texts`: those that this save sets).
 * Fields that were changed before keep their base; changed parts that exist in neither outline any more are kept, so that their loss is reported.
 */
export function draftOf(
  published: CourseOutline,
  target: CourseOutline,
  before: Draft,
  saved: { by: number | null; at: string; texts?: Texts; publishedTexts?: Texts },
): Draft {
  const [was, shall] = [flatten(published), flatten(target)];
  const parts: Record<string, DraftPart> = {};
  const keep = (key: string, part: Omit<DraftPart, 'by' | 'at'>) => {
    const { by: _, at: __, ...old } = before.parts[key] ?? { by: null, at: '' };
    parts[key] = same(old, part) && before.parts[key] ? before.parts[key] : { ...part, by: saved.by, at: saved.at };
  };
  for (const [key, part] of shall) {
    const { kind, id, moduleId, classId } = part;
    const old = before.parts[key];
    const now = was.get(key);
    const fields: Record<string, DraftField> = {};
    for (const [name, value] of Object.entries(part.fields)) {
      if (!now) fields[name] = { value };
      else if (!same(value, now.fields[name])) {
        const touched = old?.fields[name];
        fields[name] = { value, base: touched && 'base' in touched ? touched.base : now.fields[name] };
      }
    }
    if (kind === 'subtopic') {
      const given = saved.texts?.get(id);
      const base = saved.publishedTexts?.get(id) ?? '';
      const text: DraftField | undefined =
        given === undefined ? old?.fields[TEXT] : now ? { value: given, base: old?.fields[TEXT]?.base ?? base } : { value: given };
      const unchanged = given !== undefined && now !== undefined && given === base;
      if (text && !unchanged) fields[TEXT] = text;
    }
    const order = moved(now, part) ? part.children : null;
    const removed = part.removed === (now?.removed ?? false) ? undefined : part.removed;
    if (now && Object.keys(fields).length === 0 && !order && removed === undefined) continue;
    keep(key, {
      ...{ kind, id, moduleId, classId, fields },
      ...(!now && { added: true as const }),
      ...(removed !== undefined && { removed }),
      ...(order && { order }),
    });
  }
  for (const [key, { kind, id, moduleId, classId }] of was)
    if (!shall.has(key)) keep(key, { kind, id, moduleId, classId, removed: true, fields: {} });
  for (const [key, part] of Object.entries(before.parts))
    if (!was.has(key) && !shall.has(key) && !part.added && !part.removed) parts[key] = part;
  return { version: before.version + 1, parts };
}

export interface Conflict {
  key: string;
  /** `changed`: a field was published with another value since. `removed`: the part or its parent was archived since. `gone`: it was removed for good. */
  why: 'changed' | 'removed' | 'gone';
  field: string | null;
}

/** Where the published value changed after the draft's field did, and to another value. `texts` null: texts of lessons are not compared. */
export function conflictsOf(published: CourseOutline, draft: Draft, texts: Texts | null): Conflict[] {
  const was = flatten(published);
  const gone = (kind: PartKind, id: number | null, except: string): 'removed' | 'gone' | null => {
    if (id === null) return null;
    const key = partKey(kind, id);
    const part = draft.parts[key];
    const now = was.get(key);
    if (key === except || part?.added || part?.removed === false) return now || part?.added ? null : 'gone';
    if (!now) return 'gone';
    return now.removed && part?.removed !== true ? 'removed' : null;
  };
  return Object.entries(draft.parts).flatMap(([key, part]): Conflict[] => {
    const now = was.get(key);
    if (!now && !part.added) return part.removed ? [] : [{ key, why: 'gone', field: null }];
    // A part to be archived is archived already, or goes with its parent.
    if (part.removed === true) return [];
    const parent = gone('module', part.moduleId, key) ?? gone('class', part.classId, key);
    if (parent) return [{ key, why: parent, field: null }];
    const touches = Object.keys(part.fields).length > 0 || part.order !== undefined;
    if (now?.removed && part.removed !== false && touches) return [{ key, why: 'removed', field: null }];
    if (!now) return [];
    return Object.entries(part.fields).flatMap(([field, { value, ...rest }]): Conflict[] => {
      if (field === TEXT && !texts) return [];
      const present = field === TEXT ? (texts?.get(part.id) ?? '') : now.fields[field];
      return 'base' in rest && !same(rest.base, present) && !same(value, present) ? [{ key, why: 'changed', field }] : [];
    });
  });
}

/** The subtopics whose text in the draft differs from the published one. */
export const changedTexts = (target: CourseOutline, draft: Draft, texts: Texts) =>
  presentModules(target).flatMap(({ moduleId, ...module }) =>
    presentClasses({ moduleId, ...module }).flatMap(({ classId, subtopics }) =>
      subtopics.flatMap(({ subtopicId }) => {
        const text = draft.parts[partKey('subtopic', subtopicId)]?.fields[TEXT]?.value;
        return typeof text === 'string' && text !== (texts.get(subtopicId) ?? '') ? [{ moduleId, classId, subtopicId, text }] : [];
      }),
    ),
  );

/** The events that turn one outline into another. Parts missing in the other are archived, or removed. */
export function eventsBetween(from: CourseOutline, target: CourseOutline): CourseEvent[] {
  const { courseId } = from;
  const events: CourseEvent[] = [];
  let now = from;
  const say = (type: CourseEvent['type'], data: object) => {
    const event = { type, data: { courseId, ...data } } as CourseEvent;
    events.push(event);
    now = foldOutline(now, event as Parameters<typeof foldOutline>[1]);
  };
  const moduleNow = (moduleId: number) => now.modules.find((one) => one.moduleId === moduleId);
  const classNow = (moduleId: number, classId: number) => moduleNow(moduleId)?.classes.find((one) => one.classId === classId);
  const elsewhere = (moduleId: number, classId: number) =>
    now.modules.find((one) => one.moduleId !== moduleId && one.classes.some((klass) => klass.classId === classId));

  for (const name of courseFieldNames) if (!same(from[name], target[name])) say(COURSE_FIELDS[name], { [name]: target[name] });
  const wanted = presentModules(target);
  const staying = new Set(wanted.flatMap((module) => presentClasses(module).map(({ classId }) => classId)));
  for (const { moduleId } of presentModules(from)) if (!wanted.some((one) => one.moduleId === moduleId)) say('ModuleRemoved', { moduleId });
  for (const module of wanted) {
    const { moduleId } = module;
    const before = moduleNow(moduleId);
    if (!before) {
      const { title, description, content, videoUrl } = module;
      say('ModuleAdded', { moduleId, title, description, content, videoUrl });
      if (module.objectives.length > 0) say('ObjectivesSet', { moduleId, objectives: module.objectives });
    } else {
      if (before.removed) say('ModuleRestored', { moduleId });
      for (const name of moduleFieldNames)
        if (!same(before[name], module[name])) say(MODULE_FIELDS[name], { moduleId, [name]: module[name] });
    }
    const classes = presentClasses(module);
    for (const { classId } of before ? presentClasses(before) : []) if (!staying.has(classId)) say('ClassRemoved', { moduleId, classId });
    for (const [index, klass] of classes.entries()) {
      const { classId, title, description, content, videoUrl } = klass;
      const ids = { moduleId, classId };
      const home = elsewhere(moduleId, classId);
      if (home) say('ClassMoved', { ...ids, from: home.moduleId, place: index + 1 });
      const old = classNow(moduleId, classId);
      if (!old) say('ClassAdded', { ...ids, title, description, videoUrl, subtopics: klass.subtopics, resources: klass.resources });
      else if (old.removed) say('ClassRestored', ids);
      if (old && !same(pick(old, CLASS_NAMES), pick(klass, CLASS_NAMES))) say('ClassEdited', { ...ids, title, description, videoUrl });
      if (content !== (old?.content ?? '')) say('ClassContentSet', { ...ids, content });
      if (!old) continue;
      for (const { subtopicId } of old.subtopics)
        if (!klass.subtopics.some((one) => one.subtopicId === subtopicId)) say('SubtopicRemoved', { ...ids, subtopicId });
      for (const subtopic of klass.subtopics) {
        const one = old.subtopics.find(({ subtopicId }) => subtopicId === subtopic.subtopicId);
        if (!one) say('SubtopicAdded', { ...ids, ...subtopic });
        else if (!same(one, subtopic)) say('SubtopicEdited', { ...ids, ...subtopic });
      }
      for (const { resourceId } of old.resources)
        if (!klass.resources.some((one) => one.resourceId === resourceId)) say('ResourceRemoved', { ...ids, resourceId });
      for (const resource of klass.resources) {
        const one = old.resources.find(({ resourceId }) => resourceId === resource.resourceId);
        if (!one) say('ResourceAdded', { ...ids, ...resource });
        else if (!same(one, resource)) say('ResourceEdited', { ...ids, ...resource });
      }
      const order = klass.subtopics.map(({ subtopicId }) => subtopicId);
      if (
        !same(
          classNow(moduleId, classId)?.subtopics.map(({ subtopicId }) => subtopicId),
          order,
        )
      )
        say('SubtopicsReordered', { ...ids, order });
    }
  }
  // Once every class stands in its module.
  for (const module of wanted) {
    const { moduleId } = module;
    const order = presentClasses(module).map(({ classId }) => classId);
    const found = moduleNow(moduleId);
    if (
      found &&
      !same(
        presentClasses(found).map(({ classId }) => classId),
        order,
      )
    )
      say('ClassesReordered', { moduleId, order });
  }
  const order = wanted.map(({ moduleId }) => moduleId);
  if (
    !same(
      presentModules(now).map(({ moduleId }) => moduleId),
      order,
    )
  )
    say('ModulesReordered', { order });
  return events;
}

/** The ids that were moved in a list, as few as explain the new order, and rather those that have another place: all others keep their relative order. */
export function movedIn(before: readonly number[], after: readonly number[]): number[] {
  const rank = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => rank.has(id));
  // The longest increasing subsequence; of those as long, the one of which most have their place still.
  const weights = common.map((id) => (before.indexOf(id) === after.indexOf(id) ? 1 + 1 / (common.length + 1) : 1));
  const best = [...weights];
  const from = common.map(() => -1);
  for (let i = 0; i < common.length; i++)
    for (let j = 0; j < i; j++)
      if (
        (rank.get(common[j] as number) ?? 0) < (rank.get(common[i] as number) ?? 0) &&
        (best[j] ?? 0) + (weights[i] ?? 0) > (best[i] ?? 0)
      ) {
        best[i] = (best[j] ?? 0) + (weights[i] ?? 0);
        from[i] = j;
      }
  const stays = new Set<number>();
  for (let at = best.indexOf(Math.max(0, ...best)); at >= 0; at = from[at] ?? -1) stays.add(common[at] as number);
  return common.filter((id) => !stays.has(id));
}

/** The children of a part that have an order of their own. */
export const childKind: Partial<Record<PartKind, PartKind>> = { course: 'module', module: 'class', class: 'subtopic' };

export interface ChangedPart {
  key: string;
  part: FlatPart;
  was: FlatPart | undefined;
  change: 'added' | 'changed' | 'archived' | 'restored';
  /** Its place among its siblings, from 1, where it was moved. */
  moved: { from: number; to: number } | null;
}
/** The parent of a part. */
export const parentKey = ({ kind, moduleId, classId }: FlatPart, courseId: number): string | null => {
  if (kind === 'course') return null;
  if (kind === 'module') return partKey('course', courseId);
  if (kind === 'class' && moduleId !== null) return partKey('module', moduleId);
  return classId === null ? null : partKey('class', classId);
};
/**
 * The parts that differ between two outlines, in the order of the course. A part that is archived or restored with its parent is not listed; a moved
 * part counts as changed, its parent does not. `differ`: whether a part that is in both has different fields.
 */
export function changedParts(
  before: CourseOutline,
  after: CourseOutline,
  differ: (key: string, was: FlatPart, part: FlatPart) => boolean,
): ChangedPart[] {
  const [was, is] = [flatten(before), flatten(after)];
  const parentOf = (part: FlatPart) => parentKey(part, after.courseId);
  const stands = (parts: ReadonlyMap<string, FlatPart>, key: string | null): boolean => {
    const part = key === null ? undefined : parts.get(key);
    if (!part || part.removed) return false;
    return part.kind === 'course' || stands(parts, parentOf(part));
  };
  const moves = new Map<string, ChangedPart['moved']>();
  for (const [key, part] of is) {
    const [old, kind] = [was.get(key)?.children, childKind[part.kind]];
    if (!old || !part.children || !kind) continue;
    for (const id of movedIn(old, part.children))
      moves.set(partKey(kind, id), { from: old.indexOf(id) + 1, to: part.children.indexOf(id) + 1 });
  }
  const found: ChangedPart[] = [];
  for (const [key, part] of is) {
    const old = was.get(key);
    const [stood, standsNow] = [stands(was, key), stands(is, key)];
    const add = (change: ChangedPart['change']) => found.push({ key, part, was: old, change, moved: moves.get(key) ?? null });
    if (stood && !standsNow) {
      if (stands(is, parentOf(part))) add('archived');
    } else if (!standsNow) continue;
    else if (!old) add('added');
    else if (!stood) {
      const parent = parentOf(part);
      if (old.removed || (parent !== null && stands(was, parent)) || differ(key, old, part)) add('restored');
    } else if (differ(key, old, part) || moves.has(key)) add('changed');
  }
  for (const [key, part] of was)
    if (!is.has(key) && stands(was, key) && stands(is, parentOf(part)))
      found.push({ key, part, was: part, change: 'archived', moved: moves.get(key) ?? null });
  return found;
}

/** How many parts of the course a publication would change. */
export const countOf = (published: CourseOutline, draft: Draft): number =>
  changedParts(published, applied(published, draft), (key, was, part) => {
    const text = draft.parts[key]?.fields[TEXT];
    return text !== undefined || Object.entries(part.fields).some(([name, value]) => !same(value, was.fields[name]));
  }).length;

/** The published value of a field. */
export const baseOf = (published: CourseOutline, key: string, field: string): unknown => flatten(published).get(key)?.fields[field];

/** What remains of a draft after `done` has been published: what was saved meanwhile, relative to what is published now. */
export function rebased(published: CourseOutline, draft: Draft, done: Draft, texts: Texts): Draft {
  const was = flatten(published);
  const parts: Record<string, DraftPart> = {};
  for (const [key, part] of Object.entries(draft.parts)) {
    const now = was.get(key);
    if (same(part, done.parts[key])) continue;
    const { added, removed, ...rest } = part;
    const fields: Record<string, DraftField> = {};
    for (const [name, { value }] of Object.entries(part.fields)) {
      const base = name === TEXT ? (texts.get(part.id) ?? '') : now?.fields[name];
      if (!now) fields[name] = { value };
      else if (!same(value, base)) fields[name] = { value, base };
    }
    const wanted = removed === (now?.removed ?? false) ? undefined : removed;
    const left: DraftPart = { ...rest, fields, ...(!now && added && { added }), ...(wanted !== undefined && { removed: wanted }) };
    if (left.added || left.removed !== undefined || left.order || Object.keys(fields).length > 0) parts[key] = left;
  }
  return { version: draft.version + 1, parts };
}
