import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CourseOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import { folded, stem, telling } from '../../projections/catalogue/catalogueWords.ts';
import { lessons } from '../../projections/lessons.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import type { FoundPassage } from '../contract/contentSearch.ts';
import { oneSlip, type Paragraph, paragraphsOf, wordsOf } from './paragraphs.ts';

/** What somebody may read of one course. */
export interface Readable {
  outline: CourseOutline;
  open: ReadonlySet<number>;
}
type Place = Omit<FoundPassage, 'fragmento' | 'pasaje' | 'apartado'>;
interface Candidate {
  place: Place;
  paragraph: Paragraph;
  title: boolean;
}
interface Hit extends Candidate {
  score: number;
  /** The places in the paragraph's text that match. */
  marks: { from: number; to: number }[];
}

/** Texts cut into paragraphs are cached by their content, up to this many characters in all. */
const KEPT = 20_000_000;
const AROUND = 90;
/** The length of the beginning, in characters, by which the page finds a paragraph again. */
const PASSAGE = 100;
const MOST_WORDS = 8;
/** Words so frequent that they tell nothing. */
const SILENT = new Set('a al con de del el en es la las lo los o para por que se su un una y'.split(' '));

export function createContentSearch() {
  const kept = new Map<string, { text: string; paragraphs: Paragraph[] }>();
  let size = 0;
  const cut = (key: string, text: string): Paragraph[] => {
    const known = kept.get(key);
    if (known?.text === text) return known.paragraphs;
    const made = { text, paragraphs: paragraphsOf(text) };
    if (known) size -= known.text.length;
    kept.delete(key);
    kept.set(key, made);
    size += text.length;
    for (const [oldest, { text: gone }] of kept) {
      if (size <= KEPT || kept.size === 1) break;
      kept.delete(oldest);
      size -= gone.length;
    }
    return made.paragraphs;
  };

  /** Everything in these courses that may be read, in their order. */
  async function* candidates(courses: readonly Readable[], reads: ReadSession): AsyncIterable<Candidate> {
    for (const { outline, open } of courses) {
      await nextTurn();
      const modules = presentModules(outline).filter(({ moduleId }) => open.has(moduleId));
      const ids = modules.flatMap(presentClasses).flatMap(({ subtopics }) => subtopics.map(({ subtopicId }) => String(subtopicId)));
      const texts = await reads.getMany(lessons, ids);
      const title = (place: Place, text: string): Candidate => ({
        place,
        paragraph: { text, heading: null, words: wordsOf(text) },
        title: true,
      });
      for (const module of modules) {
        const inModule: Place = {
          ...{ id_curso: outline.courseId, curso: outline.title, id_modulo: module.moduleId, modulo: module.title },
          ...{ id_sesion: null, clase: null, id_subtema: null },
        };
        yield title(inModule, module.title);
        for (const paragraph of cut(`module ${module.moduleId}`, module.content)) yield { place: inModule, paragraph, title: false };
        for (const klass of presentClasses(module)) {
          const inClass = { ...inModule, id_sesion: klass.classId, clase: klass.title };
          yield title(inClass, klass.title);
          for (const paragraph of cut(`class ${klass.classId}`, klass.content)) yield { place: inClass, paragraph, title: false };
          for (const subtopic of klass.subtopics) {
            const place = { ...inClass, id_subtema: subtopic.subtopicId };
            if (subtopic.title !== klass.title) yield title(place, subtopic.title);
            const text = texts.get(String(subtopic.subtopicId))?.text ?? '';
            for (const paragraph of cut(`subtopic ${subtopic.subtopicId}`, text)) yield { place, paragraph, title: false };
          }
        }
      }
    }
  }

  /** All words stand in it; the last may still be on its way. Words beside each other and in titles weigh more. */
  const match = ({ paragraph, title }: Candidate, stems: readonly string[]): Pick<Hit, 'score' | 'marks'> | null => {
    const marks: Hit['marks'] = [];
    let together = 0;
    let before = -2;
    for (const [index, wanted] of stems.entries()) {
      const last = index === stems.length - 1 && wanted.length >= 3;
      const at = paragraph.words.findIndex(({ stem: found }) => found === wanted || (last && found.startsWith(wanted)));
      if (at < 0) return null;
      if (at === before + 1) together += 1;
      before = at;
    }
    for (const { stem: found, from, to } of paragraph.words)
      if (stems.some((wanted, index) => found === wanted || (index === stems.length - 1 && wanted.length >= 3 && found.startsWith(wanted))))
        marks.push({ from, to });
    return { score: (title ? 4 : 0) + 2 * together + Math.min(3, marks.length / stems.length), marks };
  };

  return {
    async search(text: string, courses: readonly Readable[], limit: number, reads: ReadSession) {
      const written = wordsOf(text).map(({ from, to }) => folded(text.slice(from, to)));
      const words = telling(written, SILENT, MOST_WORDS);
      const all: Candidate[] = [];
      for await (const one of candidates(courses, reads)) all.push(one);
      const find = (stems: readonly string[]): Hit[] =>
        stems.length === 0
          ? []
          : all
              .flatMap((one) => {
                const found = match(one, stems);
                return found ? [{ ...one, ...found }] : [];
              })
              .sort((a, b) => b.score - a.score);
      let hits = find(words.map(stem));
      let understood: string | null = null;
      if (hits.length === 0 && words.length > 0) {
        const meant = words.map((word) => nearest(word, all) ?? word);
        if (meant.some((word, index) => word !== words[index])) {
          hits = find(meant.map((word) => stem(folded(word))));
          if (hits.length > 0) understood = meant.join(' ');
        }
      }
      return { pasajes: hits.slice(0, limit).map(passageOf), hayMas: hits.length > limit, entendido: understood };
    },
  };
}
export type ContentSearch = ReturnType<typeof createContentSearch>;

/** Of a word that stands nowhere the one that does and is a slip away, the most frequent; null: it stands somewhere, or none is near. */
function nearest(word: string, all: readonly Candidate[]): string | null {
  if (word.length < 4) return null;
  const wanted = stem(word);
  const near = new Map<string, { times: number; written: string }>();
  for (const { paragraph } of all)
    for (const { stem: found, from, to } of paragraph.words) {
      if (found === wanted) return null;
      if (!oneSlip(found, wanted)) continue;
      const known = near.get(found);
      near.set(found, { times: (known?.times ?? 0) + 1, written: known?.written ?? paragraph.text.slice(from, to).toLowerCase() });
    }
  return [...near.values()].sort((a, b) => b.times - a.times)[0]?.written ?? null;
}

function passageOf({ place, paragraph: { text, heading }, title, marks }: Hit): FoundPassage {
  const first = marks[0]?.from ?? 0;
  const from = first <= AROUND ? 0 : text.indexOf(' ', first - AROUND) + 1;
  const end = Math.min(text.length, from + 3 * AROUND);
  const to = end === text.length ? end : Math.max(first, text.lastIndexOf(' ', end));
  const fragmento: FoundPassage['fragmento'] = [];
  const push = (texto: string, coincide: boolean) => {
    if (texto !== '') fragmento.push({ texto, coincide });
  };
  let at = from;
  if (from > 0) push('… ', false);
  for (const mark of marks) {
    if (mark.from < at || mark.to > to) continue;
    push(text.slice(at, mark.from), false);
    push(text.slice(mark.from, mark.to), true);
    at = mark.to;
  }
  push(text.slice(at, to), false);
  if (to < text.length) push(' …', false);
  return { ...place, apartado: heading, fragmento, pasaje: title ? null : text.slice(0, PASSAGE) };
}
