import type { Outline } from '../../backend/api/contract/records/courses.ts';
import type { LearnerCourse } from '../../backend/api/contract/records/learning.ts';
import { settled } from '../support/people.ts';
import type { Ask, School } from '../support/school.ts';

/** What the tests do beside the browser: the API's own calls, each of which must succeed. */
export async function ok(school: School, method: string, path: string, options: Ask = {}): Promise<Record<string, unknown>> {
  const answer = await school.ask(method, path, options);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

type Session = Awaited<ReturnType<School['login']>>;

export const outlineOf = async (school: School, { token }: Session, courseId: number): Promise<Outline> =>
  (await ok(school, 'GET', `/api/cursos/esquema/${courseId}`, { token })) as unknown as Outline;
export const standingOf = async (school: School, { token, id }: Session, courseId: number): Promise<LearnerCourse> =>
  (await ok(school, 'GET', `/api/progreso/curso/${courseId}/${id}`, { token })) as unknown as LearnerCourse;

export const enrol = async (school: School, { token, id }: Session, courseId: number): Promise<void> => {
  await ok(school, 'POST', '/api/inscripciones/inscribir', { token, body: { id_usuario: id, id_curso: courseId } });
  await settled(school);
};
export const complete = async (school: School, { token, id }: Session, classId: number, completado = true): Promise<void> => {
  await ok(school, 'PATCH', `/api/usuario-sesion/marcarComoCompletada/${id}/${classId}/completar`, { token, body: { completado } });
};
export const setPublished = async (school: School, { token }: Session, courseId: number, published: boolean): Promise<void> => {
  await ok(school, 'PATCH', `/api/cursos/cursos/${courseId}/estado`, { token, body: { estado: published ? 1 : 0, motivo: 'Prueba' } });
};

export interface DraftClass {
  title: string;
  /** Markdown. */
  text?: string;
  minutes?: number;
}
export interface Draft {
  id: number;
  modules: { id: number; name: string; classes: { id: number; title: string }[] }[];
}

/** A free course as its author leaves it before publishing: for each module, its classes. */
export async function draftCourse(school: School, author: Session, nombre: string, modules: readonly DraftClass[][]): Promise<Draft> {
  const { token } = author;
  const body = { nombre, descripcion: `Acerca de ${nombre}`, id_maestro: author.id, tipo: 'Básico', precio: 0 };
  const draft: Draft = { id: Number((await ok(school, 'POST', '/api/cursos/create', { token, body })).id), modules: [] };
  for (const [index, classes] of modules.entries()) {
    const name = `Parte ${index + 1} de ${nombre}`;
    const made = await ok(school, 'POST', '/api/modulos/create', { token, body: { nombre: name, id_curso: draft.id } });
    const module: Draft['modules'][number] = { id: Number(made.id_modulo), name, classes: [] };
    for (const { title, text = 'Un texto corto.', minutes = 10 } of classes) {
      const klass = await ok(school, 'POST', '/api/sesiones/createSesion', {
        token,
        body: {
          id_modulo: module.id,
          titulo: title,
          descripcion: '',
          subtemas: [
            { titulo: `Lectura de ${title}`, tipo_subtema: 'lectura', contenido_texto: text, ...(minutes > 0 && { duracion: minutes }) },
          ],
        },
      });
      module.classes.push({ id: Number(klass.id_sesion), title });
    }
    draft.modules.push(module);
  }
  await settled(school);
  return draft;
}
