import { expect, test } from 'vitest';
import { whoKey } from './session.ts';
import { rememberedSecond, rememberSecond, videoSource } from './video-source.ts';

const id = 'LPZh9BOjkQs';
test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `https://youtube.com/watch?list=PL1&v=${id}`,
  `https://m.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}?si=abc`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}`,
  `youtu.be/${id}`,
  `  www.youtube.com/watch?v=${id} `,
])('%s is a video of YouTube', (link) => expect(videoSource(link)).toEqual({ kind: 'youtube', id, start: 0 }));

test('with its start', () => {
  expect(videoSource(`https://youtu.be/${id}?t=90`)).toMatchObject({ start: 90 });
  expect(videoSource(`https://youtu.be/${id}?t=1h2m3s`)).toMatchObject({ start: 3_723 });
});
test('files, other houses, and what is no link', () => {
  expect(videoSource('https://cdn.example/clase.mp4')).toEqual({ kind: 'file', src: 'https://cdn.example/clase.mp4' });
  expect(videoSource('/api/files/7.webm?x=1')).toEqual({ kind: 'file', src: '/api/files/7.webm?x=1' });
  expect(videoSource('https://www.vimeo.com/1')).toEqual({ kind: 'link', href: 'https://www.vimeo.com/1', host: 'vimeo.com' });
  expect(videoSource('https://youtube.com.evil.example/watch?v=LPZh9BOjkQs')).toMatchObject({ kind: 'link' });
  expect(videoSource('https://www.youtube.com/watch?v=corto')).toMatchObject({ kind: 'link' });
  for (const nothing of ['javascript:alert(1)', 'data:text/html,x', '', null, undefined, 'hola']) expect(videoSource(nothing)).toBeNull();
});
test('where one stopped; the first seconds and the last are the beginning', () => {
  rememberSecond('a', 40, 100);
  expect(rememberedSecond('a')).toBe(40);
  rememberSecond('a', 95, 100);
  expect(rememberedSecond('a')).toBe(0);
});
test('where one person stopped is nobody else’s place, nor a visitor’s', () => {
  localStorage.setItem(whoKey, '7');
  rememberSecond('b', 40, 100);
  for (const other of ['8', null]) {
    if (other === null) localStorage.removeItem(whoKey);
    else localStorage.setItem(whoKey, other);
    expect(rememberedSecond('b')).toBe(0);
  }
  localStorage.setItem(whoKey, '7');
  expect(rememberedSecond('b')).toBe(40);
  localStorage.removeItem(whoKey);
});
