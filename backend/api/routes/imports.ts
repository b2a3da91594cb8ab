import { createImports, type ImportResult, type ImportRow } from '../../commands/identity/imports.ts';
import type { Batches } from '../../commands/learning/batches.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import { type ImportDoc, imports as importDocs } from '../../projections/imports.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createSignIn } from '../calls/signIn.ts';
import { email as emailSchema, givenUsername } from '../contract/auth.ts';
import { QUIET_MINUTES } from '../contract/choices.ts';
import { NO_REASON, optionalName } from '../contract/common.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { type ImportRecord, type ImportRowInput, imports, MOST_ROW_COURSES, type RowCode, type RowResult } from '../contract/imports.ts';
import { rolesByCode } from '../contract/roles.ts';
import type { Deps } from '../deps.ts';

const HOUR = 3_600_000;
/** Parts by one administrator in an hour: a file of 100,000 rows, checked, mended, checked again and imported. */
const PARTS_PER_HOUR = 10_000;
/** The length of a first or last name. */
const MOST_NAME = 120;
/** Files started by one administrator in an hour. */
const FILES_PER_HOUR = 30;

const roleWords: Readonly<Record<string, ImportRow['role']>> = {
  '': 'student',
  estudiante: 'student',
  instructor: 'instructor',
  administrador: 'administrator',
  analista: 'analyst',
  auditor: 'auditor',
};
const planWords: Readonly<Record<string, ImportRow['plan']>> = {
  '': 'basic',
  '1': 'basic',
  basico: 'basic',
  '2': 'premium',
  premium: 'premium',
};

type Problem = RowResult['problemas'][number];
const names = { new: 'nueva', known: 'conocida', refused: 'rechazada' } as const;
const fieldNames = { email: 'email', username: 'username', courses: 'cursos' } as const;

