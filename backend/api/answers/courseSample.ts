import { openReadings } from '../../../events/outline.ts';
import type { CourseDoc } from '../../projections/courses.ts';
import { lessons } from '../../projections/lessons.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import type { CourseSample } from '../contract/catalogue.ts';
import { courseSlug } from '../contract/slug.ts';
import { classMinutes } from './courses.ts';
import { publicName, sees } from './people.ts';
import { taughtBy } from './taught.ts';

/** How many other courses of the teacher a course's page names. */
const MOST_OTHERS = 4;

type Reads = Pick<ReadSession, 'find' | 'get' | 'getMany'>;

/** What a course shows before one starts it: its first class, as learners read it, and its teacher. */
export const sampleOf = async (doc: CourseDoc, reads: Reads): Promise<CourseSample> => ({
  clase: doc.status === 'published' ? await firstClass(doc, reads) : null,
  maestro: await teacherOf(doc, reads),
});

/** Videos, quizzes and materials are only for people who have the course. null where the first class has no text. */
async function firstClass(doc: CourseDoc, reads: Reads): Promise<CourseSample['clase']> {
  const found = openReadings(doc);
  if (!found) return null;
  const { klass, readings } = found;
  const texts = await reads.getMany(
    lessons,
    readings.map(({ subtopicId }) => String(subtopicId)),
  );
  const lecturas = readings.flatMap(({ subtopicId, title }) => {
    const text = texts.get(String(subtopicId))?.text ?? '';
    return text === '' ? [] : [{ id_subtema: subtopicId, titulo: title, contenido_texto: text }];
  });
  const { content: contenido } = klass;
  if (lecturas.length === 0 && contenido === '') return null;
  return { id_sesion: klass.classId, titulo: klass.title, duracion: classMinutes(klass), contenido, lecturas };
}

/** Only what this person shows to everyone. */
async function teacherOf({ courseId, instructorId }: CourseDoc, reads: Reads): Promise<CourseSample['maestro']> {
  const person = instructorId === null ? null : await reads.get(users, String(instructorId));
  if (instructorId === null || !person || person.erased) return null;
  const others = (await taughtBy(instructorId, reads)).filter((one) => one.status === 'published' && one.courseId !== courseId);
  return {
    nombre: publicName(person, instructorId),
    presentacion: sees('everyone', 'bio', person) ? person.profile.bio : null,
    cursos: others.slice(0, MOST_OTHERS).map(({ courseId: id, title }) => ({ nombre: title, slug: courseSlug({ id, nombre: title }) })),
  };
}
