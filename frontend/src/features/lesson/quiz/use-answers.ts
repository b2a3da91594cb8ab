import { useEffect, useRef, useState } from 'react';
import type { AttemptRecord } from '../../../../../backend/api/contract/records/quizzes.ts';
import { api } from '../../../api/api.ts';
import { toFailure } from '../../../ui/error-text.ts';

export type SaveState = 'saving' | 'saved' | 'waiting';
interface Local {
  chosen: number[];
  state: SaveState;
  /** For a saved answer: what the school had stored before. As soon as the school reports anything else, its value is shown. */
  instead?: string;
}
const AGAIN_MS = 3_000;
/** Resolves after `AGAIN_MS`, or as soon as there is a connection again. */
const pause = () =>
  new Promise<void>((go) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      go();
    };
    const timer = setTimeout(done, AGAIN_MS);
    addEventListener('online', done);
  });

/** Answers that the school does not have yet, by attempt and question. They are sent even after the page was left. */
const unsent = new Map<string, number[]>();

/**
 * The answers of an open attempt: shown at once, sent one after another for each question, and repeated until the school has the last of them. A refused
 * answer is passed to `onRefused` (`here`: the page is still open); offline, answers wait in this window. Later answers from another device are shown here, too.
 */
export const useAnswers = (userId: number, attempt: AttemptRecord, onRefused: (failure: unknown, here: boolean) => void) => {
  const [send] = api.useSaveAnswerMutation();
  const [local, setLocal] = useState<ReadonlyMap<number, Local>>(new Map());
  const working = useRef(new Map<number, Promise<void>>());
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const note = (question: number, change: Local | null) =>
    setLocal((before) => {
      const after = new Map(before);
      if (change) after.set(question, change);
      else after.delete(question);
      return after;
    });
  const { id_subtema: subtemaId, intento } = attempt;
  const latest = useRef({ attempt, onRefused });
  latest.current = { attempt, onRefused };
  const keyOf = (question: number) => `${userId} ${subtemaId} ${intento} ${question}`;
  const saidOf = (question: number) => String(latest.current.attempt.preguntas.find(({ id }) => id === question)?.elegidas);
  const work = async (preguntaId: number) => {
    const key = keyOf(preguntaId);
    for (let opciones = unsent.get(key); opciones; opciones = unsent.get(key)) {
      try {
        await send({ userId, subtemaId, intento, preguntaId, body: { opciones } }).unwrap();
        if (unsent.get(key) === opciones) {
          unsent.delete(key);
          note(preguntaId, { chosen: opciones, state: 'saved', instead: saidOf(preguntaId) });
        }
      } catch (failure) {
        const { code, status } = toFailure(failure);
        if (code !== 'NETWORK' && status < 500 && status !== 429) {
          unsent.delete(key);
          note(preguntaId, null);
          latest.current.onRefused(failure, here.current);
          return;
        }
        note(preguntaId, { chosen: opciones, state: 'waiting' });
        await pause();
      }
    }
  };
  const choose = (question: number, chosen: number[]) => {
    unsent.set(keyOf(question), chosen);
    note(question, { chosen, state: 'saving' });
    if (working.current.has(question)) return;
    working.current.set(
      question,
      work(question).finally(() => working.current.delete(question)),
    );
  };
  const pending = [...local.values()].some(({ state }) => state !== 'saved');
  useEffect(() => {
    if (!pending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [pending]);
  return {
    choose,
    chosenOf: ({ id, elegidas }: { id: number; elegidas: number[] }): number[] => {
      const own = local.get(id);
      return own && (own.instead === undefined || own.instead === String(elegidas)) ? own.chosen : elegidas;
    },
    stateOf: (question: number): SaveState | null => local.get(question)?.state ?? null,
    /** Resolves once the school has everything that was chosen here. */
    settled: async () => {
      await Promise.all(working.current.values());
    },
  };
};
