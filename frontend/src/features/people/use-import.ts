import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ImportRecord, ImportRowInput, RowResult } from '../../../../backend/api/contract/imports.ts';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { noteWork } from '../../lib/idle.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { toFailure } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { namedOnce, type Parted, partsOf, repeatedIn, textOf } from './import-file.ts';
import './texts.ts';

type Problem = Extract<Parted, { problem: string }>['problem'];
export interface ImportState {
  /** `stopped`: the import ended early, by the button or by a failure, with `done` rows imported. `halfway`: undoing it failed before the end. */
  step: 'choosing' | 'looking' | 'looked' | 'bringing' | 'brought' | 'stopped' | 'undoing' | 'halfway' | 'undone';
  /** The file's name; null: none was chosen, or an import of the list is being undone. */
  name: string | null;
  /** The import of the list that is being undone, by the time when it began. */
  listed: { when: string } | null;
  /** The reason for undoing it. */
  why: string;
  problem: Problem | null;
  /** The row that the problem is about, where it is about one. */
  line: number | null;
  /** Titles of columns that are ignored. */
  unused: readonly string[];
  rows: number;
  parts: number;
  /** How many rows have been processed. */
  done: number;
  counts: Record<RowResult['resultado'], number>;
  courses: number;
  wrong: readonly WrongRow[];
  /** The imported batch; null: nothing was imported. */
  batch: string | null;
  /** The error that ended it early. */
  failure: unknown;
  /** The import was asked to stop; it does after the part that is being sent. */
  stopping: boolean;
  /** How many rows the undoing reverted, and how many it could not. */
  undone: { done: number; refused: number };
  /** Another window finished the undoing first: the list has the numbers. */
  elsewhere: boolean;
}
export type WrongRow = RowResult & { row: ImportRowInput };
const none = { nueva: 0, conocida: 0, rechazada: 0 };
const fresh: ImportState = {
  ...{ step: 'choosing', name: null, listed: null, why: '', problem: null, line: null, unused: [], rows: 0, parts: 0, done: 0 },
  ...{
    counts: none,
    courses: 0,
    wrong: [],
    batch: null,
    failure: null,
    stopping: false,
    undone: { done: 0, refused: 0 },
    elsewhere: false,
  },
};

/** How long the school asks to wait; a part is repeated after that time. */
const patience = (failure: unknown): number => {
  const { status, retryAfter } = toFailure(failure);
  return status === 429 || status === 503 || status === 0 ? Math.max(1, retryAfter) * 1_000 : 0;
};
const TRIES = 5;
/** A file of up to this many parts is repeated with the same keys, so that no part is imported twice. */
const again = async <T>(of: Job, send: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await send();
    } catch (failure) {
      const wait = patience(failure);
      if (wait === 0 || attempt >= TRIES || of.state.stopping) throw failure;
      await new Promise<void>((go) => {
        of.wake = go;
        setTimeout(go, Math.min(wait * attempt, 60_000));
      });
      if (of.state.stopping) throw failure;
    }
};

/** The import of this window. It goes on while other pages are shown; whoever else signs in here begins afresh. */
interface Job {
  by: number;
  state: ImportState;
  parts: { all: ImportRowInput[][]; ready: ReadonlySet<number> };
  /** The present run; a later one, or none, ends it. */
  run: number;
  /** Ends the wait before a part is repeated. */
  wake: () => void;
}
let job: Job | null = null;

/** Listeners of the pages that show the import. */
const pages = new Set<() => void>();
const follow = (onChange: () => void) => {
  pages.add(onChange);
  return () => void pages.delete(onChange);
};
const warn = (event: BeforeUnloadEvent) => event.preventDefault();
const isBusy = ({ step }: ImportState) => step === 'looking' || step === 'bringing' || step === 'undoing';
const put = (of: Job, next: Partial<ImportState>): void => {
  of.state = { ...of.state, ...next };
  if (of !== job) return;
  // Leaving this page does not stop the import; closing the window does, hence the browser's question.
  if (isBusy(of.state)) {
    addEventListener('beforeunload', warn);
    noteWork();
  } else removeEventListener('beforeunload', warn);
  for (const onChange of pages) onChange();
};
const jobOf = (userId: number): Job => {
  if (job?.by === userId) return job;
  if (job) job.run++;
  removeEventListener('beforeunload', warn);
  job = { by: userId, state: fresh, parts: { all: [], ready: new Set() }, run: 0, wake: () => undefined };
  return job;
};

