import { useEffect, useReducer, useRef } from 'react';
import type { ImportRowInput, RowResult } from '../../../../backend/api/contract/imports.ts';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import { toFailure } from '../../ui/error-text.ts';
import { type Parted, partsOf, repeatedIn, textOf } from './import-file.ts';

type Problem = Extract<Parted, { problem: string }>['problem'];
export interface ImportState {
  step: 'choosing' | 'looking' | 'looked' | 'bringing' | 'brought' | 'undoing' | 'undone';
  name: string | null;
  problem: Problem | null;
  rows: number;
  parts: number;
  /** How many rows have been processed. */
  done: number;
  counts: Record<RowResult['resultado'], number>;
  courses: number;
  wrong: readonly RowResult[];
  /** The imported batch; null: nothing was imported. */
  batch: string | null;
  /** The error that ended it early. */
  failure: unknown;
}
const none = { nueva: 0, conocida: 0, rechazada: 0 };
const fresh: ImportState = {
  ...{ step: 'choosing', name: null, problem: null, rows: 0, parts: 0, done: 0 },
  ...{ counts: none, courses: 0, wrong: [], batch: null, failure: null },
};

/** How long the school asks to wait; a part is repeated after that time. */
const patience = (failure: unknown): number => {
  const { status, retryAfter } = toFailure(failure);
  return status === 429 || status === 503 || status === 0 ? Math.max(1, retryAfter) * 1_000 : 0;
};
const TRIES = 5;
/** A file of up to this many parts is repeated with the same keys, so that no part is imported twice. */
const again = async <T>(send: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await send();
    } catch (failure) {
      const wait = patience(failure);
      if (wait === 0 || attempt >= TRIES) throw failure;
      await new Promise((go) => setTimeout(go, Math.min(wait * attempt, 60_000)));
    }
};

/** The import of one file: all rows are checked before anything is written, then the parts are imported one after another under one batch. */
export const useImport = () => {
  const [state, change] = useReducer((before: ImportState, next: Partial<ImportState>): ImportState => ({ ...before, ...next }), fresh);
  const parts = useRef<{ all: ImportRowInput[][]; repeated: ReadonlySet<number>; ready: ReadonlySet<number> }>({
    ...{ all: [], repeated: new Set(), ready: new Set() },
  });
  /** The present run; a later one, or none, ends it. */
  const run = useRef(0);
  const [review] = api.useReviewImportMutation();
  const [open] = api.useOpenImportMutation();
  const [bringPart] = api.useImportPartMutation();
  const [close] = api.useCloseImportMutation();
  const [takeBack] = api.useUndoBatchMutation();
  const busy = state.step === 'looking' || state.step === 'bringing' || state.step === 'undoing';
  useEffect(() => {
    if (!busy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
  useEffect(
    () => () => {
      run.current++;
    },
    [],
  );

  /** Sends each part, and counts the results of its rows. */
  const through = async (
    step: 'looking' | 'bringing',
    all: readonly (readonly ImportRowInput[])[],
    send: (part: number, rows: ImportRowInput[]) => Promise<{ filas: RowResult[] }>,
  ): Promise<{ whole: boolean; results: RowResult[] }> => {
    const mine = ++run.current;
    const counts = { ...none };
    const results: RowResult[] = [];
    let courses = 0;
    change({ step, parts: all.length, done: 0, counts: none, courses: 0, wrong: [], failure: null });
    for (const [part, rows] of all.entries()) {
      if (run.current !== mine) return { whole: false, results };
      const { filas } = await again(() => send(part, [...rows]));
      if (run.current !== mine) return { whole: false, results };
      for (const row of filas) {
        counts[row.resultado]++;
        courses += row.resultado === 'rechazada' ? 0 : row.cursos;
        results.push(row);
      }
      change({ done: part + 1, counts: { ...counts }, courses });
    }
    return { whole: true, results };
  };
  const wrongOf = (results: readonly RowResult[]) => results.filter(({ resultado }) => resultado === 'rechazada');

  return {
    state,
    async choose(file: File): Promise<void> {
      run.current++;
      change({ ...fresh, name: file.name });
      let parted: Parted;
      try {
        parted = partsOf(textOf(await file.arrayBuffer()));
      } catch {
        parted = { problem: 'unreadable' };
      }
      if ('problem' in parted) return change({ problem: parted.problem });
      const repeated = repeatedIn(parted.parts);
      change({ rows: parted.rows });
      try {
        const { whole, results } = await through('looking', parted.parts, async (_, rows) => {
          const first = rows.filter(({ linea }) => !repeated.has(Number(linea)));
          const twice = rows
            .filter(({ linea }) => repeated.has(Number(linea)))
            .map(
              ({ linea }): RowResult => ({
                ...{ linea: Number(linea), resultado: 'rechazada', cursos: 0 },
                problemas: [{ campo: 'email', codigo: 'ROW_TWICE' }],
              }),
            );
          return { filas: [...(first.length > 0 ? (await review({ filas: first }).unwrap()).filas : []), ...twice] };
        });
        if (!whole) return;
        const ready = new Set(results.filter(({ resultado }) => resultado !== 'rechazada').map(({ linea }) => linea));
        parts.current = { all: parted.parts, repeated, ready };
        change({ step: 'looked', wrong: wrongOf(results) });
      } catch (failure) {
        change({ step: 'choosing', failure });
      }
    },
    /** Only rows without problems. */
    async bring(motivo: string): Promise<void> {
      const { all, ready } = parts.current;
      const right = all.map((rows) => rows.filter(({ linea }) => ready.has(Number(linea)))).filter((rows) => rows.length > 0);
      const before = state.wrong;
      try {
        const { lote } = await again(() => open().unwrap());
        change({ batch: lote });
        const { whole, results } = await through('bringing', right, (parte, filas) =>
          bringPart({ lote, body: command({ parte, filas, motivo }, { key: `${lote}-${parte}` }) }).unwrap(),
        );
        const wrong = wrongOf(results);
        await again(() => close({ lote, body: { hechas: results.length - wrong.length, rechazadas: wrong.length } }).unwrap());
        if (whole) change({ step: 'brought', wrong: [...before, ...wrong] });
      } catch (failure) {
        change({ step: 'brought', failure });
      }
    },
    async undo(): Promise<void> {
      const lote = state.batch;
      if (lote === null) return;
      change({ step: 'undoing', done: 0, failure: null });
      try {
        for (let desde: number | null = 0; desde !== null; ) {
          const from: number = desde;
          const { siguiente } = await again(() => takeBack({ lote, body: { desde: from } }).unwrap());
          change({ done: siguiente ?? state.parts });
          desde = siguiente;
        }
        change({ step: 'undone', batch: null });
      } catch (failure) {
        change({ step: 'brought', failure });
      }
    },
    /** Imported parts stay, and can be undone. */
    stop(): void {
      run.current++;
      change({ step: state.step === 'bringing' ? 'brought' : 'choosing', ...(state.step === 'looking' && { name: null }) });
    },
    reset(): void {
      run.current++;
      change(fresh);
    },
  };
};
