import { Readable } from 'node:stream';
import { user } from '../../commands/identity/user.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { studyTime } from '../../projections/studyTime.ts';
import type { Deps } from '../deps.ts';
import { userRecordOf } from './people.ts';

/**
 * All that is held about a person, as the text of one JSON document that is written while it is read: the record, who sees what, open sessions, and
 * every event of their own streams. Other people are in none of these.
 */
export function everythingAbout(userId: number, deps: Deps, now: Date): Readable {
  return Readable.from(write(userId, deps, now), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* write(userId: number, { commands, passkeys, passwords, reads, sessionTokens }: Deps, now: Date): AsyncIterable<string> {
  const { state } = await commands.load(user, userId);
  const record = userRecordOf(state, state.version, 'self');
  const head = {
    generado: now.toISOString(),
    perfil: record,
    visibilidad: state.visibility,
    acceso: {
      contrasena: await passwords.has(userId),
      google: state.google,
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

  const { docs } = await reads.find(enrolments, { where: { userId }, limit: 1_000 });
  const streams = [
    `user-${userId}`,
    `sessions-${userId}`,
    ...docs.flatMap(({ doc }) => [
      `enrolment-${userId}_${doc.courseId}`,
      `watching-${userId}_${doc.courseId}`,
      `materials-${userId}_${doc.courseId}`,
    ]),
  ];
  let first = true;
  const events = async function* (stream: string): AsyncIterable<string> {
    let open = false;
    for await (const { type, data, meta } of commands.log.readStream(stream)) {
      const line = JSON.stringify({
        tipo: type,
        cuando: meta.occurredAt,
        datos: data,
        ...(meta.reason !== undefined && { motivo: meta.reason }),
      });
      yield open ? `,\n   ${line}` : `${first ? '' : ','}\n  ${JSON.stringify(stream)}: [\n   ${line}`;
      open = true;
      first = false;
    }
    if (open) yield '\n  ]';
  };
  for (const stream of streams) yield* events(stream);
  for (const day of await studyDays(reads, userId)) yield* events(`study-${userId}_${day}`);
  yield '\n }\n}\n';
}

/** The days on which the person studied; each has a stream of its own. */
async function studyDays(reads: Deps['reads'], userId: number): Promise<string[]> {
  return Object.keys((await reads.get(studyTime, String(userId)))?.days ?? {});
}