/** The import of one file: all rows are checked before anything is written, then the parts are imported one after another under one batch. */
export const useImport = () => {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  const { id } = useSessionUser();
  const state = useSyncExternalStore(follow, () => jobOf(id).state);
  const [review] = api.useReviewImportMutation();
  const [open] = api.useOpenImportMutation();
  const [bringPart] = api.useImportPartMutation();
  const [close] = api.useCloseImportMutation();
  const [takeBack] = api.useUndoBatchMutation();
  /** Somebody who went on to another page gets a notice when a run ends. */
  const end = (of: Job, next: Partial<ImportState>, text: string): void => {
    put(of, next);
    if (of !== job || pages.size > 0) return;
    notify.info(text, { duration: 20_000, action: { label: t('away.open'), onClick: () => void navigate(officePaths.importPeople) } });
  };

  /** Sends each part, and counts the results of its rows into `results`. Returns whether it came to the end. */
  const through = async (
    of: Job,
    mine: number,
    step: 'looking' | 'bringing',
    all: readonly (readonly ImportRowInput[])[],
    results: RowResult[],
    send: (part: number, rows: ImportRowInput[]) => Promise<{ filas: RowResult[] }>,
  ): Promise<boolean> => {
    const counts = { ...none };
    let courses = 0;
    put(of, { step, parts: all.length, done: 0, counts: none, courses: 0, wrong: [], failure: null, stopping: false });
    for (const [part, rows] of all.entries()) {
      if (of.run !== mine || of.state.stopping) return false;
      const { filas } = await again(of, () => send(part, [...rows]));
      if (of.run !== mine) return false;
      for (const row of filas) {
        counts[row.resultado]++;
        courses += row.resultado === 'rechazada' ? 0 : row.cursos;
        results.push(row);
      }
      put(of, { done: part + 1, counts: { ...counts }, courses });
    }
    return true;
  };
  const wrongOf = (of: Job, results: readonly RowResult[]): WrongRow[] => {
    const wrong = results.filter(({ resultado }) => resultado === 'rechazada');
    if (wrong.length === 0) return [];
    const rows = new Map(of.parts.all.flat().map((row) => [Number(row.linea), row]));
    return wrong.map((result) => ({ ...result, row: rows.get(result.linea) ?? { linea: result.linea } }));
  };

  return {
    state,
    async choose(file: File): Promise<void> {
      const of = jobOf(id);
      const mine = ++of.run;
      put(of, { ...fresh, name: file.name });
      let parted: Parted;
      try {
        parted = partsOf(textOf(await file.arrayBuffer()));
      } catch {
        parted = { problem: 'unreadable' };
      }
      if (of.run !== mine) return;
      if ('problem' in parted) return put(of, { problem: parted.problem, line: parted.line ?? null });
      of.parts = { all: parted.parts, ready: new Set() };
      const repeated = repeatedIn(parted.parts);
      const names = new Set<string>();
      const results: RowResult[] = [];
      put(of, { rows: parted.rows, unused: parted.unused });
      try {
        const whole = await through(of, mine, 'looking', parted.parts, results, async (_, rows) => {
          const first = rows.filter(({ linea }) => !repeated.has(Number(linea)));
          const twice = rows
            .filter(({ linea }) => repeated.has(Number(linea)))
            .map(
              ({ linea }): RowResult => ({
                ...{ linea: Number(linea), resultado: 'rechazada', cursos: 0 },
                problemas: [{ campo: 'email', codigo: 'ROW_TWICE' }],
              }),
            );
          const looked = first.length > 0 ? (await review({ filas: first }).unwrap()).filas : [];
          return { filas: [...namedOnce(first, looked, names), ...twice] };
        });
        if (!whole) return;
        const ready = new Set(results.filter(({ resultado }) => resultado !== 'rechazada').map(({ linea }) => linea));
        of.parts = { all: parted.parts, ready };
        end(of, { step: 'looked', wrong: wrongOf(of, results) }, t('away.looked', { name: file.name }));
      } catch (failure) {
        if (of.run === mine) end(of, { step: 'choosing', failure }, t('away.stopped', { name: file.name }));
      }
    },
    /** Only rows without problems. */
    async bring(motivo: string): Promise<void> {
      const of = jobOf(id);
      const mine = ++of.run;
      const { name, wrong: before } = of.state;
      const { all, ready } = of.parts;
      const right = all.map((rows) => rows.filter(({ linea }) => ready.has(Number(linea)))).filter((rows) => rows.length > 0);
      const results: RowResult[] = [];
      const wrong = () => [...before, ...wrongOf(of, results)];
      try {
        const planned = { filas: right.flat().length, partes: right.length };
        const { lote } = await again(of, () => open(planned).unwrap());
        put(of, { batch: lote });
        const whole = await through(of, mine, 'bringing', right, results, (parte, filas) =>
          bringPart({ lote, body: command({ parte, filas, motivo }, { key: `${lote}-${parte}` }) }).unwrap(),
        );
        if (of.run !== mine) return;
        const rechazadas = results.filter(({ resultado }) => resultado === 'rechazada').length;
        put(of, { stopping: false });
        await again(of, () => close({ lote, body: { hechas: results.length - rechazadas, rechazadas } }).unwrap());
        end(of, { step: whole ? 'brought' : 'stopped', wrong: wrong() }, t(whole ? 'away.brought' : 'away.stopped', { name }));
      } catch (failure) {
        if (of.run === mine) end(of, { step: 'stopped', failure, wrong: wrong(), stopping: false }, t('away.stopped', { name }));
      }
    },
    /** Undoes this window's import, or one of the list, as far as it is not undone yet. Undone rows stay undone: after a failure, undoing continues where it stopped. */
    async undo(motivo: string, chosen?: ImportRecord): Promise<void> {
      const of = jobOf(id);
      if (chosen) {
        of.run++;
        const { lote, fecha, partes, deshecho } = chosen;
        put(of, { ...fresh, step: 'halfway', batch: lote, listed: { when: formatDateTime(fecha) }, parts: Math.max(1, partes) });
        if (deshecho) put(of, { done: deshecho.partes, undone: { done: deshecho.cambios, refused: deshecho.rechazados } });
      }
      const { batch: lote, name, listed, step } = of.state;
      if (lote === null) return;
      const from = step === 'halfway' ? of.state.done : 0;
      const undone = { ...of.state.undone };
      put(of, { step: 'undoing', done: from, failure: null, why: motivo });
      const notice = listed ? t('away.undoneOf', { when: listed.when }) : t('away.undone', { name });
      try {
        for (let desde: number | null = from; desde !== null; ) {
          const body: { desde: number; motivo: string } = { desde, motivo };
          const { deshechos, rechazados, siguiente } = await again(of, () => takeBack({ lote, body }).unwrap());
          undone.done += deshechos;
          undone.refused += rechazados;
          put(of, { done: siguiente ?? of.state.parts, undone: { ...undone } });
          desde = siguiente;
        }
        end(of, { step: 'undone', batch: null, undone }, notice);
      } catch (failure) {
        if (toFailure(failure).code === 'BATCH_UNDONE') end(of, { step: 'undone', batch: null, elsewhere: true }, notice);
        else end(of, { step: 'halfway', failure }, t('away.halfway'));
      }
    },
    /** Imported parts stay, and can be undone. The part that is being sent is awaited, so that it is counted. */
    stop(): void {
      const of = jobOf(id);
      if (of.state.step === 'bringing') {
        put(of, { stopping: true });
        of.wake();
        return;
      }
      of.run++;
      put(of, { step: 'choosing', name: null });
    },
    reset(): void {
      const of = jobOf(id);
      of.run++;
      put(of, fresh);
    },
  };
};
