import { type ComponentProps, useRef } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** What the file is. */
  label: string;
  /** Types of files and their endings. */
  accept: readonly string[];
  onChoose: (file: File) => void;
}

/** Lets somebody choose a file. The same one may be chosen again, as it may have changed meanwhile. */
export function FileButton({ label, accept, onChoose, className = 'btn alt', ...button }: Props) {
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
      <button data-writes {...button} type="button" className={className} onClick={() => input.current?.click()} />
    </>
  );
}
