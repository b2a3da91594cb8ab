import { presentClasses, presentModules, presentVideos, videoTextOf } from '../../events/outline.ts';
import type { CourseDoc } from './courses.ts';

/** What lists show of a course: its fields, and its outline in figures. A whole course may be a hundred times as large. */
export interface CourseSummary extends Omit<CourseDoc, 'modules' | 'videoTexts' | 'classTimes'> {
  counts: { modules: number; classes: number; resources: number; videos: number; videosWithoutText: number; minutes: number };
}

/** The order of the catalogue: featured courses by their places, featured ones without a place, then all others. */
export const rankOf = ({ featured, place }: Pick<CourseDoc, 'featured' | 'place'>): number =>
  featured ? (place ?? UNPLACED) : UNPLACED + 1;
const UNPLACED = 1_000_000;

export function summaryOf(doc: CourseDoc): CourseSummary {
  const { modules: _modules, videoTexts: _texts, classTimes: _times, ...fields } = doc;
  const modules = presentModules(doc);
  const classes = modules.flatMap(presentClasses);
  const videos = [...new Set(presentVideos(doc).map(({ url }) => url))];
  return {
    ...fields,
    counts: {
      modules: modules.length,
      classes: classes.length,
      resources: classes.reduce((sum, klass) => sum + klass.resources.length, 0),
      minutes: classes.flatMap(({ subtopics }) => subtopics).reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
      videos: videos.length,
      videosWithoutText: videos.filter((url) => videoTextOf(doc, url) === null).length,
    },
  };
}

export type PriceKind = 'free' | 'paid';
/** «Gratis» (C-04, C-79): a price of 0, or a Básico course without a price. */
export const priceKind = ({ price, tier }: Pick<CourseDoc, 'price' | 'tier'>): PriceKind =>
  price === null ? (tier === 'basic' ? 'free' : 'paid') : price.amount === 0 ? 'free' : 'paid';
