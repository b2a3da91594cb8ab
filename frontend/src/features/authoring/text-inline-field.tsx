import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useEditor } from './editor-context.ts';
import { InlineField, type InlineFieldProps } from './inline-field.tsx';

type Texts = AnswerOf<'listSubtopics'>;

/** A text that learners read in a class: the class's own content or a subtopic's text. These texts are loaded with the class, not with the outline. */
export function useTexts(classId: number) {
  const { draft } = useEditor();
  const published = api.useListSubtopicsQuery(classId, { skip: draft });
  const drafted = api.useDraftListSubtopicsQuery(classId, { skip: !draft });
  return draft ? drafted : published;
}

/** A part of a text that is edited by itself. */
interface Part extends Pick<InlineFieldProps, 'label' | 'hint' | 'check'> {
  kind: 'body' | 'code';
  read: (whole: string) => string;
  /** The whole text with this part of it. */
  write: (whole: string, typed: string) => string;
}
interface Props extends Pick<InlineFieldProps, 'field' | 'max' | 'failureText' | 'by' | 'locked'> {
  /** By default all of it is. */
  part?: Part;
  classId: number;
  textIn: (texts: Texts) => string | null | undefined;
  /** Whether the part that it belongs to is in the outline. */
  stands: (outline: AuthoringOutline) => boolean;
  /** `text`: null where nothing was typed; `from`: the saved text that typing started from. */
  send: (text: string | null, from: string, version: number) => Promise<unknown>;
}

/** One of these texts, once it is loaded. */
export function TextInlineField({ classId, textIn, stands, send, part, ...field }: Props) {
  const { t } = useTranslation('authoring');
  const store = useStore();
  const { draft } = useEditor();
  const query = useTexts(classId);
  const { data } = query;
  const text = data && textIn(data);
  if (text == null)
    return (
      <QueryState of={query} failed={t('subtopic.textFailed')} inline>
        <TextSkeleton lines={3} />
      </QueryState>
    );
  const shown = (whole: string): string => part?.read(whole) ?? whole;
  return (
    <InlineField
      {...field}
      label={part?.label ?? t('subtopic.text')}
      kind={part?.kind ?? 'body'}
      hint={part?.hint}
      {...(part?.check && { check: part.check })}
      value={shown(text)}
      read={(outline) => {
        const { select } = draft ? api.endpoints.draftListSubtopics : api.endpoints.listSubtopics;
        const now = select(classId)(store.getState() as Parameters<ReturnType<typeof select>>[0]).data;
        return stands(outline) ? shown((now && textIn(now)) ?? text) : undefined;
      }}
      send={(typed, version) => send((part ? part.write(text, typed) : typed) || null, text, version)}
      saved={t('module.contentSaved')}
      none={t('field.none')}
    />
  );
}
