import type { z } from 'zod';
import type { contracts } from '../../../backend/api/contract/all.ts';
import { carriedBy } from '../../../backend/api/contract/topics.ts';
import type { LiveOptions } from '../live/live-queries.ts';
import type { Change } from '../live/tails.ts';

/**
 * How a push changes the cached answer of each call; the answer of a call that is not listed is read again. For an answer composed of several documents
 * the patch returns whether the push contained the whole change; if not (false), the entry is read again
 * (docs/decisions/0018-composed-answers.md). Pushes carry what `contract/topics.ts` declares, made by the same code as the answers.
 */
type Calls = typeof contracts;
type AnswerOf<Call extends keyof Calls> = z.output<Calls[Call]['answer']>;
export type Patch<Data> = Pick<LiveOptions<unknown, Data>, 'rows' | 'key' | 'accepts' | 'patch'>;

/** A learner's data in one document that the panel or the player shows: study time, or one course. */
const study = (change: Change) => carriedBy(change, 'progreso:{userId}', 'estudio');
const progressOf = (change: Change) => carriedBy(change, 'progreso:{userId}', '{courseId}');

export const patches = {
  panel: {
    patch(panel, change) {
      const time = study(change);
      if (time) {
        // The panel shows the days up to today: after midnight the answer has other days, so it cannot be patched.
        if (panel.dias.at(-1)?.fecha !== time.dias.at(-1)?.fecha) return false;
        Object.assign(panel.estadisticas, { tiempoEstudiado: time.tiempoEstudiado, racha: time.racha });
        panel.dias = time.dias;
        for (const course of panel.cursos) course.tiempoEstudiado = time.cursos[course.id_curso] ?? 0;
        return true;
      }
      const said = progressOf(change);
      const at = panel.cursos.findIndex(({ id_curso }) => String(id_curso) === change.id);
      const course = panel.cursos[at];
      if (!said || course?.cambios !== said.cambios) return false;
      course.ultimaVista = said.ultimaVista;
      // The course in use comes first.
      panel.cursos.unshift(...panel.cursos.splice(at, 1));
      return true;
    },
  },
  learnerCourse: {
    patch(learner, change) {
      const time = study(change);
      if (time) {
        learner.tiempoEstudiado = time.cursos[learner.id_curso] ?? 0;
        return true;
      }
      const said = progressOf(change);
      if (!said) return false;
      if (change.id !== String(learner.id_curso)) return true;
      if (said.cambios !== learner.cambios) return false;
      learner.ultimaVista = said.ultimaVista;
      return true;
    },
  },
  overview: {
    patch(overview, change) {
      const said = carriedBy(change, 'resumen', '{day}');
      if (!said) return false;
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
    },
  },
  listProjections: {
    rows: (projections) => projections,
    // Samples of a diff hold personal data and are not pushed: a row that has a diff is read again.
    accepts: (row) => !(row as Partial<AnswerOf<'listProjections'>[number]>).reconstruccion?.diferencia,
  },
  eventDictionary: { rows: (types) => types, key: 'tipo' },
} satisfies { readonly [Call in keyof Calls]?: Patch<AnswerOf<Call>> };
