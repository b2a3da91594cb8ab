import type { Recorded } from '../../../../events/store/port.ts';

export type Part = string | Uint8Array;
/** Writes one file; what it buffers is written with later events or at the end. */
export interface FileWriter {
  begin(): Part;
  rows(events: readonly Recorded[]): Part;
  end(): Part;
}
