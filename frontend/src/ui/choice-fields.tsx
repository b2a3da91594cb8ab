import { useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { DateField, type DateFieldProps, MomentField, TimeField } from './date-field.tsx';
import { type Choice, type Choices, Combobox, Select, type SelectProps } from './select.tsx';

/**
 * Fields of a `Form` for one of many, a day or a time. Their value is a `Choice` or null, or that of a date field (`''` while it is empty):
 * the form's schema turns it into what is sent.
 */
type Own<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string };

function useControlled<Value>(name: string) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  const value: Value = field.value;
  const onChange: (value: Value) => void = field.onChange;
  return { name, value, onChange, onBlur: field.onBlur, error: fieldState.error?.message };
}

/** For a form's schema: the id of the chosen one; `missing` is the message where nothing was chosen. */
export const choiceId = (missing: string) =>
  z
    .custom<Choice | null>()
    .refine((choice) => choice !== null, missing)
    .transform((choice) => choice?.id ?? '');

export const SelectField = ({ name, ...props }: Own<SelectProps> & { choices: readonly Choice[] }) => (
  <Select {...props} {...useControlled<Choice | null>(name)} />
);
export const ComboboxField = ({ name, ...props }: Own<SelectProps> & { choices: Choices }) => (
  <Combobox {...props} {...useControlled<Choice | null>(name)} />
);
export const DayField = ({ name, ...props }: Own<DateFieldProps>) => <DateField {...props} {...useControlled<string>(name)} />;
export const DayTimeField = ({ name, ...props }: Own<DateFieldProps>) => <MomentField {...props} {...useControlled<string>(name)} />;
export const TimeOfDayField = ({ name, ...props }: Own<DateFieldProps>) => <TimeField {...props} {...useControlled<string>(name)} />;
