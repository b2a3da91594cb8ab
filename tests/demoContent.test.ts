import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agentesDeIa } from '../backend/demo/content/agentes-de-ia.ts';
import { cursoDePython } from '../backend/demo/content/curso-de-python.ts';
import { fineTuningLlms } from '../backend/demo/content/fine-tuning-llms.ts';
import { iaNoCode } from '../backend/demo/content/ia-no-code.ts';
import { mcpServers } from '../backend/demo/content/mcp-servers.ts';
import { vibeCoding } from '../backend/demo/content/vibe-coding.ts';
import { captions, webVtt } from '../frontend/videos/captions.ts';

/** What the demo shows is the school's own: its videos, their captions, and the figures of its lessons. */

const courses = [agentesDeIa, cursoDePython, fineTuningLlms, iaNoCode, mcpServers, vibeCoding];
const subtopics = courses.flatMap(({ modulos }) => modulos.flatMap(({ clases }) => clases.flatMap(({ subtemas }) => subtemas)));
const shown = path.resolve(import.meta.dirname, '../frontend/public');
const bytes = (address: string) => statSync(path.join(shown, address)).size;

// rows: N08
test('each video of the demo is a film of the school, with captions in both languages that one has time to read', () => {
  const videos = subtopics.flatMap((one) => (one.tipo === 'video' ? [one] : []));
  expect([...new Set(videos.map(({ video }) => video))].sort()).toEqual(
    Object.keys(captions)
      .map((name) => `/videos/${name}.webm`)
      .sort(),
  );
  for (const { video, duracion, subtitulos } of videos) {
    const name = path.basename(video, '.webm');
    const cues = captions[name] ?? [];
    const written = readFileSync(path.join(shown, `/videos/${name}.es.vtt`), 'utf8');
    const end = /--> 00:(\d\d):(\d\d)\.\d{3}\n[^\n]+\n$/.exec(written);
    const seconds = Number(end?.[1]) * 60 + Number(end?.[2]);
    for (const language of ['es', 'en'] as const)
      expect(readFileSync(path.join(shown, `/videos/${name}.${language}.vtt`), 'utf8')).toBe(webVtt(cues, language, seconds));
    for (const [index, cue] of cues.entries()) {
      const lasts = (cues[index + 1]?.at ?? seconds) - cue.at;
      expect(cue.es.length / lasts, cue.es).toBeLessThanOrEqual(21);
      expect(cue.en.length / lasts, cue.en).toBeLessThanOrEqual(21);
    }
    expect(subtitulos).toBe(true);
    expect(duracion * 60).toBeGreaterThanOrEqual(seconds);
    expect(existsSync(path.join(shown, `/videos/${name}.webp`))).toBe(true);
    expect(bytes(video), video).toBeLessThan(2_000_000);
  }
  expect(Object.keys(captions).reduce((sum, name) => sum + bytes(`/videos/${name}.webm`), 0)).toBeLessThan(8_000_000);
});

test('nothing of the demo leads to a video of somebody else', () => {
  const said = JSON.stringify(courses) + readFileSync(path.resolve(import.meta.dirname, '../backend/demo/site.ts'), 'utf8');
  expect(said.match(/youtu\.?be|vimeo/gi)).toBeNull();
});

test('each figure of a lesson is there, is drawn, and says to who cannot see it what it shows', () => {
  const figures = subtopics.flatMap((one) => ('texto' in one ? [...one.texto.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)] : []));
  expect(figures.length).toBeGreaterThanOrEqual(5);
  for (const [, said = '', address = ''] of figures) {
    expect(address).toMatch(/^\/figuras\/[\w-]+\.svg$/);
    expect(said.length, address).toBeGreaterThan(60);
    expect(readFileSync(path.join(shown, address), 'utf8')).toMatch(/<title>[^<]{20,}<\/title>/);
  }
});
