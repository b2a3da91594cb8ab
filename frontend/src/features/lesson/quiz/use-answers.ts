import { useEffect, useRef, useState } from 'react';
import type { AttemptRecord } from '../../../../../backend/api/contract/records/quizzes.ts';
import { api } from '../../../api/api.ts';
import { toFailure } from '../../../ui/error-text.ts';

export type SaveState = 'saving' | 'saved' | 'waiting';
interface Local {
  chosen: number[];
  state: SaveState;
}
const AGAIN_MS = 3_000;

/**
 * The answers of an open attempt: shown at once, sent one after another for each question, and again until the school has the last of them. What it
 * refuses is given back (`onRefused`); without a connection it waits here.
 */
export const useAnswers = (userId: number, attempt: AttemptRecord, onRefused: (failure: unknown) => void) => {
  const [send] = api.useSaveAnswerMutation();
  const [local, setLocal] = useState<ReadonlyMap<number, Local>>(new Map());
  const wanted = useRef(new Map<number, number[]>());
  const working = useRef(new Map<number, Promise<void>>());
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
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
  const refused = useRef(onRefused);
  refused.current = onRefused;
  const work = async (preguntaId: number) => {
    for (let opciones = wanted.current.get(preguntaId); opciones && alive.current; opciones = wanted.current.get(preguntaId)) {
      try {
        await send({ userId, subtemaId, intento, preguntaId, body: { opciones } }).unwrap();
        if (wanted.current.get(preguntaId) === opciones) {
          wanted.current.delete(preguntaId);
          note(preguntaId, { chosen: opciones, state: 'saved' });
        }
      } catch (failure) {
        const { code, status } = toFailure(failure);
        if (code !== 'NETWORK' && status < 500 && status !== 429) {
          wanted.current.delete(preguntaId);
          note(preguntaId, null);
          refused.current(failure);
          return;
        }
        note(preguntaId, { chosen: opciones, state: 'waiting' });
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
  };
  const choose = (question: number, chosen: number[]) => {
    wanted.current.set(question, chosen);
    note(question, { chosen, state: 'saving' });
    if (working.current.has(question)) return;
    working.current.set(
      question,
      work(question).finally(() => working.current.delete(question)),
    );
  };
  const unsent = [...local.values()].some(({ state }) => state !== 'saved');
  useEffect(() => {
    if (!unsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsent]);
  return {
    choose,
    chosenOf: (question: { id: number; elegidas: number[] }): number[] => local.get(question.id)?.chosen ?? question.elegidas,
    stateOf: (question: number): SaveState | null => local.get(question)?.state ?? null,
    /** Once the school has all that was chosen here. */
    settled: async () => {
      await Promise.all(working.current.values());
    },
  };
};
