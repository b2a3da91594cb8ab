/** The controls that can be focused; of a date field the first of its parts, which are not inputs. */
const FIELD =
  ':is(input, textarea, select, [role=combobox]):enabled:not([hidden], [type=radio]:not(:checked)), [role=spinbutton]:not([aria-disabled=true])';

/** Gives the focus to the first field in an element: of a choice, to what is chosen. */
export const focusFirstField = (within: Element | null | undefined) => within?.querySelector<HTMLElement>(FIELD)?.focus();
