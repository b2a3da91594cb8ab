import type { FunnelStep } from '../../../../backend/api/contract/figures.ts';
import { paths } from '../../lib/paths.ts';

/** The event types that each step counts. */
const facts = {
  contactos: 'LeadCaptured',
  registros: 'UserRegistered',
  pagos: 'PaymentSucceeded',
  inscripciones: 'LearnerEnrolled',
  comienzos: 'ClassCompleted',
  finales: 'CourseCompleted',
} as const satisfies Record<FunnelStep, string>;
/** Where analysts read the events of a step. */
export const factsOf = (id: FunnelStep) => `${paths.analytics}?tipo=${facts[id]}`;
