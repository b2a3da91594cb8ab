import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime, parseTime } from '@internationalized/date';
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
  DateInput as DateParts,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Popover,
  TimeField,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLayer } from './use-layer.ts';

export interface Entry {
  name?: string | undefined;
  /** `2026-11-20`, with a time `2026-11-20T18:00`, a time alone `18:00`; `''` while it is incomplete. Without a zone: name it in the hint. */
  value: string;
  onChange: (value: string) => void;
  kind: 'day' | 'moment' | 'time';
  /** The first and last valid value; others are shown as wrong. */
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}
export interface DateInputProps extends Entry {
  labelledBy: string;
  describedBy: string | undefined;
  invalid: boolean;
  autoFocus: boolean;
}

/** `undefined` for an invalid day or time, which a draft of an older release may have. */
const read = <T,>(parse: (text: string) => T, text: string | undefined): T | undefined => {
  if (!text) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
};
/** To the minute. */
const written = (value: { toString: () => string } | null, kind: DateInputProps['kind']): string => {
  if (!value) return '';
  return value.toString().slice(0, { day: 10, moment: 16, time: 5 }[kind]);
};

/** The content of a date field: its parts, changed by arrows and digits, in the reader's format; and the button of the calendar. */
export function DateInput(props: DateInputProps) {
  const { i18n } = useTranslation();
  return <I18nProvider locale={i18n.language}>{props.kind === 'time' ? <Time {...props} /> : <Day {...props} />}</I18nProvider>;
}

const commonOf = ({ name, disabled, invalid, autoFocus, labelledBy, describedBy, onBlur, kind, onChange }: DateInputProps) => ({
  hourCycle: 24 as const,
  shouldForceLeadingZeros: true,
  validationBehavior: 'aria' as const,
  isDisabled: disabled ?? false,
  isInvalid: invalid,
  autoFocus,
  'aria-labelledby': labelledBy,
  ...(describedBy && { 'aria-describedby': describedBy }),
  ...(name && { name }),
  ...(onBlur && { onBlur }),
  onChange: (value: { toString: () => string } | null) => onChange(written(value, kind)),
});

const parts = <DateParts className="entry date-parts">{(segment) => <DateSegment segment={segment} className="date-part" />}</DateParts>;

function Time(props: DateInputProps) {
  const { value, min, max } = props;
  return (
    <TimeField
      {...commonOf(props)}
      value={read(parseTime, value) ?? null}
      {...{ minValue: read(parseTime, min) ?? null, maxValue: read(parseTime, max) ?? null }}
    >
      {parts}
    </TimeField>
  );
}

function Day(props: DateInputProps) {
  const { value, min, max, kind } = props;
  const field = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const layer = useLayer(open ? field.current : null);
  const parse: (text: string) => CalendarDate | CalendarDateTime = kind === 'day' ? parseDate : parseDateTime;
  const [least, most] = [read(parse, min), read(parse, max)];
  return (
    <DatePicker
      {...commonOf(props)}
      ref={field}
      isOpen={layer !== undefined}
      onOpenChange={setOpen}
      granularity={kind === 'day' ? 'day' : 'minute'}
      value={read(parse, value) ?? null}
      {...(least && { minValue: least })}
      {...(most && { maxValue: most })}
    >
      <Group className="entry-box" data-end="">
        {parts}
        <Button className="entry-button">
          <IconCalendarEvent size={20} aria-hidden="true" />
        </Button>
      </Group>
      <Popover className="menu-list date-panel" placement="bottom end" {...(layer && { UNSTABLE_portalContainer: layer })}>
        <Dialog className="date-calendar">
          <Calendar>
            <header className="date-head">
              <Button slot="previous" className="btn icon ghost">
                <IconChevronLeft size={20} aria-hidden="true" />
              </Button>
              <CalendarHeading />
              <Button slot="next" className="btn icon ghost">
                <IconChevronRight size={20} aria-hidden="true" />
              </Button>
            </header>
            <CalendarGrid className="date-grid">{(date) => <CalendarCell date={date} className="date-day" />}</CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
