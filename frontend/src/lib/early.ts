declare global {
  /** The last button pressed on a server-rendered page before the application ran (index.html). */
  var early: HTMLElement | null | undefined;
}

/** Before hydration: a control that is already in the chosen state would not change when pressed. */
export const prepareEarly = (): void => {
  if (globalThis.early instanceof HTMLInputElement) globalThis.early.checked = false;
};

/** After hydration React handles presses itself. */
export const pressEarly = (): void => {
  const { early } = globalThis;
  globalThis.early = undefined;
  if (early?.isConnected) early.click();
};
