import { IconSearch } from '@tabler/icons-react';
import '../../i18n/table.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Changes, useAddress } from '../../lib/use-address.ts';
import { useNarrow } from '../../lib/use-narrow.ts';
import { Field, type FieldProps } from '../field.tsx';
import './table.css';

/** A filter resets the page of the list. */
const anew = (changes: Changes): Changes => ({ ...changes, pagina: null });

/**
 * The filters over a list. With `search`, a phone hides the others under a button that counts the active ones (`active`). `count`: how many rows there are.
 */
export function Filters({
  label,
  search,
  active = 0,
  count,
  children,
}: {
  label?: string | undefined;
  search?: React.ReactNode;
  active?: number;
  count?: string;
  children: React.ReactNode;
}) {
  const { t } = useTranslation('table');
  const narrow = useNarrow();
  return (
    <search className="table-filters" aria-label={label}>
      {search}
      {search && narrow ? (
        <details className="table-more">
          <summary>{active > 0 ? t('filtersActive', { count: active }) : t('filters')}</summary>
          <div>{children}</div>
        </details>
      ) : (
        children
      )}
      {count === undefined ? null : (
        <span className="muted table-count" role="status">
          {count}
        </span>
      )}
    </search>
  );
}

/** The pause in typing after which a search is sent. */
const PAUSE_MS = 250;
/**
 * What is typed into a filter. It is written to the address after a pause or when the focus leaves it, without a history entry. With
 * a pause alone it could be written after a link had been followed, and lead back from there; so could what nobody has typed since.
 */
const useTyped = (name: string) => {
  const { get, put } = useAddress();
  const asked = get(name) ?? '';
  const [typed, setTyped] = useState(asked);
  const edited = useRef(false);
  const ask = () => {
    if (edited.current && typed.trim() !== asked) put(anew({ [name]: typed.trim() }));
    edited.current = false;
  };
  const askAfterPause = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause
  useEffect(() => {
    const timer = setTimeout(() => askAfterPause(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // The address changed otherwise: «back», or a button that clears the filters.
  const follow = useEffectEvent(() => {
    if (typed.trim() === asked) return;
    edited.current = false;
    setTyped(asked);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address is followed
  useEffect(() => follow(), [asked]);
  const onChange = (event: React.ChangeEvent<HTMLInputElement>) => {
    edited.current = true;
    setTyped(event.target.value);
  };
  return { value: typed, onChange, onBlur: ask };
};

/** The search. */
export function SearchFilter({ name = 'buscar', label, placeholder }: { name?: string; label: string; placeholder?: string | undefined }) {
  const typed = useTyped(name);
  return (
    <label className="table-search">
      <span className="sr">{label}</span>
      <IconSearch size={18} aria-hidden="true" />
      <input type="search" className="entry" maxLength={100} placeholder={placeholder} {...typed} />
    </label>
  );
}

/** One thing to narrow by that is typed, under its label. */
export function TextFilter({
  name,
  ...field
}: { name: string } & Pick<FieldProps, 'label' | 'hint' | 'maxLength' | 'inputMode' | 'list' | 'disabled'>) {
  const typed = useTyped(name);
  return <Field autoComplete="off" spellCheck={false} {...field} {...typed} />;
}

interface Choice {
  value: string;
  label: string;
  lang?: string;
}
/** One of a few, or all. */
export function ChoiceFilter({ name, label, all, choices }: { name: string; label: string; all: string; choices: readonly Choice[] }) {
  const { get, put } = useAddress();
  const value = get(name);
  return (
    <label className="row">
      <span className="muted">{label}</span>
      <select
        className="entry"
        value={choices.some((one) => one.value === value) ? (value ?? '') : ''}
        onChange={(event) => put(anew({ [name]: event.target.value }), true)}
      >
        <option value="">{all}</option>
        {choices.map((one) => (
          <option key={one.value} value={one.value} lang={one.lang}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A yes-or-no filter. */
export function CheckFilter({ name, label }: { name: string; label: string }) {
  const { get, put } = useAddress();
  return (
    <label className="row table-check">
      <input
        type="checkbox"
        checked={get(name) === '1'}
        onChange={(event) => put(anew({ [name]: event.target.checked ? '1' : null }), true)}
      />
      {label}
    </label>
  );
}
