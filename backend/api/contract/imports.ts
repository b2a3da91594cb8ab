import { z } from 'zod';
import { MOST_FILE_ROWS, MOST_ROWS } from './choices.ts';
import { idNumber, messageAnswer, numeric, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

const tag = 'Importación';

export const MOST_ROW_COURSES = 10;

/** A row as the file has it. Only its size is checked here, because a wrong row must not stop the others. */
const cell = (max: number) => z.string().max(max).optional();
export const importRow = z.object({
  /** The row's number in the file. */
  linea: numeric(z.number().int().min(1).max(10_000_000)),
  email: cell(400),
  username: cell(200),
  first_name: cell(400),
  last_name: cell(400),
  /** The code of a role, or its word. */
  rol: cell(40),
  plan: cell(40),
  /** Ids of courses, `1` or `#1`, separated by spaces or any of ; , | /. */
  cursos: cell(200),
});
export type ImportRowInput = z.input<typeof importRow>;
const rows = z
  .array(importRow)
  .min(1, 'REQUIRED_FIELDS')
  .max(MOST_ROWS)
  // A row is identified by its line: two with the same line could not be told apart.
  .refine((all) => new Set(all.map(({ linea }) => linea)).size === all.length);

/** What only a row can have wrong; its texts stand with the page of imports. */
export const rowCodes = ['ROLE_UNKNOWN', 'PLAN_UNKNOWN', 'ROW_TWICE', 'COURSE_NUMBERS', 'TOO_MANY_COURSES', 'NAME_TOO_LONG'] as const;
export type RowCode = (typeof rowCodes)[number];
export const rowProblem = z.object({
  campo: z.enum(['email', 'username', 'first_name', 'last_name', 'rol', 'plan', 'cursos']),
  /** A code of `rowCodes`, or of the catalogue of errors. */
  codigo: z.string(),
  /** Which of the row's courses it is about. */
  curso: z.number().optional(),
});
export const rowResult = z.object({
  linea: z.number(),
  resultado: z.enum(['nueva', 'conocida', 'rechazada']),
  cursos: z.number(),
  problemas: z.array(rowProblem),
});
export type RowResult = z.output<typeof rowResult>;

export const importRecord = z.object({
  lote: z.string(),
  fecha: z.string(),
  /** Who began it; null: their account was erased. */
  persona: z.string().nullable(),
  /** How many people got an account or a course, as far as it came; also once it is undone. */
  personas: z.number(),
  nuevas: z.number(),
  cursos: z.number(),
  partes: z.number(),
  /** The reason given when it began; null: none. */
  partesPrevistas: z.number().nullable(),
  filas: z.number().nullable(),
  /** How many rows had been brought in when it ended; null: it has not ended. */
  hechas: z.number().nullable(),
  /** `detenida`: neither ended nor heard of for `QUIET_MINUTES`; `parada`: ended before the end of its file. */
  estado: z.enum(['en-curso', 'detenida', 'parada', 'terminada', 'deshaciendo', 'deshecha']),
  /** How far its undoing came; null: it was not begun, or an older release undid it. */
  deshecho: z.object({ partes: z.number(), cambios: z.number(), rechazados: z.number() }).nullable(),
  deshecha: z.string().nullable(),
});
export type ImportRecord = z.output<typeof importRecord>;

/** How many rows will follow, for those who watch its progress. */
const planned = (most: number) => numeric(z.number().int().min(0).max(most)).optional();
const part = z.object({ lote: z.string().max(40) });

export const imports = {
  listImports: route({
    id: 'listImports',
    method: 'GET',
    path: '/api/importaciones',
    tag,
    summary: 'The imports of the school and what became of each, newest first',
    policy: 'users.import',
    query: pageQuery,
    live: { follows: { importaciones: true }, pace: 1_000 },
    answer: z.object({ importaciones: z.array(importRecord), siguiente: z.string().nullable() }),
  }),
  reviewImport: route({
    id: 'reviewImport',
    method: 'POST',
    path: '/api/importaciones/revisar',
    tag,
    summary: 'What bringing these rows in would do, and what is wrong with each; nothing is written',
    policy: 'users.import',
    body: z.object({ filas: rows }),
    aside: true,
    answer: z.object({ filas: z.array(rowResult) }),
  }),
  openImport: route({
    id: 'openImport',
    method: 'POST',
    path: '/api/importaciones',
    tag,
    summary: 'Begin a batch; its parts follow',
    policy: 'users.import',
    status: 201,
    body: z.object({ filas: planned(MOST_FILE_ROWS), partes: planned(MOST_FILE_ROWS) }),
    answer: z.object({ lote: z.string() }),
  }),
  importPart: route({
    id: 'importPart',
    method: 'POST',
    path: '/api/importaciones/:lote/partes',
    tag,
    summary:
      'Bring a part in: whoever has no account gets one and an invitation, whoever has one keeps it as it is; both get their courses. Parts come in order; one that is sent again is done once',
    policy: 'users.import',
    params: part,
    body: z.object({ parte: numeric(z.number().int().min(0).max(MOST_FILE_ROWS)), filas: rows, motivo: optionalText(500) }),
    answer: z.object({ filas: z.array(rowResult) }),
    errors: ['BATCH_NOT_FOUND', 'BATCH_UNDONE', 'CONFLICT'],
  }),
  closeImport: route({
    id: 'closeImport',
    method: 'POST',
    path: '/api/importaciones/:lote/cerrar',
    tag,
    summary: 'End a batch, with how many rows were brought in and how many refused',
    policy: 'users.import',
    params: part,
    body: z.object({ hechas: idNumber.or(z.literal(0)), rechazadas: idNumber.or(z.literal(0)) }),
    answer: messageAnswer,
    errors: ['BATCH_NOT_FOUND', 'BATCH_UNDONE'],
  }),
} as const;
