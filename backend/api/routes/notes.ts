import { uuid5 } from '../../../events/ids.ts';
import { presentClasses, presentModules, presentVideos } from '../../../events/outline.ts';
import { notes as decider } from '../../commands/learning/notes.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { type NoteDoc, notes as noteDocs } from '../../projections/notes.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { notesMarkdown } from '../answers/notesMarkdown.ts';
import type { Call, Implement } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import { notes as contract, type NoteRecord } from '../contract/notes.ts';
import { videoKey } from '../contract/video-source.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { previews } from './learning.ts';

const recordOf = (doc: NoteDoc): NoteRecord => ({
  id: doc.noteId,
  id_curso: doc.courseId,
  id_sesion: doc.classId,
  id_subtema: doc.subtopicId,
  texto: doc.text,
  cita: doc.quote === null ? null : { texto: doc.quote, antes: doc.prefix ?? '', despues: doc.suffix ?? '', inicio: doc.start ?? 0 },
  segundo: doc.second,
  creada: doc.at,
  cambiada: doc.changedAt,
});
const MOST = 500;

const placeIn = (course: CourseDoc | undefined, classId: number) => {
  for (const module of course ? presentModules(course) : []) {
    const klass = presentClasses(module).find((one) => one.classId === classId);
    if (course && klass) return { id_modulo: module.moduleId, clase: klass.title, curso: course.title };
  }
  return null;
};

/** Notes and highlights: their owner's alone. */
export function noteRoutes(implement: Implement, deps: Deps, reading: CourseReading): void {
  readRoutes(implement, reading);
  writeRoutes(implement, deps);
}

function readRoutes(implement: Implement, { mayRead }: CourseReading): void {
  const readable = async (ids: readonly number[], call: Call) => {
    const may = [];
    for (const id of new Set(ids)) if (await mayRead(id, call.identity)) may.push(String(id));
    return call.reads.getMany(courses, may);
  };
  implement(contract.courseNotes, {
    async handle({ params: { userId, courseId } }, call) {
      const { docs } = await call.reads.find(noteDocs, { where: { userId, courseId }, sort: ['at'], limit: MOST });
      return { notas: docs.map(({ doc }) => recordOf(doc)) };
    },
  });
  implement(contract.allNotes, {
    async handle({ params: { userId }, query: { id_curso: courseId, limit, cursor } }, call) {
      const page = await call.reads.find(noteDocs, {
        where: { userId, ...(courseId !== undefined && { courseId }) },
        sort: ['-at'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const taken = (await call.reads.find(enrolments, { where: { userId }, limit: 1_000 })).docs.map(({ doc }) => doc.courseId);
      const found = await readable([...taken, ...page.docs.map(({ doc }) => doc.courseId)], call);
      if (page.next) call.header('x-next-cursor', page.next);
      return {
        notas: page.docs.map(({ doc }) => ({ ...recordOf(doc), lugar: placeIn(found.get(String(doc.courseId)), doc.classId) })),
        cursos: taken.flatMap((id) => {
          const course = found.get(String(id));
          return course ? [{ id, nombre: course.title }] : [];
        }),
        siguiente: page.next,
      };
    },
  });
  implement(contract.notesMarkdown, {
    async handle({ params: { userId }, query: { id_curso: courseId } }, call) {
      const docs: NoteDoc[] = [];
      for await (const page of pagesOf(call.reads, noteDocs, {
        where: { userId, ...(courseId !== undefined && { courseId }) },
        sort: ['-at'],
        limit: MOST,
      })) {
        docs.push(...page.map(({ doc }) => doc));
      }
      const found = await readable(
        docs.map((doc) => doc.courseId),
        call,
      );
      call.header('content-disposition', 'attachment; filename="aulaviva-mis-notas.md"');
      return notesMarkdown(docs, found);
    },
  });
}

function writeRoutes(implement: Implement, { commands, learning }: Deps): void {
  implement(contract.addNote, {
    async handle({ params: { userId, courseId }, body }, call) {
      const { access, enrolled, outline, open } = await learning.reading(userId, courseId, call.now);
      if (previews(call.identity?.role ?? '', enrolled !== null)) throw new ApiError('PREVIEW_ONLY');
      if (access === null || enrolled === null) throw new ApiError('NOT_ENROLLED');
      const module = presentModules(outline).find((one) => presentClasses(one).some(({ classId }) => classId === body.id_sesion));
      if (!module) throw new ApiError('CLASS_NOT_FOUND');
      if (!open.has(module.moduleId)) throw new ApiError('MODULE_LOCKED');
      // Notes may be tied only to videos of the course, never to text that somebody typed.
      if (body.video && !presentVideos(outline).some(({ url }) => videoKey(url) === body.video)) throw new ApiError('VIDEO_NOT_FOUND');
      const context = call.context();
      const noteId = uuid5('note', context.commandId);
      const { cita } = body;
      const done = await commands.handle(
        decider,
        `${userId}_${courseId}`,
        {
          ...{ type: 'add', userId, courseId, noteId, moduleId: module.moduleId, classId: body.id_sesion },
          subtopicId: body.id_subtema ?? null,
          text: body.texto,
          ...{ quote: cita?.texto ?? null, prefix: cita?.antes ?? null, suffix: cita?.despues ?? null, start: cita?.inicio ?? null },
          ...{ video: body.video ?? null, second: body.segundo ?? null },
        },
        context,
      );
      call.wrote(done.position);
      return { message: cita && body.texto === '' ? 'Pasaje resaltado' : 'Nota guardada', id: noteId };
    },
  });
  implement(contract.editNote, {
    async handle({ params, body }, call) {
      const command = { type: 'edit', ...params, text: body.texto } as const;
      call.wrote((await commands.handle(decider, `${params.userId}_${params.courseId}`, command, call.context())).position);
      return { message: 'Nota guardada' };
    },
  });
  implement(contract.removeNote, {
    async handle({ params }, call) {
      const command = { type: 'remove', ...params } as const;
      call.wrote((await commands.handle(decider, `${params.userId}_${params.courseId}`, command, call.context())).position);
      return { message: 'Nota quitada' };
    },
  });
}
