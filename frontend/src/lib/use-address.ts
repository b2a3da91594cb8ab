import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

export type Changes = Readonly<Record<string, string | null>>;

/** Page state in the address, so that a link, «back» and a reload show the same: sorting, filters, the page of a list, the open row. */
export const useAddress = () => {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  /** How many presses of «back» lead from here to the list on which this was opened. */
  const depth: number = state?.depth ?? 0;
  const deeper = { depth: depth + 1 };
  const changed = (before: URLSearchParams, changes: Changes): URLSearchParams => {
    const after = new URLSearchParams(before);
    for (const [name, value] of Object.entries(changes))
      if (value) after.set(name, value);
      else after.delete(name);
    return after;
  };
  return {
    get: (name: string): string | null => params.get(name),
    /** The same page with these changes, for a link. `hash`: the section that it leads to. */
    to: (changes: Changes, hash = '') => ({ search: changed(params, changes).toString(), hash }),
    /** Null and '' remove a name. `step`: adds a history entry. */
    put: (changes: Changes, step = false): void =>
      setParams((before) => changed(before, changes), { replace: !step, preventScrollReset: true, ...(!step && { state }) }),
    /** Opens something over a list, as an entry of the history. */
    open: (changes: Changes): void => setParams((before) => changed(before, changes), { preventScrollReset: true, state: deeper }),
    /** The history state for a link from one open thing to another. */
    deeper,
    /** Goes back to the list on which it was opened; where the page was entered by the thing's own address, the list replaces it. */
    close: (changes: Changes): void =>
      depth > 0 ? void navigate(-depth) : setParams((before) => changed(before, changes), { replace: true, preventScrollReset: true }),
  };
};
