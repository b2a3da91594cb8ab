declare global {
  /** What was pressed last on a page that came drawn, before the application ran (index.html). */
  var early: HTMLElement | null | undefined;
}

/** Before hydration: what is chosen already would not change when it is pressed. */
export const prepareEarly = (): void => {
  if (globalThis.early instanceof HTMLInputElement) globalThis.early.checked = false;
};

/** Once hydrated. From here on React hears what is pressed. */
export const pressEarly = (): void => {
  const { early } = globalThis;
  globalThis.early = undefined;
  if (early?.isConnected) early.click();
};
