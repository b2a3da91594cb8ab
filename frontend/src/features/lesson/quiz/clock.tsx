import { IconClock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const shown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
/** The numbers of minutes left at which screen readers are told. */
const SAID = [10, 5, 1];

/** The time left by the school's clock; `left` is what the school said when the page read it. */
export function Clock({ left, onOver }: { left: number; onOver: () => void }) {
  const { t } = useTranslation('quiz');
  const end = useRef(performance.now() + left);
  const [now, setNow] = useState(left);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    end.current = performance.now() + left;
    let said = false;
    const tick = () => {
      const rest = end.current - performance.now();
      setNow(rest);
      if (rest <= 0 && !said) {
        said = true;
        over.current();
      }
    };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [left]);
  const minute = Math.ceil(now / 60_000);
  return (
    <p className="quiz-clock" data-short={now < 60_000 || undefined}>
      <IconClock size={18} aria-hidden="true" />
      <span className="sr">{t('time.left')}: </span>
      <span className="num">{shown(now)}</span>
      <span className="sr" role="status">
        {now <= 0 ? t('time.over') : SAID.includes(minute) ? t('time.minutes', { count: minute }) : ''}
      </span>
    </p>
  );
}
