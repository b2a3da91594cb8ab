import type { DocumentEvent } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';

/** The one stream of these requests: `operations-documents`. */
export const DOCUMENTS = 'documents';

export interface CheckCommand {
  type: 'check';
  /** Absent: a sample of the documents of every read model. */
  targets: { projection: string; keys: string[] }[];
  mend: boolean;
}

/** Records requests to compare what is served with the log. The projector acts on them. */
export const documentOperations: Decider<null, CheckCommand, DocumentEvent> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => null,
  decide: ({ targets, mend }) => [{ type: 'DocumentsCheckRequested', data: { targets, mend } }],
  evolve: (state) => state,
};
