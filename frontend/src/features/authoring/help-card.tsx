import { IconBulb, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';

const keyOf = (name: string) => `aulaviva.ayuda.${name}`;
const kept = (name: string): boolean => {
  try {
    return localStorage.getItem(keyOf(name)) !== 'plegada';
  } catch {
    return true;
  }
};

/** Help on the present task; once collapsed it stays collapsed on this device. */
export function HelpCard({ name, title, children }: { name: string; title: string; children: React.ReactNode }) {
  const [open, setOpen] = useState(() => kept(name));
  return (
    <details
      className="editor-help"
      open={open}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        try {
          if (currentTarget.open) localStorage.removeItem(keyOf(name));
          else localStorage.setItem(keyOf(name), 'plegada');
        } catch {
          // Without storage, remembered for this visit only.
        }
      }}
    >
      <summary>
        <IconBulb size={20} stroke={1.7} aria-hidden="true" />
        <span>{title}</span>
        <IconChevronDown className="editor-chevron" size={18} stroke={1.7} aria-hidden="true" />
      </summary>
      <div className="editor-help-text">{children}</div>
    </details>
  );
}
