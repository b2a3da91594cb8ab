import { useEffect, useReducer, useRef } from 'react';
import type { SqlAnswer } from '../../../../backend/api/contract/sql.ts';
import { call } from '../../lib/http.ts';

export type Answer = NonNullable<SqlAnswer['respuesta']> & Pick<SqlAnswer, 'eventos'>;

export interface Question {
  /** The rows of the last answer; they stay while the next one is loading. */
  answer: Answer | null;
  error: unknown;
  running: boolean;
  /** The reader stopped the last one. */
  stopped: boolean;
  /** How many events have been prepared so far; the first query after many new events waits for them. */
  prepared: number | null;
  /** The table that is being prepared, and how many events it lacks. */
  behind: SqlAnswer['tabla'];
}
const idle: Question = { answer: null, error: null, running: false, stopped: false, prepared: null, behind: null };

/** Runs the query, and repeats it while events are still being prepared, until there is an answer or `cancel`. `first`: runs at once. */
export const useQuestion = (first: string | null) => {
  const [state, put] = useReducer((was: Question, change: Partial<Question>): Question => ({ ...was, ...change }), idle);
  const work = useRef<AbortController>(null);
  const ask = async (sql: string) => {
    work.current?.abort();
    const controller = new AbortController();
    work.current = controller;
    const { signal } = controller;
    put({ running: true, stopped: false, error: null, prepared: null, behind: null });
    try {
      for (;;) {
        const { data } = await call(calls.askSql, sql, { signal });
        if (signal.aborted) return;
        const { eventos, tabla, respuesta } = data;
        if (respuesta) return put({ answer: { ...respuesta, eventos }, running: false, prepared: null, behind: null });
        put({ prepared: eventos, behind: tabla });
      }
    } catch (error) {
      if (!signal.aborted) put({ error, running: false, prepared: null, behind: null });
    }
  };
  const begin = useRef({ ask, first });
  useEffect(() => {
    const { ask: go, first: sql } = begin.current;
    if (sql) void go(sql);
    return () => work.current?.abort();
  }, []);
  return {
    ...state,
    ask: (sql: string) => void ask(sql),
    cancel: () => {
      work.current?.abort();
      put({ running: false, stopped: true, prepared: null, behind: null });
    },
  };
};
