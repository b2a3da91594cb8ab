import { useEffect, useId, useRef } from 'react';
import './tabs.css';

interface Props<Id extends string> {
  label: string;
  value: Id;
  tabs: readonly { id: Id; label: string; count?: number | undefined }[];
  onChange: (id: Id) => void;
  children: React.ReactNode;
}

/**
 * Which part of a page or of a list is looked at. A value that is set, such as the status of a lead, is chosen by pressed buttons instead.
 * After the WAI-ARIA pattern: arrows, Home and End move and choose.
 */
export function Tabs<Id extends string>({ label, value, tabs, onChange, children }: Props<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the list scrolls: the active tab is kept in view, also when counts make the tabs wider.
  const counts = tabs.map(({ count }) => count).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab's width follows its count
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${value}"]`);
    if (!tab || !list.current) return;
    const [is, may] = [tab.getBoundingClientRect(), list.current.getBoundingClientRect()];
    // Only the list: the page stays where the reader has scrolled to.
    list.current.scrollLeft += Math.min(0, is.left - may.left) + Math.max(0, is.right - may.right);
  }, [value, counts]);
  const move = (event: React.KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} className="tabs-list" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="num">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
