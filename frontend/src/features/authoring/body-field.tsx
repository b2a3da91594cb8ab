import { useEffect, useId } from 'react';
import { useController } from 'react-hook-form';
import { RichText } from '../../ui/rich-text/rich-text.tsx';
import { focusSoon } from './focus.ts';

/** How long to wait for the text editor to load before giving up on focusing it. */
const WAIT_MS = 5_000;

/** A long text of a course: edited in its final appearance, stored as the Markdown that learners read. */
export function BodyField({ name, label, maxLength, hint }: { name: string; label: string; maxLength: number; hint?: React.ReactNode }) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  useEffect(() => focusSoon(id, WAIT_MS), [id]);
  return (
    <RichText
      id={id}
      label={label}
      value={field.value as string}
      onChange={field.onChange}
      error={fieldState.error?.message}
      hint={hint}
      max={maxLength}
    />
  );
}
