import type { Overview } from '../../../backend/api/contract/administration.ts';
import type { LearnerCourse, Panel } from '../../../backend/api/contract/learning.ts';
import type { Change } from '../live/feed.ts';

/**
 * What a push changes of an answer that several documents make. Each answers whether the push said all there is to it;
 * false: the entry is read again (docs/decisions/0018-composed-answers.md). Pushes hold what the same code of the server answers.
 */

interface Study extends Pick<Panel, 'dias'>, Pick<Panel['estadisticas'], 'tiempoEstudiado' | 'racha'> {
  /** Minutes by course. */
  cursos: Record<string, number>;
}
type Standing = Pick<LearnerCourse, 'cambios' | 'ultimaVista'>;

const saidOf = <T>(change: Change) => change.data as T | undefined;
const study = (change: Change) => (change.id === 'estudio' ? saidOf<Study>(change) : undefined);

export const patchPanel = (panel: Panel, change: Change): boolean => {
  if (!change.topic.startsWith('progreso:')) return false;
  const time = study(change);
  if (time) {
    // Days that the panel shows are those up to today: after midnight it is another one.
    if (panel.dias.at(-1)?.fecha !== time.dias.at(-1)?.fecha) return false;
    Object.assign(panel.estadisticas, { tiempoEstudiado: time.tiempoEstudiado, racha: time.racha });
    panel.dias = time.dias;
    for (const course of panel.cursos) course.tiempoEstudiado = time.cursos[course.id_curso] ?? 0;
    return true;
  }
  const said = saidOf<Standing>(change);
  const at = panel.cursos.findIndex(({ id_curso }) => String(id_curso) === change.id);
  const course = panel.cursos[at];
  if (!said || course?.cambios !== said.cambios) return false;
  course.ultimaVista = said.ultimaVista;
  // The course in use comes first.
  panel.cursos.unshift(...panel.cursos.splice(at, 1));
  return true;
};

export const patchLearner = (learner: LearnerCourse, change: Change): boolean => {
  if (!change.topic.startsWith('progreso:')) return false;
  const time = study(change);
  if (time) learner.tiempoEstudiado = time.cursos[learner.id_curso] ?? 0;
  if (time || (change.id !== 'estudio' && change.id !== String(learner.id_curso))) return true;
  const said = saidOf<Standing>(change);
  if (said?.cambios !== learner.cambios) return false;
  learner.ultimaVista = said.ultimaVista;
  return true;
};

export const patchOverview = (overview: Overview, change: Change): boolean => {
  const said = saidOf<{ cifras: Partial<Record<Overview['cifras'][number]['id'], number>>; at: string }>(change);
  if (!said?.cifras) return false;
  for (const figure of overview.cifras) {
    const value = said.cifras[figure.id];
    if (value === undefined) continue;
    if (change.id === 'total') figure.valor = value;
    else {
      const day = figure.dias.find(({ fecha }) => fecha === change.id);
      if (!day) return false;
      day.valor = value;
    }
  }
  overview.posicion = change.position;
  if (overview.actualizado === null || said.at > overview.actualizado) overview.actualizado = said.at;
  return true;
};
