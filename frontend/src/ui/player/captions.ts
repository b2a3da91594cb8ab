import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Captions } from '../../lib/video-source.ts';
import { choice } from './choice.ts';

/** The captions of a video: their language, '' for none, and what they say at this moment. Whoever watches chooses once for all videos. */
export const useCaptions = (video: RefObject<HTMLVideoElement | null>, captions: readonly Captions[]) => {
  const { i18n } = useTranslation('player');
  const [said, setSaid] = useState('');
  const [language, setLanguage] = useState(() => {
    const kept = choice.read('subtitulos');
    return kept === '' || captions.some(({ lang }) => lang === kept) ? (kept ?? '') : i18n.language.slice(0, 2);
  });
  const shown = captions.some(({ lang }) => lang === language) ? language : '';

  useEffect(() => {
    const element = video.current;
    if (!element?.textTracks) return;
    const readCues = () => {
      const track = Array.from(element.textTracks).find(({ mode }) => mode === 'hidden');
      setSaid(Array.from(track?.activeCues ?? [], (cue) => ('text' in cue ? String(cue.text) : '')).join(' '));
    };
    for (const track of element.textTracks) {
      // Read, and shown by us.
      track.mode = track.language === shown ? 'hidden' : 'disabled';
      track.addEventListener('cuechange', readCues);
    }
    readCues();
    return () => {
      for (const track of element.textTracks) track.removeEventListener('cuechange', readCues);
    };
  }, [video, shown]);
  const change = (next: string) => {
    setLanguage(next);
    choice.keep('subtitulos', next);
  };
  return {
    shown,
    said,
    change,
    /** Those of the page's language come first. */
    toggle: () => change(shown ? '' : (captions.find(({ lang }) => lang === i18n.language.slice(0, 2)) ?? captions[0])?.lang || ''),
  };
};
