import type { LeadStatus } from '../../../events/leads.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

export type LeadData = DataOf<'LeadCaptured'>;

export interface LeadState {
  /** null before it was captured. */
  lead: LeadData | null;
  status: LeadStatus;
  capturedAt: string;
  erased: boolean;
  delivered: boolean;
  /** Deliveries attempted since it was captured, or since a person asked for another one. */
  attempts: number;
  /** The last attempt was given up: only a person can ask for another. */
  givenUp: boolean;
}

export type LeadCommand =
  | { type: 'capture'; lead: LeadData }
  | { type: 'changeStatus'; status: LeadStatus }
  | { type: 'note'; note: string }
  | { type: 'delivered'; deliveryId: string }
  | { type: 'failed'; deliveryId: string; error: string; last: boolean }
  | { type: 'requestDelivery' }
  | { type: 'erase' };

/** A person or organisation who asked for information; stream `lead-<id>`. Errors: LEAD_NOT_FOUND, LEAD_ERASED. */
export const lead: Decider<LeadState, LeadCommand, StreamEvent<'lead'>> = {
  category: 'lead',
  initial: () => ({ lead: null, status: 'new', capturedAt: '', erased: false, delivered: false, attempts: 0, givenUp: false }),

  decide(command, state) {
    // A form sent twice is one lead: the id is derived from its content.
    if (command.type === 'capture') return state.lead === null ? [{ type: 'LeadCaptured', data: command.lead }] : [];
    if (state.lead === null) return refuse('LEAD_NOT_FOUND');
    const { leadId, person } = state.lead;
    if (command.type === 'erase') return state.erased ? [] : [{ type: 'LeadErased', data: { leadId, person } }];
    const attempt = state.attempts + 1;
    switch (command.type) {
      case 'delivered':
        return state.delivered ? [] : [{ type: 'LeadDelivered', data: { leadId, deliveryId: command.deliveryId, attempt } }];
      case 'failed': {
        const { deliveryId, error, last } = command;
        return state.delivered
          ? []
          : [{ type: 'LeadDeliveryFailed', data: { leadId, deliveryId, attempt, error: error.slice(0, 300), last } }];
      }
      default:
    }
    if (state.erased) return refuse('LEAD_ERASED');
    switch (command.type) {
      case 'changeStatus':
        return command.status === state.status
          ? []
          : [{ type: 'LeadStatusChanged', data: { leadId, from: state.status, to: command.status } }];
      case 'note':
        return [{ type: 'LeadNoteAdded', data: { leadId, person, note: command.note } }];
      case 'requestDelivery':
        return state.delivered ? [] : [{ type: 'LeadDeliveryRequested', data: { leadId } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'LeadCaptured':
        return { ...state, lead: event.data, capturedAt: event.meta.occurredAt };
      case 'LeadStatusChanged':
        return { ...state, status: event.data.to };
      case 'LeadDelivered':
        return { ...state, delivered: true, givenUp: false, attempts: event.data.attempt };
      case 'LeadDeliveryFailed':
        return { ...state, attempts: event.data.attempt, givenUp: event.data.last };
      case 'LeadDeliveryRequested':
        return { ...state, attempts: 0, givenUp: false };
      case 'LeadErased':
        return {
          ...state,
          erased: true,
          lead: state.lead && { ...state.lead, name: null, email: null, phone: null, company: null, message: null },
        };
      default:
        return state;
    }
  },
};
