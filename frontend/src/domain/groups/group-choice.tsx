import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isFailure } from '../../lib/http.ts';
import { useLive } from '../../lib/use-live.ts';
import { Failure } from '../../ui/field.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { GroupFacts } from './group-facts.tsx';

interface Props {
  courseId: number;
  /** The course's name, where groups of several courses are chosen on one page. */
  course?: string | undefined;
  value: number | undefined;
  onChange: (group: number) => void;
  /** A group to leave out of the choice, because the person is in it already. */
  without?: number | undefined;
  /** Why the chosen group was refused. */
  error?: string | null;
}

/** The course whose group was refused, and why; `courseId` null: the school did not say which course. */
export interface NoSeat {
  courseId: number | null;
  text: string;
}
/** null: the error is not about a group. */
export const noSeatIn = (error: unknown, text: (error: unknown) => string): NoSeat | null => {
  if (!isFailure(error) || !error.code?.startsWith('GROUP_')) return null;
  const [, courseId] = /^grupos\.(\d+)$/.exec(error.fields[0]?.path ?? '') ?? [];
  return { courseId: courseId === undefined ? null : Number(courseId), text: text(error) };
};
/** The refusal to show beside the choice for this course; null: there is none. */
export const refusalAt = (courseId: number, noSeat: NoSeat | null): string | null =>
  noSeat && (noSeat.courseId ?? courseId) === courseId ? noSeat.text : null;

/** Chooses one of a course's groups, followed live; nothing where the course is taken at one's own pace. The person's present group is preselected. */
export function GroupChoice({ courseId, course, value, onChange, without, error = null }: Props) {
  const { t } = useTranslation('groups');
  const name = useId();
  const found = useLive(reads.courseGroups, courseId, `grupos:${courseId}`);
  const { grupos = [], mio = null } = found.data ?? {};
  const shown = grupos.filter(({ id }) => id !== without);
  const held = mio !== null && mio !== without && shown.some(({ id }) => id === mio) ? mio : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what is held is known
  useEffect(() => {
    if (held !== null && value === undefined) onChange(held);
  }, [held]);
  const frame = useRef<HTMLFieldSetElement>(null);
  // The pressed button may be far below: the focus moves to the refused choice, of several to the first.
  useEffect(() => {
    if (!error || document.activeElement instanceof HTMLInputElement) return;
    const choice = frame.current?.querySelector<HTMLInputElement>('input:enabled') ?? frame.current;
    choice?.focus({ preventScroll: true });
    frame.current?.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  if (found.error && !found.data) return <QueryState of={found} failed={t('failed')} inline />;
  if (without === undefined && grupos.length === 0)
    return found.data && error ? (
      <p className="field-error" role="alert">
        {error} {t('ownPace')}
      </p>
    ) : null;
  const may = (group: (typeof shown)[number]) => group.abierto || group.id === held;
  return (
    <fieldset ref={frame} tabIndex={-1} className="stack group-choice">
      <legend>{course === undefined ? t('choose') : t('chooseFor', { course })}</legend>
      <Failure>{error}</Failure>
      {shown.map((group) => (
        <label key={group.id} className="group-option" data-off={!may(group) || undefined}>
          <input type="radio" name={name} checked={value === group.id} disabled={!may(group)} onChange={() => onChange(group.id)} />
          <GroupFacts group={group} />
        </label>
      ))}
      {shown.some(may) ? null : <p role="note">{t(without === undefined ? 'noneOpen' : 'none')}</p>}
    </fieldset>
  );
}
