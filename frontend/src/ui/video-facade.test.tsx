// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { VideoFacade } from './video-facade.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const texts = { label: 'Video', play: 'Ver', consent: '', blocked: '', openYoutube: '', openLink: () => '' };
const show = (resume?: number) => {
  const onSecond = vi.fn();
  render(<VideoFacade link="/videos/uno.mp4" title="Uno" texts={texts} art={null} resume={resume} onSecond={onSecond} />);
  const video = screen.getByLabelText<HTMLVideoElement>('Video');
  Object.defineProperty(video, 'duration', { value: 120, configurable: true });
  const plays = (second: number) => {
    video.currentTime = second;
    fireEvent.timeUpdate(video);
  };
  return { video, onSecond, plays };
};

// rows: C07
test('a video goes on where the school says it was stopped, else where this device does, and begins anew near its end', () => {
  const first = show(70);
  fireEvent.loadedMetadata(first.video);
  expect(first.video.currentTime).toBe(70);
  cleanup();
  const seen = show(115);
  fireEvent.loadedMetadata(seen.video);
  expect(seen.video.currentTime).toBe(0);
  seen.plays(33);
  cleanup();
  const device = show();
  fireEvent.loadedMetadata(device.video);
  expect(device.video.currentTime).toBe(33);
});

test('it tells its second every five while it plays, and where it is stopped', () => {
  const { video, onSecond, plays } = show();
  for (const second of [1, 4, 6, 8, 12]) plays(second);
  expect(onSecond.mock.calls.map(([, second]) => second)).toEqual([6, 12]);
  video.currentTime = 13;
  fireEvent.pause(video);
  expect(onSecond).toHaveBeenLastCalledWith('/videos/uno.mp4', 13, 120, true);
});

// rows: H24
test('how long a file is, is told where that is asked for, before it is played', () => {
  const { video } = show();
  expect(video.preload).toBe('none');
  cleanup();
  const onDuration = vi.fn();
  render(<VideoFacade link="/videos/uno.mp4" title="Uno" texts={texts} art={null} onDuration={onDuration} />);
  const asked = screen.getByLabelText<HTMLVideoElement>('Video');
  Object.defineProperty(asked, 'duration', { value: 754.2, configurable: true });
  expect(asked.preload).toBe('metadata');
  fireEvent.loadedMetadata(asked);
  expect(onDuration).toHaveBeenCalledWith(754.2);
});
