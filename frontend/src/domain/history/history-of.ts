import type { OwnHistoryKind } from '../../../../backend/api/contract/history.ts';
import { api } from '../../api/api.ts';
import type { AnswerOf, ArgOf } from '../../lib/calls.ts';

/** What the history is about. */
export type HistoryOf =
  | { of: 'course'; id: number; tipo?: 'modulo' | 'sesion'; parte?: number }
  | { of: 'person'; userId: number }
  /** The person's own history: one kind of facts, or all kinds except measurements. */
  | { of: 'own'; userId: number; tipo?: OwnHistoryKind }
  | { of: 'enrolment'; userId: number; courseId: number }
  | { of: 'review'; userId: number; courseId: number }
  | { of: 'lead'; leadId: string }
  | { of: 'campaign'; campaignId: string }
  | { of: 'code'; codeId: string }
  | { of: 'webinar'; webinarId: number }
  | ReadOnly;
/** Things whose changes are reverted with buttons of their own, not from the history. */
type ReadOnly =
  | { of: 'order'; userId: number; orderId: number }
  | { of: 'comment'; commentId: number }
  | { of: 'commentRules' }
  | { of: 'sent'; notificationId: number };
export type CourseHistoryOf = Extract<HistoryOf, { of: 'course' }>;
/** Things whose acts can be undone one by one. */
export type RecordHistoryOf = Extract<HistoryOf, { of: 'person' | 'enrolment' | 'review' | 'lead' | 'webinar' }>;
/** Whether acts on this thing can be undone one by one. */
export const isRecord = (of: HistoryOf): of is RecordHistoryOf => ['person', 'enrolment', 'review', 'lead', 'webinar'].includes(of.of);
/** The thing as the parameters of the undo call. */
export const recordOf = (of: RecordHistoryOf): { de: 'usuario' | 'inscripcion' | 'resena' | 'contacto' | 'evento'; id: string } => {
  if (of.of === 'person') return { de: 'usuario', id: String(of.userId) };
  if (of.of === 'webinar') return { de: 'evento', id: String(of.webinarId) };
  if (of.of === 'lead') return { de: 'contacto', id: of.leadId };
  return { de: of.of === 'review' ? 'resena' : 'inscripcion', id: `${of.userId}_${of.courseId}` };
};
/** The same thing as the history of the whole school names it; null for one's own history, which only its person sees. */
export const thingOf = (of: HistoryOf): string | null => {
  switch (of.of) {
    case 'own':
      return null;
    case 'course':
      return of.parte === undefined ? `curso:${of.id}` : `${of.tipo === 'modulo' ? 'modulo' : 'clase'}:${of.parte}`;
    case 'person':
      return `persona:${of.userId}`;
    case 'enrolment':
      return `inscripcion:${of.userId}_${of.courseId}`;
    case 'review':
      return `resena:${of.userId}_${of.courseId}`;
    case 'lead':
      return `contacto:${of.leadId}`;
    case 'campaign':
      return `campana:${of.campaignId}`;
    case 'code':
      return `codigo:${of.codeId}`;
    case 'webinar':
      return `evento:${of.webinarId}`;
    case 'order':
      return `pedido:${of.userId}_${of.orderId}`;
    case 'comment':
      return `comentario:${of.commentId}`;
    case 'commentRules':
      return 'flujo:commentrules-school';
    case 'sent':
      return `aviso:${of.notificationId}`;
  }
};
type HistoryPage = AnswerOf<'courseHistory'>;
export type Entry = HistoryPage['cambios'][number];
/** The parameters of every history. */
export type Asked = Pick<ArgOf<'courseHistory'>, 'limit' | 'cursor' | 'idioma' | 'quien' | 'desde' | 'hasta' | 'buscar'>;

interface Read {
  data?: HistoryPage | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}
/** A query hook for each kind. A mounted view never changes its kind, so choosing a hook by kind keeps the order of hooks. */
const queries = {
  course: api.useCourseHistoryQuery,
  person: api.usePersonHistoryQuery,
  own: api.useOwnHistoryQuery,
  enrolment: api.useEnrolmentHistoryQuery,
  review: api.useReviewHistoryQuery,
  lead: api.useLeadHistoryQuery,
  campaign: api.useCampaignHistoryQuery,
  code: api.useCodeHistoryQuery,
  webinar: api.useWebinarHistoryQuery,
  order: api.useOrderHistoryQuery,
  comment: api.useCommentHistoryQuery,
  commentRules: api.useCommentRulesHistoryQuery,
  sent: api.useSentHistoryQuery,
} as unknown as Readonly<Record<HistoryOf['of'], (arg: object) => Read>>;

export const useHistoryPage = ({ of, ...which }: HistoryOf, asked: Asked): Read => {
  const useRead = queries[of];
  return useRead({ ...which, ...asked });
};
