import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

type Event = StreamEvent<'certificate'>;
export type Issued = DataOf<'CertificateIssued'>;
type Signed = Pick<Issued, 'issuedAt' | 'keyId' | 'signature'>;
/** The end of its validity, which is signed together with the rest. */
export type Term = { expiresAt: string | null } & Signed;
export type Said = Issued & { expiresAt: string | null };
/** The signature of the version on which this one is based: name and end are signed together, but changed by different commands. */
interface SignedAfter {
  after: string;
}

interface Ids {
  userId: number;
  courseId: number;
}
export type CertificateCommand =
  | ({ type: 'issue'; term?: Term | null } & Issued)
  | ({ type: 'renew' } & Ids & Term & SignedAfter)
  | ({ type: 'expire'; expiresAt: string } & Ids)
  /** Chosen for a certificate that is not issued yet. */
  | ({ type: 'choose'; name: string } & Ids)
  | ({ type: 'reissue'; name: string } & Ids & Signed & SignedAfter)
  | ({ type: 'revoke'; reason: string } & Ids)
  /** `now`: ISO UTC. */
  | ({ type: 'reinstate'; now: string } & Ids);

export interface CertificateState {
  /** What it says now, with the last name and signature; null before it is issued. */
  issued: Said | null;
  /** The expiry that was recorded; null: it has not expired. */
  expired: string | null;
  /** The name that was chosen before the certificate was issued. */
  chosen: string | null;
  revoked: boolean;
  /** How often its person changed the name. */
  changes: number;
}

export const MOST_NAME_CHANGES = 5;

/** The certificate of one learner for one course: issued once, whatever happens to the marks later (C-24). */
export const certificate: Decider<CertificateState, CertificateCommand, Event> = {
  category: 'certificate',
  initial: () => ({ issued: null, expired: null, chosen: null, revoked: false, changes: 0 }),
  decide(command, { issued, expired, chosen, revoked, changes }) {
    const ids = { userId: command.userId, courseId: command.courseId };
    if (command.type === 'issue') {
      const { type: _, term = null, ...data } = command;
      if (issued) return [];
      return [{ type: 'CertificateIssued', data }, ...(term ? [{ type: 'CertificateTermSet' as const, data: { ...ids, ...term } }] : [])];
    }
    if (command.type === 'choose') {
      // Issued meanwhile: the command must sign it anew.
      if (issued) return refuse('CONFLICT');
      if (command.name === chosen) return [];
      if (changes >= MOST_NAME_CHANGES) return refuse('CERTIFICATE_NAME_LIMIT');
      return [{ type: 'CertificateNameChosen', data: { ...ids, name: command.name } }];
    }
    if (!issued) return refuse('CERTIFICATE_NOT_FOUND');
    switch (command.type) {
      case 'reissue': {
        const { type: _, after, ...data } = command;
        if (revoked) return refuse('CERTIFICATE_REVOKED');
        if (command.name === issued.name) return [];
        if (changes >= MOST_NAME_CHANGES) return refuse('CERTIFICATE_NAME_LIMIT');
        return after === issued.signature ? [{ type: 'CertificateReissued', data }] : refuse('CONFLICT');
      }
      case 'renew': {
        const { type: _, after, ...data } = command;
        if (revoked) return refuse('CERTIFICATE_REVOKED');
        if (issued.expiresAt === data.expiresAt) return [];
        return after === issued.signature ? [{ type: 'CertificateTermSet', data }] : refuse('CONFLICT');
      }
      // Renewed, revoked or recorded since: nothing expires.
      case 'expire':
        return revoked || issued.expiresAt !== command.expiresAt || expired === command.expiresAt
          ? []
          : [{ type: 'CertificateExpired', data: { ...ids, expiresAt: command.expiresAt } }];
      case 'revoke':
        return revoked ? [] : [{ type: 'CertificateRevoked', data: { ...ids, reason: command.reason } }];
      case 'reinstate': {
        if (!revoked) return [];
        const { expiresAt } = issued;
        const ended = expiresAt !== null && expiresAt <= command.now && expired !== expiresAt;
        return [
          { type: 'CertificateReinstated', data: ids },
          // It expired while it was revoked.
          ...(ended ? [{ type: 'CertificateExpired' as const, data: { ...ids, expiresAt } }] : []),
        ];
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CertificateNameChosen':
        return { ...state, chosen: event.data.name, changes: state.changes + 1 };
      case 'CertificateIssued':
        return { ...state, issued: { ...event.data, expiresAt: null } };
      case 'CertificateTermSet':
        return { ...state, issued: state.issued && { ...state.issued, ...event.data } };
      case 'CertificateExpired':
        return { ...state, expired: event.data.expiresAt };
      case 'CertificateReissued':
        return { ...state, issued: state.issued && { ...state.issued, ...event.data }, changes: state.changes + 1 };
      case 'CertificateRevoked':
        return { ...state, revoked: true };
      case 'CertificateReinstated':
        return { ...state, revoked: false };
    }
  },
};

/** For how many months certificates that are issued from now on are good, by course; 0: for ever. Stream `certificaterule-<course>`. */
export const certificateRule: Decider<number, { courseId: number; months: number }, StreamEvent<'certificaterule'>> = {
  category: 'certificaterule',
  initial: () => 0,
  decide: (data, months) => (data.months === months ? [] : [{ type: 'CertificateValiditySet', data }]),
  evolve: (_, { data }) => data.months,
};
