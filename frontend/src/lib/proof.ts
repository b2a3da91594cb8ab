import { proveBy } from './http.ts';

/** Proof of identity (`PROOF_REQUIRED`): the part of the page that asks for it, and the calls that wait. */
type Asker = () => Promise<boolean>;
let asker: Asker | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the part of the page that asks; the returned function unregisters it. */
export const askProofBy = (ask: Asker): (() => void) => {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
};

/** Whether they gave it. Two concurrent calls ask once; without a registered part the answer is no. */
const askForProof = (): Promise<boolean> => {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
};
proveBy(askForProof);
