import { lazy } from 'react';
import { textsReady } from '../i18n/i18n.ts';

/** A part of the application could not be downloaded, for example because a newer build was deployed meanwhile. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Loads a part of the application: 3 retries, 1 s apart (A44). Then the error screen asks to reload the page. */
export const withRetries = async <T>(load: () => Promise<T>, retries = 3, pause: (ms: number) => Promise<void> = wait): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (cause) {
      if (attempt >= retries) throw new MissingPartError('a part of the application could not be loaded', { cause });
      await pause(1_000);
    }
  }
};

/** Its texts are loaded with it. Where English ones cannot be, the part is shown in Spanish. */
export const withTexts = async <T>(load: () => Promise<T>): Promise<T> => {
  const part = await withRetries(load);
  await withRetries(textsReady).catch(() => undefined);
  return part;
};

/** `lazy` of a route: its module exports `Component`. */
export const lazyRoute =
  <T extends { Component: React.ComponentType }>(load: () => Promise<T>) =>
  async (): Promise<{ Component: React.ComponentType }> => {
    const { Component } = await withTexts(load);
    return { Component };
  };

/** React's `lazy` for a part of a page. */
export const lazyPart = <P extends object>(
  load: () => Promise<React.ComponentType<P>>,
): React.LazyExoticComponent<React.ComponentType<P>> => lazy(async () => ({ default: await withTexts(load) }));
