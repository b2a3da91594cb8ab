import { z } from 'zod';
import type { ActorRole, EventMetadata } from '../../../events/define.ts';
import { registry } from '../../../events/registry.ts';

/**
 * What the index of the whole history keeps of an event: who, when, of which kind, about which things, and where it stands. Ids and hashes only: names
 * are looked up when somebody reads, so that an erasure has nothing to find here.
 */
export type FactLine = readonly [
  position: string,
  /** ISO UTC. */
  at: string,
  type: string,
  stream: string,
  version: number,
  actor: number | null,
  role: ActorRole,
  /** `hashOf` of the `correlationId`. */
  act: number,
  /** Whether a reason was given. */
  reason: 0 | 1,
  /** What it is about; see `codesOf`. */
  about: readonly number[],
  /** Words of the event that name what it is about and that nobody wrote about a person: the name of a campaign, the title of a live event. */
  words: string,
];

/** The order is part of what is stored. */
const kinds = [
  ...(['person', 'course', 'module', 'class', 'subtopic', 'resource', 'comment', 'webinar'] as const),
  ...(['notification', 'lead', 'campaign', 'code', 'batch'] as const),
  /** The act that a fact takes back, by its `correlationId`. */
  'undone',
  /** `<person>_<number>`: orders are numbered for each person. */
  'order',
] as const;
export type ThingKind = (typeof kinds)[number];

/** FNV-1a, 32 bits. http://www.isthe.com/chongo/tech/comp/fnv/ */
export function hashOf(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

const ID_BITS = 27;
const IDS = 2 ** ID_BITS;
const OTHER_SEED = 0x9e3779b9;
/**
 * The codes by which a thing is found: 32 bits each, the first 5 of them for the kind. A number has one code and no other thing has it; an id of letters
 * has two, of two hashes. A fact is about a thing when it has all codes of it.
 */
export function codesOf(kind: ThingKind, id: number | string): number[] {
  const at = kinds.indexOf(kind);
  if (typeof id === 'number' && id < IDS) return [(at * IDS + id) >>> 0];
  const text = String(id);
  return [hashOf(text), hashOf(text, OTHER_SEED)].map((hash) => ((at + 16) * IDS + (hash % IDS)) >>> 0);
}
/** The account that a code names; null where it names something else. */
export const personOfCode = (code: number): number | null => (code < IDS ? code : null);

/** The code by which what somebody did is found: of a kind that no thing has. */
export const actorCode = (person: number): number => (31 * IDS + person) >>> 0;

/** Fields of events that name a thing, by its kind. */
const fields: Readonly<Record<string, ThingKind>> = {
  ...{ userId: 'person', ownerId: 'person', instructorId: 'person', hostId: 'person', authorId: 'person', personId: 'person' },
  ...{ courseId: 'course', fromCourseId: 'course', moduleId: 'module', classId: 'class', subtopicId: 'subtopic', resourceId: 'resource' },
  ...{ commentId: 'comment', rootId: 'comment', answerId: 'comment', webinarId: 'webinar', notificationId: 'notification' },
  ...{ leadId: 'lead', campaignId: 'campaign', codeId: 'code', batchId: 'batch' },
};
const MOST_CODES = 16;

/** Everything that an event is about. */
export function aboutOf(type: string, data: Readonly<Record<string, unknown>>): number[] {
  const codes: number[] = [];
  const add = (kind: ThingKind, id: unknown) => {
    if (typeof id === 'number' || typeof id === 'string') for (const code of codesOf(kind, id)) if (!codes.includes(code)) codes.push(code);
  };
  for (const name in data) {
    const kind = fields[name];
    if (kind) add(kind, data[name]);
  }
  if (typeof data['userId'] === 'number' && typeof data['orderId'] === 'number') add('order', `${data['userId']}_${data['orderId']}`);
  if (type === 'ClassMoved') add('module', data['from']);
  if (Array.isArray(data['mentions'])) for (const person of data['mentions']) add('person', person);
  return codes.slice(0, MOST_CODES);
}

/** By type, the texts that its sentence tells and that are no person's words. */
const quoted = new Map<string, readonly string[]>();
function quotedFields(type: string): readonly string[] {
  const known = quoted.get(type);
  if (known) return known;
  const definition = registry.get(type);
  const personal = new Set<string>(definition?.personal?.fields ?? []);
  const named = [...(definition?.sentence.es ?? '').matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    definition?.schema.shape[name] instanceof z.ZodString && !personal.has(name) ? [name] : [],
  );
  quoted.set(type, named);
  return named;
}
const MOST_LETTERS = 120;
/** What an item of the site is called. */
export const calledOf = (item: unknown): string => {
  const { title, name, question, label } = (item ?? {}) as Readonly<Record<string, unknown>>;
  return String(title ?? name ?? question ?? label ?? '');
};
export function wordsOf(type: string, data: Readonly<Record<string, unknown>>): string {
  const said = quotedFields(type).flatMap((name) => (typeof data[name] === 'string' ? [data[name] as string] : []));
  if ('item' in data) said.push(calledOf(data['item']));
  return said.join(' ').slice(0, MOST_LETTERS);
}

export interface Fact {
  type: string;
  data: unknown;
  meta: EventMetadata;
  stream: string;
  version: number;
  position: string;
}
export function lineOf({ type, data, meta, stream, version, position }: Fact): FactLine {
  const said = data as Readonly<Record<string, unknown>>;
  const { occurredAt, actor, correlationId, reason, undoes } = meta;
  const undone = undoes ?? (type === 'CourseVersionRestored' ? said['undone'] : null);
  const about = aboutOf(type, said);
  if (typeof undone === 'string') about.push(...codesOf('undone', undone));
  const act = hashOf(correlationId);
  const reasoned = reason === undefined ? 0 : 1;
  return [position, occurredAt, type, stream, version, actor.userId, actor.role, act, reasoned, about, wordsOf(type, said)];
}
