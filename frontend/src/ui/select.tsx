import { IconChevronDown, IconX } from '@tabler/icons-react';
import '../i18n/choice.ts';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lib/lazy-route.ts';
import type { Choice, ChoiceListProps, Choices } from './choice-list.tsx';
import { FieldFrame, type FrameProps, labelOf } from './field.tsx';
import './menu.css';
import './select.css';

export type { Choice, Choices } from './choice-list.tsx';

// The headless library is loaded on hover or focus of the button (docs/decisions/0046-headless-controls.md).
const load = () => import('./choice-list.tsx').then((module) => module.ChoiceList);
const ChoiceList = lazyPart<ChoiceListProps>(load);

export interface SelectProps extends Omit<FrameProps, 'parts'> {
  name?: string | undefined;
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  /** The message where nothing matches. */
  none?: string | undefined;
  /** The message where the search failed. */
  failed?: string | undefined;
  /** It can be cleared. */
  clears?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}

/** One of some that have more than a word each; for short ones use `ChoiceField`, which on a phone is the phone's own list. */
export const Select = (props: SelectProps & { choices: readonly Choice[] }) => <ChoiceButton {...props} searches={false} />;

/** One of many: a list that is searched while typing. With `value` always null it adds one after another to a list elsewhere. */
export const Combobox = (props: SelectProps & { choices: Choices }) => <ChoiceButton {...props} searches />;

/** Enter, space, arrows or a press open the list; in a searchable one, a letter starts the search. Esc and a press outside close it; focus returns. */
function ChoiceButton({
  searches,
  choices,
  name,
  value,
  onChange,
  placeholder,
  none,
  failed,
  clears = false,
  disabled,
  onBlur,
  ...frame
}: SelectProps & { choices: Choices; searches: boolean }) {
  const { t } = useTranslation('choice');
  const trigger = useRef<HTMLButtonElement>(null);
  /** What is searched for; null: the list is closed. What is typed before the list has the focus comes first in it. */
  const [open, setOpen] = useState<string | null>(null);
  const show = (typed = '') => setOpen((before) => (before ?? '') + typed);
  const prepare = () => void load().catch(() => undefined);
  const removable = clears && value !== null && !disabled;
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="entry-box" data-end={removable ? '' : undefined}>
          <button
            {...control}
            ref={trigger}
            name={name}
            type="button"
            role="combobox"
            className="entry choice"
            data-empty={value ? undefined : ''}
            aria-labelledby={labelOf(control.id)}
            aria-haspopup={searches ? 'dialog' : 'listbox'}
            aria-expanded={open !== null}
            disabled={disabled}
            onPointerEnter={prepare}
            onFocus={prepare}
            onBlur={onBlur}
            onClick={() => show()}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return;
              const letter = searches && event.key.length === 1 && (event.key !== ' ' || open !== null);
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && !letter) return;
              event.preventDefault();
              show(letter ? event.key : '');
            }}
          >
            <span className="choice-said">
              {value?.label ?? placeholder}
              {value?.detail ? <span className="choice-detail"> {value.detail}</span> : null}
            </span>
            <IconChevronDown size={18} aria-hidden="true" />
          </button>
          {removable ? (
            <button
              type="button"
              className="entry-button"
              aria-label={t('clear', { label: value.label })}
              onClick={() => {
                onChange(null);
                trigger.current?.focus();
              }}
            >
              <IconX size={18} aria-hidden="true" />
            </button>
          ) : null}
          {open === null ? null : (
            <Suspense fallback={null}>
              <ChoiceList
                none={none}
                failed={failed}
                label={frame.label}
                choices={choices}
                search={searches ? open : undefined}
                onSearch={setOpen}
                value={value}
                trigger={trigger}
                onChoose={onChange}
                onClose={() => setOpen(null)}
              />
            </Suspense>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
