import { useSearchParams } from 'react-router-dom';

export type Changes = Readonly<Record<string, string | null>>;

/** Page state in the address, so that a link, «back» and a reload show the same: sorting, filters, the page of a list, the open row. */
export const useAddress = () => {
  const [params, setParams] = useSearchParams();
  return {
    get: (name: string): string | null => params.get(name),
    /** Null and '' remove a name. `step`: adds a history entry. */
    put: (changes: Changes, step = false): void =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes))
            if (value) after.set(name, value);
            else after.delete(name);
          return after;
        },
        { replace: !step, preventScrollReset: true },
      ),
  };
};
