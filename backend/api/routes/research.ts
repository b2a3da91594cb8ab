import { recordedOperations } from '../../commands/operations/recorded.ts';
import { packed, sha256 } from '../../integrations/packages/archive.ts';
import { researchDataset } from '../answers/research.ts';
import { type Implement, signedIn } from '../calls/implement.ts';
import { eventCalls as contract } from '../contract/events.ts';
import type { Deps } from '../deps.ts';

/** The least people in each group of those who look alike (k-anonymity). */
const K = 5;
/** The most files of one person in a day: several could be subtracted from one another. */
const FILES_PER_DAY = 3;
const DAY = 86_400_000;

const meanings = {
  persona: 'Identificador al azar, solo de este archivo; quien tiene una combinación poco común lleva otro en cada renglón',
  curso: 'Título del curso',
  periodo: 'Mes, trimestre (T) o año de la inscripción: el más fino con el que nadie queda solo',
  plan: 'Plan de la persona al descargar: basico o premium',
  estado: 'aprendiendo, completado o dejado',
  avance: 'Porcentaje de clases completadas, por tramos',
  horas: 'Horas de estudio en el curso, por tramos',
  dias_hasta_terminar: 'Días de la inscripción a completar el curso, por tramos; vacío si no lo completó',
  evaluaciones: 'Evaluaciones que intentó en el curso; 3+ son tres o más',
  aprobadas: 'De ellas, las que aprobó',
};

const inEnglish = {
  persona: 'Random id, of this file alone; whoever has an uncommon combination has another one in each row',
  curso: 'Title of the course',
  periodo: 'Month, quarter (T) or year of the enrolment: the finest in which nobody stands alone',
  plan: 'Plan of the person when downloaded: basico (basic) or premium',
  estado: 'aprendiendo (learning), completado (completed) or dejado (left)',
  avance: 'Percentage of classes completed, in bands',
  horas: 'Hours of study in the course, in bands',
  dias_hasta_terminar: 'Days from the enrolment to completing the course, in bands; empty where it was not completed',
  evaluaciones: 'Quizzes that were tried in the course; 3+ is three or more',
  aprobadas: 'Of them, those that were passed',
} satisfies Record<keyof typeof meanings, string>;

/** Enrolments for research, with a manifest that says how nobody is found in them. */
export function researchRoutes(implement: Implement, { commands, limits }: Deps): void {
  implement(contract.researchDataset, {
    async handle(_, call) {
      await limits.count('research', String(signedIn(call).userId), FILES_PER_DAY, DAY);
      const { file, rows, ids, leftOut, complete } = await researchDataset(call.reads, K);
      const hash = sha256(file);
      const manifest = {
        archivo: 'inscripciones.csv',
        ...{ fecha: call.now.toISOString().slice(0, 10), posicion: await call.reads.position(), sha256: hash },
        ...{ renglones: rows, identificadores: ids, renglones_omitidos: leftOut, completo: complete },
        anonimato: {
          k: K,
          cuasi_identificadores: ['curso', 'periodo', 'plan'],
          regla:
            'Cada combinación de cursos, periodos y plan bajo un identificador es de al menos k personas. La fecha se agrupa por mes, trimestre o año; quien aun así tiene una combinación menos común lleva un identificador distinto en cada renglón, y el renglón que ni así se parece a otros se omite.',
          fuera: 'Nombres, correos, países, textos escritos por personas, direcciones, fechas exactas y quienes pidieron borrar sus datos.',
          limite: 'Las demás columnas no se agrupan: en un grupo en que todas las personas coinciden en una, esa columna se sabe de todas.',
        },
        campos: meanings,
        // The rules that the text above states, as data.
        english: {
          rule: 'Each combination of courses, periods and plan under one id is that of at least k people. Dates are grouped by month, quarter or year; whoever has a less common combination even so has another id in each row, and a row that resembles no others even then is left out.',
          left_out:
            'Names, mail addresses, countries, texts written by people, postal addresses, exact dates, and whoever asked to have their data erased.',
          limit:
            'The other columns are not grouped: where all people of a group have the same in one, that column is known of all of them.',
          fields: inEnglish,
        },
      };
      const event = { type: 'ResearchDatasetExported', data: { rows, leftOut, k: K, sha256: hash } } as const;
      call.wrote((await commands.handle(recordedOperations, 'exports', { type: 'record', event }, call.context())).position);
      call.header('content-disposition', `attachment; filename="investigacion-${call.now.toISOString().slice(0, 10)}.zip"`);
      call.header('cache-control', 'no-store');
      return packed(
        [
          { name: 'inscripciones.csv', compress: true, content: file },
          { name: 'manifiesto.json', compress: true, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
        ],
        call.now,
      );
    },
  });
}
