import { proveBy } from './http.ts';

/** The school wants to know once more that it is really the person (`PROOF_REQUIRED`): who asks them, and whoever waits for it. */
type Asker = () => Promise<boolean>;
let asker: Asker | null = null;
let asking: Promise<boolean> | null = null;

/** The part of the page that asks; the answered function takes it away. */
export const askProofBy = (ask: Asker): (() => void) => {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
};

/** Whether they showed it. Two calls that need it at once are asked for once; where nothing can ask, they did not. */
const askForProof = (): Promise<boolean> => {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
};
proveBy(askForProof);
