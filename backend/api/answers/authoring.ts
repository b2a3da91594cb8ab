import { presentClasses } from '../../../events/outline.ts';
import type { DraftPart } from '../../commands/catalogue/draft.ts';
import { type CourseEditsDoc, courseEdits, type LastEdit } from '../../projections/courseEdits.ts';
import { courseStats } from '../../projections/courseStats.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { reviewStats } from '../../projections/reviews.ts';
import { users } from '../../projections/users.ts';
import type { AuthoringOutline } from '../contract/authoring.ts';
import { courseRecordOf, outlineOf } from './courses.ts';
import { shownName } from './people.ts';

const nobody: ReadonlySet<number> = new Set();

type Edits = Pick<CourseEditsDoc, 'course' | 'modules' | 'classes'>;
/** The last change of each part, including those that are only in the draft. */
function withDrafted(published: Edits | null, parts: readonly DraftPart[]): Edits {
  const edits: Edits = { course: published?.course ?? null, modules: { ...published?.modules }, classes: { ...published?.classes } };
  for (const { moduleId, classId, by: userId, at } of parts) {
    const later = (before: LastEdit | null | undefined): LastEdit => (before && before.at > at ? before : { at, userId });
    if (moduleId === null) edits.course = later(edits.course);
    else edits.modules[moduleId] = later(edits.modules[moduleId]);
    if (classId !== null) edits.classes[classId] = later(edits.classes[classId]);
  }
  return edits;
}

/** A course as its editor shows it: as published, or with its unpublished changes, whose parts are listed in `drafted`. */
export async function authoringOutlineOf(
  doc: CourseDoc,
  reads: ReadSession,
  drafted: readonly DraftPart[],
): Promise<Omit<AuthoringOutline, 'borrador'>> {
  const id = String(doc.courseId);
  const edits = withDrafted(await reads.get(courseEdits, id), drafted);
  const record = courseRecordOf(
    doc,
    await reads.get(courseStats, id),
    doc.instructorId === null ? null : await reads.get(users, String(doc.instructorId)),
    await reads.get(reviewStats, id),
  );
  const origin = doc.copiedFrom === null ? null : await reads.get(courses, String(doc.copiedFrom));
  const editors = new Set(
    [edits.course, ...Object.values(edits.modules), ...Object.values(edits.classes)].map((edit) => edit?.userId ?? null),
  );
  const people = await reads.getMany(
    users,
    [...editors].filter((userId) => userId !== null).map((userId) => String(userId)),
  );
  const said = (edit: LastEdit | null | undefined) => {
    if (!edit) return null;
    const { at, userId } = edit;
    const person = userId === null ? undefined : people.get(String(userId));
    return {
      en: at,
      id_usuario: userId,
      por: userId === null ? null : ((person && shownName(person, 'staff')) ?? `Usuario #${userId}`),
    };
  };
  const ofModule = (moduleId: number) => said(edits.modules[moduleId]);
  const ofClass = (classId: number) => said(edits.classes[classId]);
  const outline = outlineOf(doc, record, nobody, () => true);
  return {
    curso: { ...outline.curso, modificado: said(edits.course), copia: origin && { id: origin.courseId, titulo: origin.title } },
    modulos: outline.modulos.map((module) => ({
      ...module,
      modificado: ofModule(module.id_modulo),
      sesiones: module.sesiones.map((klass) => ({ ...klass, modificado: ofClass(klass.id_sesion) })),
      archivadas: (doc.modules.find(({ moduleId }) => moduleId === module.id_modulo)?.classes ?? [])
        .filter(({ removed }) => removed)
        .map(({ classId, title }) => ({ id_sesion: classId, titulo: title, modificado: ofClass(classId) })),
    })),
    archivados: doc.modules
      .filter(({ removed }) => removed)
      .map((module) => ({
        id_modulo: module.moduleId,
        nombre: module.title,
        totalSesiones: presentClasses(module).length,
        modificado: ofModule(module.moduleId),
      })),
  };
}
