import { Readable } from 'node:stream';
import type { Envelope } from '../../../events/define.ts';
import { readableOf, readableStream } from '../../../events/log.ts';
import type { Grade } from '../../../events/quizzes.ts';
import { type LookupStream, mentions, streamOf, streamsOfPerson } from '../../../events/streams.ts';
import { user } from '../../commands/identity/user.ts';
import { groupSeats, groups } from '../../projections/groups.ts';
import { cases, reports } from '../../projections/moderation.ts';
import { scholarshipCodes, scholarshipGrants } from '../../projections/scholarships.ts';
import { webinarSeats, webinars } from '../../projections/webinars.ts';
import type { Deps } from '../deps.ts';
import { userRecordOf } from './people.ts';
import { leadFinder, partsOf } from './persons.ts';

/**
 * Everything that the school holds about a person, as a JSON document written while it is read: the record, visibility settings, open sessions, and
 * every event about them: all of their own streams, and those events of shared streams that name them. Nothing about anybody else is included.
 */
export function everythingAbout(userId: number, deps: Deps, now: Date): Readable {
  return Readable.from(write(userId, deps, now), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* write(
  userId: number,
  { commands, leads, passkeys, passwords, quizzes, reads, sessionTokens }: Deps,
  now: Date,
): AsyncIterable<string> {
  const { state } = await commands.load(user, userId);
  const record = userRecordOf(state, state.version, 'self');
  const head = {
    generado: now.toISOString(),
    perfil: record,
    visibilidad: state.visibility,
    acceso: {
      contrasena: await passwords.has(userId),
      google: state.google,
      empresas: [...state.outside].map(([id, { own }]) => ({ id, enlazada: own ? 'por ti' : 'por tu empresa' })),
      llaves: (await passkeys.list(userId)).map(({ passkeyId, createdAt, usedAt }) => ({
        id: passkeyId,
        nombre: state.passkeys.get(passkeyId) ?? null,
        creada: createdAt,
        usada: usedAt,
      })),
      sesionesAbiertas: [...(await sessionTokens.lastUsed(userId))].map(([id, used]) => ({ id, ultimoUso: new Date(used).toISOString() })),
    },
  };
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "eventos": {`;

  let first = true;
  for await (const { stream, of } of held(userId, { commands, leads, reads })) {
    let open = false;
    for await (const event of readableStream(commands.log, stream, { wordless: 'where lost' })) {
      if (of && !of(event)) continue;
      const { type, meta } = event;
      const data = await dataFor(event, quizzes);
      const reason = await commands.log.reasonOf(meta);
      const line = JSON.stringify({
        tipo: type,
        cuando: meta.occurredAt,
        datos: data,
        ...(reason !== null && { motivo: reason }),
      });
      yield open ? `,\n   ${line}` : `${first ? '' : ','}\n  ${JSON.stringify(stream)}: [\n   ${line}`;
      open = true;
      first = false;
    }
    if (open) yield '\n  ]';
  }
  yield '\n }\n}\n';
}

/** What an event says to the person it is about: where a quiz tells only the points, its graded attempt does not tell which answers were right. */
async function dataFor({ type, ...event }: Envelope, quizzes: Deps['quizzes']): Promise<object> {
  const data = event.data as object;
  if (type !== 'AttemptGraded' && type !== 'AttemptVoided') return data;
  const graded = type === 'AttemptGraded' ? (data as Graded) : (data as { graded: Graded | null }).graded;
  const { subtopicId } = data as { subtopicId: number };
  const feedback = graded && (await quizzes.load(subtopicId)).revisions.get(graded.revision)?.settings.feedback;
  if (!graded || feedback === 'full' || feedback === 'chosen') return data;
  const quiet = { answers: graded.answers.map(({ questionId, chosen, of }) => ({ questionId, chosen, of })) };
  return type === 'AttemptGraded' ? { ...data, ...quiet } : { ...data, graded: { ...graded, ...quiet } };
}
type Graded = Pick<Grade, 'revision' | 'answers'>;

/** A stream with events about the person; where other people share the stream, `of` picks theirs. */
interface Held {
  stream: string;
  of?: (event: Envelope) => boolean;
}

type Sources = Pick<Deps, 'commands' | 'leads' | 'reads'>;

/** The catalogue of streams (`events/streams.ts`) says which streams are theirs, and which name them. */
async function* held(userId: number, sources: Sources): AsyncIterable<Held> {
  for (const stream of streamsOfPerson(await partsOf(userId, sources.reads))) yield { stream };

  const names = (event: Pick<Envelope, 'type' | 'data'>) => (event.data as Record<string, unknown>)[mentions[event.type] ?? ''] === userId;
  const streams = new Set<string>();
  const { log } = sources.commands;
  for await (const event of readableOf(log, log.store.readAll(null, { types: Object.keys(mentions) }), { wordless: 'where lost' }))
    if (names(event)) streams.add(event.stream);
  for (const stream of streams) yield { stream, of: names };

  for (const lookUp of Object.values(lookUps)) yield* lookUp(userId, sources);
}

/** How to find streams that only a read model knows to be about a person. */
const lookUps: Readonly<Record<LookupStream, (userId: number, sources: Sources) => AsyncIterable<Held>>> = {
  async *scholarship(userId, { reads }) {
    const { docs } = await reads.find(scholarshipGrants, { where: { userId }, limit: 1_000 });
    const granted = ({ type, data }: Envelope) => type === 'ScholarshipGranted' && (data as { userId: number }).userId === userId;
    for (const { doc } of docs) yield { stream: streamOf('scholarship', doc.codeId), of: granted };
  },
  async *moderation(userId, { reads }) {
    const mine = ({ type, data }: Envelope) => type === 'CommentReported' && (data as { userId: number }).userId === userId;
    // The author of a reported comment must not learn who reported it.
    const about = ({ type, data }: Envelope) => type !== 'CommentReported' && (data as { authorId: number }).authorId === userId;
    const made = await reads.find(reports, { where: { userId }, sort: ['-reportId'], limit: 10_000 });
    const own = await reads.find(cases, { where: { authorId: userId }, sort: ['-lastAt'], limit: 10_000 });
    for (const { doc } of made.docs) yield { stream: streamOf('moderation', doc.commentId), of: mine };
    for (const { doc } of own.docs) yield { stream: streamOf('moderation', doc.commentId), of: about };
  },
  async *campaign(userId, { leads, reads }) {
    const asked = new Set<string>();
    for (const { leadId, about } of await leads.ofPerson(userId, undefined, leadFinder(reads))) if (about) asked.add(leadId);
    const codes =
      asked.size === 0 ? [] : (await reads.find(scholarshipCodes, { where: { leadId: { in: [...asked] } }, limit: 1_000 })).docs;
    const allotted = ({ type, data }: Envelope) =>
      type === 'ScholarshipCodeAllotted' && asked.has((data as { leadId: string | null }).leadId ?? '');
    for (const campaignId of new Set(codes.map(({ doc }) => doc.campaignId)))
      yield { stream: streamOf('campaign', campaignId), of: allotted };
  },
  async *webinar(userId, { reads }) {
    const [seats, hosted] = await Promise.all([
      reads.find(webinarSeats, { where: { userId }, limit: 5_000 }),
      reads.find(webinars, { where: { hostId: userId }, limit: 5_000 }),
    ]);
    const ids = new Set([...seats.docs, ...hosted.docs].map(({ doc }) => doc.webinarId));
    // The people an event of a webinar is about: who has the seat, who hosts it, who cancelled it.
    const named = ({ data }: Envelope) => {
      const { userId: one, hostId, by } = data as Record<string, unknown>;
      return [one, hostId, by].includes(userId);
    };
    for (const webinarId of ids) yield { stream: streamOf('webinar', webinarId), of: named };
  },
  async *groups(userId, { reads }) {
    const [seats, cancelled] = await Promise.all([
      reads.find(groupSeats, { where: { userId }, limit: 5_000 }),
      reads.find(groups, { where: { cancelledBy: userId }, limit: 5_000 }),
    ]);
    const named = ({ data }: Envelope) => {
      const { userId: whose, by } = data as Record<string, unknown>;
      return whose === userId || by === userId;
    };
    const ids = new Set([...seats.docs, ...cancelled.docs].map(({ doc }) => doc.courseId));
    for (const courseId of ids) yield { stream: streamOf('groups', courseId), of: named };
  },
  async *lead(userId, { leads, reads }) {
    // Of a lead with another person's address, only what they sent: the notes on it are about somebody else.
    for (const { leadId, about } of await leads.ofPerson(userId, undefined, leadFinder(reads)))
      yield { stream: streamOf('lead', leadId), ...(!about && { of: ({ type }: Envelope) => type === 'LeadCaptured' }) };
  },
};
