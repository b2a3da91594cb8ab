import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCodec } from '../../events/codec.ts';
import { createEventLog } from '../../events/log.ts';
import type { PersonalKeys } from '../../events/privacy.ts';
import { registry } from '../../events/registry.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import { openSchool } from '../support/school.ts';
import { apart } from './apart.ts';
import { percentile, type Row } from './row.ts';
import type { Visited, VisitPlan } from './visitors.ts';

const COURSES = Number(process.env.BENCH_COURSES ?? 2_000);
const VISITORS = 100;
/** Of each visitor. */
const VISITS = 100;
const WARM_UP = 20;
const PAGES = ['/', '/pricing', '/costos-servicios', '/list-courses', '/sitemap.xml'];
const LOREM = 'Aprende a construir sistemas con modelos de lenguaje paso a paso, con ejemplos reales. '.repeat(3);

/** Published courses of 8 modules with 5 classes each, into an empty log. */
async function seed(dataDir: string): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  // Nothing of a course is personal.
  const log = createEventLog(store, createCodec(registry, {} as PersonalKeys));
  let [modules, classes, subtopics] = [0, 0, 0];
  for (let courseId = 1; courseId <= COURSES; courseId++) {
    const events: { type: string; data: object }[] = [
      {
        type: 'CourseCreated',
        data: {
          ...{ courseId, title: `Curso número ${courseId} de inteligencia`, description: LOREM, category: 'IA', tier: 'basic' },
          ...{ difficulty: 'beginner', track: 'code', duration: '10 h', instructorId: null, imageUrl: null, unlockRule: 'sequential' },
          ...{ price: courseId % 3 ? null : { amount: 49_900, currency: 'MXN' }, previousPrice: null, providerPriceId: null },
        },
      },
    ];
    for (let m = 0; m < 8; m++) {
      modules++;
      const module = { courseId, moduleId: modules, title: `Módulo ${m}`, description: LOREM, content: LOREM.repeat(2), videoUrl: null };
      events.push({ type: 'ModuleAdded', data: module });
      for (let c = 0; c < 5; c++) {
        classes++;
        const topics = [1, 2, 3].map(() => {
          subtopics++;
          return { subtopicId: subtopics, title: 'Tema', description: LOREM, kind: 'reading', videoUrl: null, minutes: 5 };
        });
        const klass = { title: `Clase ${c}`, description: LOREM, videoUrl: null, subtopics: topics, resources: [] };
        events.push({ type: 'ClassAdded', data: { courseId, moduleId: modules, classId: classes, ...klass } });
      }
    }
    events.push({ type: 'CoursePublished', data: { courseId, classes: 40 } });
    if (courseId <= 6) events.push({ type: 'CourseFeatured', data: { courseId, featured: true } });
    const id = crypto.randomUUID();
    const meta = { commandId: id, correlationId: id, causationId: id, actor: { userId: null, role: 'system' as const } };
    await log.append(`course-${courseId}`, 'none', events, { ...meta, occurredAt: new Date().toISOString() });
  }
  await store.close();
}

/** Public pages in a school of 2,000 courses, 100 visitors at once. Needs the built frontend (`npm run build`). */
export async function bench(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-pages-'));
  try {
    await seed(dataDir);
    const school = await openSchool({ dataDir, keep: true, checkAnswers: false });
    try {
      const began = performance.now();
      for (const page of PAGES) await (await fetch(`${school.url}${page}`)).arrayBuffer();
      const first = performance.now() - began;
      const rows: Row[] = [];
      for (const page of PAGES) {
        const plan: VisitPlan = { url: school.url, path: page, visitors: VISITORS, visits: WARM_UP + VISITS, warmUp: WARM_UP };
        const { latencies, perSecond, bytes, errors } = await apart<VisitPlan, Visited>('visitors.ts', plan);
        const p99 = percentile(latencies, 0.99);
        rows.push({
          name: `${page} at ${COURSES} courses, ${VISITORS} visitors at once, p99 in ms`,
          reference: '-',
          ratio: p99,
          target: 50,
          detail: `p50 ${percentile(latencies, 0.5).toFixed(1)} ms, ${perSecond.toFixed(0)}/s of ${(bytes / 1_000).toFixed(0)} kB, ${errors} errors; the first of each page together ${first.toFixed(0)} ms`,
          ok: p99 <= 50 && errors === 0,
        });
      }
      return rows;
    } finally {
      await school.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
