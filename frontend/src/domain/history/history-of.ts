import { api } from '../../api/api.ts';
import type { AnswerOf, ArgOf } from '../../lib/calls.ts';

/** Whose history. */
export type HistoryOf =
  | { of: 'course'; id: number; tipo?: 'modulo' | 'sesion'; parte?: number }
  | { of: 'person'; userId: number }
  | { of: 'enrolment'; userId: number; courseId: number }
  | { of: 'review'; userId: number; courseId: number }
  | { of: 'lead'; leadId: string }
  | { of: 'campaign'; campaignId: string }
  | { of: 'code'; codeId: string };
export type CourseHistoryOf = Extract<HistoryOf, { of: 'course' }>;
/** Of which acts can be undone one by one. */
export type RecordHistoryOf = Extract<HistoryOf, { of: 'person' | 'enrolment' | 'review' | 'lead' }>;
/** Such a record, as undoing names it. */
export const recordOf = (of: RecordHistoryOf): { de: 'usuario' | 'inscripcion' | 'resena' | 'contacto'; id: string } => {
  if (of.of === 'person') return { de: 'usuario', id: String(of.userId) };
  if (of.of === 'lead') return { de: 'contacto', id: of.leadId };
  return { de: of.of === 'review' ? 'resena' : 'inscripcion', id: `${of.userId}_${of.courseId}` };
};
type HistoryPage = AnswerOf<'courseHistory'>;
export type Entry = HistoryPage['cambios'][number];
/** What every history may be asked for. */
export type Asked = Pick<ArgOf<'courseHistory'>, 'limit' | 'cursor' | 'idioma' | 'quien' | 'desde' | 'hasta' | 'buscar'>;

interface Read {
  data?: HistoryPage | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}
/** The call of each; a view is of one for as long as it stands. */
const calls = {
  course: api.useCourseHistoryQuery,
  person: api.usePersonHistoryQuery,
  enrolment: api.useEnrolmentHistoryQuery,
  review: api.useReviewHistoryQuery,
  lead: api.useLeadHistoryQuery,
  campaign: api.useCampaignHistoryQuery,
  code: api.useCodeHistoryQuery,
} as unknown as Readonly<Record<HistoryOf['of'], (arg: object) => Read>>;

export const useHistoryPage = ({ of, ...which }: HistoryOf, asked: Asked): Read => {
  const useRead = calls[of];
  return useRead({ ...which, ...asked });
};
