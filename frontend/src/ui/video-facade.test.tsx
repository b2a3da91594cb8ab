import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import '../i18n/i18n.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { VideoFacade } from './video-facade.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const texts = { label: 'Video', play: 'Ver', consent: '', blocked: '', openYoutube: '', openLink: () => '' };
HTMLMediaElement.prototype.load = () => undefined;
const show = async (resume?: number) => {
  const onSecond = vi.fn();
  render(<VideoFacade link="/videos/uno.mp4" title="Uno" texts={texts} art={null} resume={resume} onSecond={onSecond} />);
  // Nothing of it is asked for before it is played.
  expect(document.querySelector('video')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Ver Uno' }));
  const video = await screen.findByLabelText<HTMLVideoElement>('Video');
  Object.defineProperty(video, 'duration', { value: 120, configurable: true });
  const plays = (second: number) => {
    video.currentTime = second;
    fireEvent.timeUpdate(video);
  };
  return { video, onSecond, plays };
};

// rows: C07
test('a video goes on where the school says it was stopped, else where this device does, and begins anew near its end', async () => {
  const first = await show(70);
  fireEvent.loadedMetadata(first.video);
  expect(first.video.currentTime).toBe(70);
  cleanup();
  const seen = await show(115);
  fireEvent.loadedMetadata(seen.video);
  expect(seen.video.currentTime).toBe(0);
  seen.plays(33);
  cleanup();
  const device = await show();
  fireEvent.loadedMetadata(device.video);
  expect(device.video.currentTime).toBe(33);
});

test('another video in its place waits for a press of its own', async () => {
  const facade = (link: string) => <VideoFacade link={link} title="Uno" texts={texts} art={null} />;
  const { rerender } = render(facade('/videos/uno.mp4'));
  fireEvent.click(screen.getByRole('button', { name: 'Ver Uno' }));
  await screen.findByLabelText('Video');
  rerender(facade('/videos/dos.mp4'));
  expect(document.querySelector('video')).toBeNull();
});

test('a file that is at hand is known before anybody listens: how long it is, and where one stopped', async () => {
  const media = HTMLMediaElement.prototype;
  const properties = { readyState: 4, duration: 120, paused: false };
  const before = Object.getOwnPropertyDescriptors(media);
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(media, name, { value, configurable: true });
  try {
    const { video } = await show(70);
    expect(video.currentTime).toBe(70);
    expect(screen.getByRole('button', { name: 'Pausar' })).toBeVisible();
    expect(screen.getByRole('slider')).toHaveAttribute('max', '120');
  } finally {
    for (const name of ['readyState', 'duration', 'paused'] as const) Object.defineProperty(media, name, before[name]);
  }
});

test('a video tells its second every five while it plays, and where it is stopped', async () => {
  const { video, onSecond, plays } = await show();
  for (const second of [1, 4, 6, 8, 12]) plays(second);
  expect(onSecond.mock.calls.map(([, second]) => second)).toEqual([6, 12]);
  video.currentTime = 13;
  fireEvent.pause(video);
  expect(onSecond).toHaveBeenLastCalledWith('/videos/uno.mp4', 13, 120, true);
});

// rows: H24
test('how long a file is, is shown where that is asked for, before it is played', async () => {
  const onDuration = vi.fn();
  render(<VideoFacade link="/videos/uno.mp4" title="Uno" texts={texts} art={null} onDuration={onDuration} />);
  const asked = await screen.findByLabelText<HTMLVideoElement>('Video');
  Object.defineProperty(asked, 'duration', { value: 754.2, configurable: true });
  expect(asked.preload).toBe('metadata');
  expect(asked.autoplay).toBe(false);
  fireEvent.loadedMetadata(asked);
  expect(onDuration).toHaveBeenCalledWith(754.2);
});

// rows: N08
test('only a film of the school has captions and a picture beside it', async () => {
  await show();
  expect(document.querySelectorAll('track')).toHaveLength(0);
  expect(screen.queryByLabelText('Subtítulos')).toBeNull();
  cleanup();
  render(<VideoFacade link="/videos/una-neurona.webm" title="Neurona" texts={{ ...texts, file: 'Sin audio' }} art={null} />);
  expect(document.querySelector('img')).toHaveAttribute('src', '/videos/una-neurona.webp');
  expect(screen.getByText('Sin audio')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Ver Neurona' }));
  await screen.findByLabelText('Video');
  expect(Array.from(document.querySelectorAll('track'), ({ srclang, src }) => [srclang, new URL(src).pathname])).toEqual([
    ['es', '/videos/una-neurona.es.vtt'],
    ['en', '/videos/una-neurona.en.vtt'],
  ]);
  expect(screen.getByLabelText('Subtítulos')).toHaveValue('es');
});
