import { type ComponentProps, useRef } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** What the file is. */
  label: string;
  /** Types of files and their endings. */
  accept: readonly string[];
  onChoose: (file: File) => void;
}

/**
 * Lets somebody choose a file. The same one may be chosen again, as it may have changed meanwhile. `disabled`: nothing opens, and the button keeps the
 * focus, which a disabled button of the browser would lose while the file is read.
 */
export function FileButton({ label, accept, onChoose, className = 'btn alt', disabled = false, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) onChoose(file);
        }}
      />
      <button
        data-writes
        {...button}
        type="button"
        className={className}
        aria-disabled={disabled}
        onClick={() => {
          if (!disabled) input.current?.click();
        }}
      />
    </>
  );
}
