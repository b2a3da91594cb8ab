import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

type Event = StreamEvent<'certificate'>;
export type Issued = Extract<Event, { type: 'CertificateIssued' }>['data'];
type Signed = Pick<Issued, 'issuedAt' | 'keyId' | 'signature'>;

interface Ids {
  userId: number;
  courseId: number;
}
export type CertificateCommand =
  | ({ type: 'issue' } & Issued)
  /** Before it is issued. */
  | ({ type: 'choose'; name: string } & Ids)
  | ({ type: 'reissue'; name: string } & Ids & Signed)
  | ({ type: 'revoke'; reason: string } & Ids)
  | ({ type: 'reinstate' } & Ids);

export interface CertificateState {
  /** What it says now, with the last name and signature; null before it is issued. */
  issued: Issued | null;
  /** Chosen beforehand. */
  chosen: string | null;
  revoked: boolean;
  /** How often its person changed the name. */
  changes: number;
}

export const MOST_NAME_CHANGES = 5;

/** The certificate of one learner for one course: issued once, whatever happens to the marks later (C-24). */
export const certificate: Decider<CertificateState, CertificateCommand, Event> = {
  category: 'certificate',
  initial: () => ({ issued: null, chosen: null, revoked: false, changes: 0 }),
  decide(command, { issued, chosen, revoked, changes }) {
    const ids = { userId: command.userId, courseId: command.courseId };
    if (command.type === 'issue') {
      const { type: _, ...data } = command;
      return issued ? [] : [{ type: 'CertificateIssued', data }];
    }
    if (command.type === 'choose') {
      // Issued meanwhile: it is to be signed anew.
      if (issued) return refuse('CONFLICT');
      if (command.name === chosen) return [];
      if (changes >= MOST_NAME_CHANGES) return refuse('CERTIFICATE_NAME_LIMIT');
      return [{ type: 'CertificateNameChosen', data: { ...ids, name: command.name } }];
    }
    if (!issued) return refuse('CERTIFICATE_NOT_FOUND');
    switch (command.type) {
      case 'reissue': {
        const { type: _, ...data } = command;
        if (revoked) return refuse('CERTIFICATE_REVOKED');
        if (command.name === issued.name) return [];
        if (changes >= MOST_NAME_CHANGES) return refuse('CERTIFICATE_NAME_LIMIT');
        return [{ type: 'CertificateReissued', data }];
      }
      case 'revoke':
        return revoked ? [] : [{ type: 'CertificateRevoked', data: { ...ids, reason: command.reason } }];
      case 'reinstate':
        return revoked ? [{ type: 'CertificateReinstated', data: ids }] : [];
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CertificateNameChosen':
        return { ...state, chosen: event.data.name, changes: state.changes + 1 };
      case 'CertificateIssued':
        return { ...state, issued: event.data };
      case 'CertificateReissued':
        return { ...state, issued: state.issued && { ...state.issued, ...event.data }, changes: state.changes + 1 };
      case 'CertificateRevoked':
        return { ...state, revoked: true };
      case 'CertificateReinstated':
        return { ...state, revoked: false };
    }
  },
};
