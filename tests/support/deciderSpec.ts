import { expect } from 'vitest';
import type { Decided, Decider } from '../../backend/commands/kernel/decider.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { uuid5 } from '../../events/ids.ts';

/** Given these events, when this command comes, then these events follow (or it is refused, or nothing happens). */

type Fact = { type: string; data: object };

/** A past event with its own time and id, where these matter. */
export interface Past<E extends Fact> {
  event: E;
  /** ISO UTC. */
  occurredAt: string;
  id?: string;
}

export const at = <E extends Fact>(occurredAt: string, event: E, id?: string): Past<E> => ({ event, occurredAt, ...(id && { id }) });

const BEGINNING = Date.UTC(2026, 0, 7, 16);

const toDecided = <E extends Fact>(past: E | Past<E>, index: number): Decided<E> => {
  const { event, occurredAt, id } = 'event' in past ? past : { event: past, occurredAt: undefined, id: undefined };
  return {
    ...event,
    id: id ?? eventId(index),
    meta: {
      commandId: uuid5('spec command', index),
      correlationId: uuid5('spec command', index),
      causationId: uuid5('spec command', index),
      actor: { userId: null, role: 'system' },
      occurredAt: occurredAt ?? new Date(BEGINNING + index * 1_000).toISOString(),
      schemaVersion: 1,
    },
  };
};

/** Id of the event at this index of a history. */
export const eventId = (index: number): string => uuid5('spec event', index);

export const fold = <S, C, E extends Fact>(decider: Decider<S, C, E>, history: readonly (NoInfer<E> | Past<NoInfer<E>>)[], from?: S): S =>
  history.reduce<S>((state, past, index) => decider.evolve(state, toDecided<E>(past, index)), from ?? decider.initial());

/** A state as text, with everything it contains. */
const shown = (state: unknown): string =>
  JSON.stringify(state, (_, value: unknown) => (value instanceof Map || value instanceof Set ? [...value] : value));

export interface Outcome<S, E extends Fact> {
  then(events: readonly E[]): void;
  thenRefused(code: string): void;
  thenNothing(): void;
  /** The events that it decides; throws the decider's refusal. */
  decided(): readonly E[];
  /** The state after those events. */
  state(): S;
}

export function given<S, C, E extends Fact>(
  decider: Decider<S, C, E>,
  history: readonly (NoInfer<E> | Past<NoInfer<E>>)[],
): { when(command: C): Outcome<S, E>; state: S } {
  return {
    state: fold(decider, history),
    when(command) {
      const decided = (): readonly E[] => {
        const state = fold(decider, history);
        const before = shown(state);
        try {
          const events = decider.decide(command, state);
          fold(decider, events, state);
          return events;
        } finally {
          expect(shown(state), 'neither decide nor evolve changes the state it is given').toBe(before);
        }
      };
      return {
        decided,
        state: () => fold(decider, [...history, ...decided()]),
        // biome-ignore lint/suspicious/noThenProperty: the third word of given, when, then; nobody awaits an outcome
        then: (events) => expect(decided()).toEqual(events),
        thenNothing: () => expect(decided()).toEqual([]),
        thenRefused(code) {
          let thrown: unknown;
          try {
            thrown = { answered: decided() };
          } catch (error) {
            thrown = error;
          }
          expect(thrown).toBeInstanceOf(DomainError);
          expect((thrown as DomainError).code).toBe(code);
        },
      };
    },
  };
}