/** The content of a row, without what cannot be read of it, and what is wrong with that. */
function readRow(row: ImportRowInput): { row: ImportRow; problems: Problem[] } {
  const problems: Problem[] = [];
  const wrong = (campo: Problem['campo'], codigo: ErrorCode | RowCode) => void problems.push({ campo, codigo });
  const text = (value: string | undefined) => value?.trim() ?? '';
  const address = emailSchema.safeParse(text(row.email));
  if (text(row.email) === '') wrong('email', 'REQUIRED_FIELDS');
  else if (!address.success) wrong('email', 'INVALID_EMAIL');
  const username = text(row.username) === '' ? null : givenUsername.safeParse(row.username);
  if (username && !username.success) wrong('username', 'USERNAME_INVALID');
  const name = (field: 'first_name' | 'last_name'): string | null => {
    const parsed = optionalName(MOST_NAME).safeParse(row[field]);
    if (!parsed.success) wrong(field, text(row[field]).length > MOST_NAME ? 'NAME_TOO_LONG' : 'INVALID_TEXT');
    return parsed.data ?? null;
  };
  const [firstName, lastName] = [name('first_name'), name('last_name')];
  const role = rolesByCode[Number(text(row.rol))] ?? roleWords[folded(text(row.rol))];
  if (!role) wrong('rol', 'ROLE_UNKNOWN');
  const plan = planWords[folded(text(row.plan))];
  if (!plan) wrong('plan', 'PLAN_UNKNOWN');
  const numbers = text(row.cursos)
    .split(/[\s;,|/]+/)
    .filter(Boolean);
  const courses = [...new Set(numbers.map((number) => Number(number.replace('#', ''))))];
  const unlike = numbers.every((number) => /^#?\d{1,9}$/.test(number))
    ? courses.length > MOST_ROW_COURSES && 'TOO_MANY_COURSES'
    : 'COURSE_NUMBERS';
  if (unlike) wrong('cursos', unlike);
  return {
    problems,
    row: {
      ...{ line: Number(row.linea), email: address.data ?? '', username: username?.data ?? null, firstName, lastName },
      ...{ role: role ?? 'student', plan: plan ?? 'basic', courses: unlike ? [] : courses },
    },
  };
}

const stateOf = ({ ended, planned, undoing, undoneAt, lastAt }: ImportDoc, now: Date): ImportRecord['estado'] => {
  if (undoneAt !== null) return 'deshecha';
  if (undoing) return 'deshaciendo';
  if (ended) return planned && ended.done + ended.refused < planned.rows ? 'parada' : 'terminada';
  return now.getTime() - Date.parse(lastAt) > QUIET_MINUTES * 60_000 ? 'detenida' : 'en-curso';
};

/** The imports of the school. */
function listRoute(implement: Implement): void {
  implement(imports.listImports, {
    async handle({ query: { limit, cursor } }, call) {
      const { docs, next } = await call.reads.find(importDocs, {
        ...{ sort: ['-openedAt'], limit },
        ...(cursor !== undefined && { cursor }),
      });
      const people = await call.reads.getMany(
        users,
        docs.map(({ doc }) => String(doc.openedBy)),
      );
      return {
        importaciones: docs.map(({ doc }) => {
          const person = people.get(String(doc.openedBy));
          return {
            ...{ lote: doc.batchId, fecha: doc.openedAt, persona: person ? shownName(person, 'staff') : null },
            ...{ personas: doc.people, nuevas: doc.accounts, cursos: doc.courses, partes: doc.parts },
            ...{ partesPrevistas: doc.planned?.parts ?? null, filas: doc.planned?.rows ?? null, hechas: doc.ended?.done ?? null },
            deshecho: doc.undoing && { partes: doc.undoing.parts, cambios: doc.undoing.done, rechazados: doc.undoing.refused },
            ...{ estado: stateOf(doc, call.now), deshecha: doc.undoneAt },
          };
        }),
        siguiente: next,
      };
    },
  });
}

/** People and their courses from a file, part by part. */
export function importRoutes(implement: Implement, deps: Deps, batches: Batches): void {
  listRoute(implement);
  const { accounts, commands, learning, reservations, limits } = deps;
  const { findByEmail } = createSignIn(deps, () => undefined);
  const work = createImports(commands, accounts, learning, reservations, batches, findByEmail);
  const count = (kind: string, max: number, call: Call) => limits.count(kind, String(call.identity?.userId), max, HOUR);

  /** Rows that cannot be read are refused; of two with the same address the first counts. `act` gets the others or, where it only looks, all. */
  const through = async (
    rows: readonly ImportRowInput[],
    which: 'readable' | 'all',
    act: (rows: readonly ImportRow[]) => Promise<ImportResult[]>,
  ): Promise<{ filas: RowResult[] }> => {
    const seen = new Set<string>();
    const read = rows.map(readRow);
    for (const { row, problems } of read) {
      if (problems.length > 0) continue;
      const address = row.email.toLowerCase();
      if (seen.has(address)) problems.push({ campo: 'email', codigo: 'ROW_TWICE' });
      seen.add(address);
    }
    const given = read.filter(({ problems }) => which === 'all' || problems.length === 0);
    const results = new Map((await act(given.map(({ row }) => row))).map((one) => [one.line, one]));
    return {
      filas: read.map(({ row: { line }, problems }) => {
        const { result, courses, problems: found } = results.get(line) ?? { result: 'refused', courses: 0, problems: [] };
        return {
          ...{ linea: line, resultado: names[problems.length > 0 ? 'refused' : result], cursos: courses },
          problemas: [
            ...problems,
            ...found.map(({ field, code, courseId }) => ({
              campo: fieldNames[field],
              codigo: code,
              ...(courseId !== undefined && { curso: courseId }),
            })),
          ],
        };
      }),
    };
  };

  implement(imports.reviewImport, {
    async handle({ body }, call) {
      await count('import-parts', PARTS_PER_HOUR, call);
      return through(body.filas, 'all', (rows) => work.look(rows, call.now));
    },
  });
  implement(imports.openImport, {
    async handle({ body: { filas, partes } }, call) {
      await count('import-files', FILES_PER_HOUR, call);
      const planned = filas === undefined || partes === undefined ? null : { rows: filas, parts: partes };
      const { batchId, position } = await work.open(call.context(), planned);
      call.wrote(position);
      return { lote: batchId };
    },
  });
  implement(imports.importPart, {
    async handle({ params, body }, call) {
      await count('import-parts', PARTS_PER_HOUR, call);
      return through(body.filas, 'readable', async (rows) => {
        const { results, position } = await work.bring(params.lote, body.parte, rows, call.context(body.motivo ?? NO_REASON));
        call.wrote(position);
        return results;
      });
    },
  });
  implement(imports.closeImport, {
    async handle({ params, body }, call) {
      const figures = { done: body.hechas, refused: body.rechazadas };
      call.wrote((await batches.close(params.lote, figures, call.context())).position);
      return { message: 'Importación terminada' };
    },
  });
}
