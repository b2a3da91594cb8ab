import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../lib/lazy-route.ts';
import { askProofBy } from '../lib/proof.ts';

const ProofDialog = lazyPart(() => import('../features/account/proof-dialog.tsx').then((module) => module.ProofDialog));

/** Asks for proof of identity when a call requires it; the call waits for the answer and is then repeated. */
export function ProofAsker() {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null);
  const waiting = useRef<(proven: boolean) => void>(undefined);
  useEffect(() => {
    const leave = askProofBy(
      () =>
        new Promise<boolean>((done) => {
          waiting.current = done;
          setAnswer(() => done);
        }),
    );
    return () => {
      leave();
      // When the page is left, the calls that wait for proof are refused.
      waiting.current?.(false);
    };
  }, []);
  if (!answer) return null;
  return (
    <Suspense fallback={null}>
      <ProofDialog
        onDone={(proven) => {
          setAnswer(null);
          answer(proven);
        }}
      />
    </Suspense>
  );
}
