import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Announces live changes to assistive technology, politely and at most every 5 seconds; initial content is not announced, nor is the same in another language. */
export function Announce({ children: text, every = 5_000 }: { children: string; every?: number }) {
  const { language } = useTranslation().i18n;
  const [said, setSaid] = useState({ text: '', language });
  /** What was announced last; at first the initial content. */
  const known = useRef(text);
  const spoken = useRef(0);
  const spokenIn = useRef(language);
  useEffect(() => {
    if (spokenIn.current !== language) {
      spokenIn.current = language;
      known.current = text;
    }
    known.current ||= text;
    if (!text || text === known.current) return;
    const timer = setTimeout(
      () => {
        spoken.current = Date.now();
        known.current = text;
        setSaid({ text, language });
      },
      Math.max(0, spoken.current + every - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [text, every, language]);
  return (
    <span className="sr" role="status">
      {said.language === language ? said.text : ''}
    </span>
  );
}
