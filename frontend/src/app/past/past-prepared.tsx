import '../../domain/past/texts.ts';
import { useEffect, useState } from 'react';
import { usePreparing } from '../../domain/past/prepare.ts';
import { Progress } from '../../domain/past/progress.tsx';
import './past.css';

/**
 * The pages of a moment, once the school has prepared it: a link to a moment, or a restart of the school, may come before that. What cannot be prepared
 * is said by the pages themselves.
 */
export function PastPrepared({ moment, children }: { moment: string; children: React.ReactNode }) {
  // Whoever chooses another moment waits where they choose it.
  const [first] = useState(moment);
  const [done, setDone] = useState(false);
  const { preparing, prepare } = usePreparing();
  useEffect(() => {
    void prepare(first).then(() => setDone(true));
  }, [first, prepare]);
  if (done) return children;
  return <div className="past-prepared">{preparing?.takes ? <Progress {...preparing} /> : null}</div>;
}
