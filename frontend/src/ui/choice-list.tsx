import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Autocomplete, I18nProvider, Input, ListBox, ListBoxItem, Popover, SearchField, useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLayer } from './use-layer.ts';

export interface Choice {
  id: string;
  label: string;
  /** Shown beside the label, also in the list: a mail, a state, what a role may do. */
  detail?: string | undefined;
}
/** All choices; or a function that finds them while one types (`''` at first). The last query wins. */
export type Choices = readonly Choice[] | ((typed: string) => Promise<readonly Choice[]>);

export interface ChoiceListProps {
  label: string;
  choices: Choices;
  /** The query; undefined: there is no search. */
  search: string | undefined;
  onSearch: (typed: string) => void;
  /** The message where nothing matches. */
  none?: string | undefined;
  /** The message where the search failed. */
  failed?: string | undefined;
  value: Choice | null;
  trigger: React.RefObject<HTMLButtonElement | null>;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}

/** The pause in typing after which a query is sent. */
const PAUSE_MS = 200;

interface Found {
  choices: readonly Choice[];
  state: 'searching' | 'found' | 'failed';
}

/** The matches, and a retry. */
const useFound = (choices: Choices, typed: string): Found & { again: () => void } => {
  const { contains } = useFilter({ sensitivity: 'base' });
  const asks = typeof choices === 'function';
  const [found, setFound] = useState<Found>({ choices: [], state: 'searching' });
  const [attempt, setAttempt] = useState(0);
  const ask = useEffectEvent((words: string) => (typeof choices === 'function' ? choices(words) : Promise.resolve(choices)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!asks) return undefined;
    let last = true;
    setFound(({ choices: before }) => ({ choices: before, state: 'searching' }));
    const show = (next: Found) => {
      if (last) setFound(next);
    };
    const timer = setTimeout(
      () =>
        ask(typed.trim()).then(
          (answer) => show({ choices: answer, state: 'found' }),
          () => show({ choices: [], state: 'failed' }),
        ),
      typed === '' ? 0 : PAUSE_MS,
    );
    return () => {
      last = false;
      clearTimeout(timer);
    };
  }, [asks, typed, attempt]);
  const again = () => setAttempt(attempt + 1);
  if (asks) return { ...found, again };
  const words = typed.trim();
  return { choices: choices.filter(({ label, detail = '' }) => contains(`${label} ${detail}`, words)), state: 'found', again };
};

/** The list of `Select` and `Combobox`, loaded on demand. */
export function ChoiceList({ label, choices, search, onSearch, none, failed, value, trigger, onChoose, onClose }: ChoiceListProps) {
  const { t, i18n } = useTranslation(['choice', 'common']);
  const typed = search ?? '';
  const found = useFound(choices, typed);
  const layer = useLayer(trigger.current);
  const said =
    found.state === 'failed'
      ? (failed ?? t('failed'))
      : found.choices.length > 0
        ? undefined
        : found.state === 'searching'
          ? t('searching')
          : typed.trim() === ''
            ? t('empty')
            : (none ?? t('none'));
  if (layer === undefined) return null;
  const list = (
    <ListBox
      aria-label={label}
      className="choice-list"
      items={found.choices}
      selectionMode="single"
      selectedKeys={value ? [value.id] : []}
      {...(search === undefined && { autoFocus: 'first' as const })}
      // Pressing the chosen one again keeps it chosen.
      onSelectionChange={(keys) => {
        const chosen = found.choices.find(({ id }) => keys !== 'all' && keys.has(id));
        if (chosen) onChoose(chosen);
        onClose();
      }}
    >
      {({ id, label: name, detail }: Choice) => (
        <ListBoxItem id={id} textValue={name} className="choice-option">
          {({ isSelected }) => (
            <>
              <span>
                {name}
                {detail ? <span className="choice-detail"> {detail}</span> : null}
              </span>
              {isSelected ? <IconCheck size={18} aria-hidden="true" /> : null}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
  return (
    <I18nProvider locale={i18n.language}>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom start"
        maxHeight={384}
        className="menu-list choice-panel"
        aria-label={label}
        style={{ '--width': `${trigger.current?.offsetWidth ?? 0}px` } as React.CSSProperties}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        {...(layer && { UNSTABLE_portalContainer: layer })}
      >
        {search === undefined ? (
          list
        ) : (
          <Autocomplete inputValue={typed} onInputChange={onSearch}>
            <SearchField aria-label={t('search', { label })} autoFocus className="choice-search">
              <IconSearch size={18} aria-hidden="true" />
              <Input className="entry" maxLength={100} />
            </SearchField>
            {list}
          </Autocomplete>
        )}
        <p role="status" className="choice-status">
          {said}
          {found.state === 'failed' ? (
            <button type="button" className="btn ghost" onClick={found.again}>
              {t('common:action.retry')}
            </button>
          ) : null}
        </p>
      </Popover>
    </I18nProvider>
  );
}
