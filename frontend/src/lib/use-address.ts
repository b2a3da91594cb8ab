import { useSearchParams } from 'react-router-dom';

export type Changes = Readonly<Record<string, string | null>>;

/** Page state in the address, so that a link, «back» and a reload show the same: sorting, filters, the page of a list, the open row. */
export const useAddress = () => {
  const [params, setParams] = useSearchParams();
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
      setParams((before) => changed(before, changes), { replace: !step, preventScrollReset: true }),
  };
};
