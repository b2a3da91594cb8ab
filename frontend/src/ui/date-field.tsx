import { Suspense, useState } from 'react';
import { formatDateTime, formatDay } from '../lib/dates.ts';
import { lazyPart } from '../lib/lazy-route.ts';
import type { DateInputProps, Entry } from './date-input.tsx';
import { FieldFrame, type FrameProps, labelOf } from './field.tsx';
import './menu.css';
import './date-field.css';

export type DateFieldProps = Omit<FrameProps, 'parts'> & Omit<Entry, 'kind'>;

const DateInput = lazyPart<DateInputProps>(() => import('./date-input.tsx').then((module) => module.DateInput));

/** A day, typed in parts or chosen from a calendar. */
export const DateField = (props: DateFieldProps) => <Framed {...props} kind="day" />;
/** A day with a time. */
export const MomentField = (props: DateFieldProps) => <Framed {...props} kind="moment" />;
export const TimeField = (props: DateFieldProps) => <Framed {...props} kind="time" />;

/** Its parts come with the headless library (docs/decisions/0046-headless-controls.md); until it is loaded it shows its value, and keeps the focus. */
function Framed({ name, value, onChange, kind, min, max, disabled, onBlur, ...frame }: DateFieldProps & Pick<Entry, 'kind'>) {
  const [reached, setReached] = useState(false);
  const said = kind === 'time' || value === '' ? value : kind === 'day' ? formatDay(value, 'full') : formatDateTime(value);
  return (
    <FieldFrame {...frame} parts>
      {(control) => {
        const labelledBy = labelOf(control.id);
        return (
          <Suspense
            fallback={
              <input
                {...control}
                aria-labelledby={labelledBy}
                aria-busy="true"
                readOnly
                disabled={disabled}
                value={said}
                onFocus={() => setReached(true)}
                onBlur={() => setReached(false)}
              />
            }
          >
            <DateInput
              {...{ name, value, onChange, kind, min, max, disabled, onBlur, labelledBy }}
              describedBy={control['aria-describedby']}
              invalid={control['aria-invalid'] === true}
              autoFocus={reached}
            />
          </Suspense>
        );
      }}
    </FieldFrame>
  );
}
