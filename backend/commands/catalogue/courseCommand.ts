import type { VideoText } from '../../../events/catalogue.ts';
import type { CourseFields, CourseOutline, Resource, Subtopic } from '../../../events/outline.ts';
import type { Draft } from './draft.ts';

export type ModuleCommand =
  | { type: 'addModule'; moduleId: number; title: string; description: string; content: string; videoUrl: string | null }
  | { type: 'changeModule'; moduleId: number; title?: string; description?: string; content?: string; videoUrl?: string | null }
  | { type: 'reorderModules'; order: readonly number[] }
  | { type: 'removeModule'; moduleId: number }
  | { type: 'restoreModule'; moduleId: number }
  | { type: 'setObjectives'; moduleId: number; objectives: readonly { objectiveId: number; text: string }[] };

export type ClassCommand =
  | {
      type: 'addClass';
      moduleId: number;
      classId: number;
      title: string;
      description: string;
      content?: string;
      videoUrl: string | null;
      subtopics: readonly Subtopic[];
      resources: readonly Resource[];
    }
  | { type: 'changeClass'; classId: number; title?: string; description?: string; content?: string; videoUrl?: string | null }
  | { type: 'reorderClasses'; moduleId: number; order: readonly number[] }
  /** `place`: among the classes of that module, from 1; absent: behind them. */
  | { type: 'moveClass'; classId: number; moduleId: number; place?: number }
  | { type: 'removeClass'; classId: number }
  | { type: 'restoreClass'; classId: number };

export type SubtopicCommand =
  | ({ type: 'addSubtopic'; classId: number } & Subtopic)
  | ({ type: 'changeSubtopic'; subtopicId: number } & Partial<Omit<Subtopic, 'subtopicId'>>)
  | { type: 'reorderSubtopics'; classId: number; order: readonly number[] }
  | { type: 'removeSubtopic'; subtopicId: number };

export type ResourceCommand =
  | ({ type: 'addResource'; classId: number } & Resource)
  | ({ type: 'changeResource'; resourceId: number } & Partial<Omit<Resource, 'resourceId'>>)
  | { type: 'removeResource'; resourceId: number };

/** The commands of one course. */
export type CourseCommand =
  | ModuleCommand
  | ClassCommand
  | SubtopicCommand
  | ResourceCommand
  | ({ type: 'create'; courseId: number } & CourseFields)
  | ({ type: 'change' } & Partial<CourseFields> & { featured?: boolean })
  /** `withoutCaptions`: publish even where videos have neither captions nor a transcript; a reason was given for them. */
  | { type: 'publish'; withoutCaptions?: boolean }
  | { type: 'unpublish' }
  | { type: 'archive' }
  | { type: 'restore' }
  | { type: 'placeFeatured'; place: number }
  /** `userId`: an active instructor, which the caller has checked. */
  | { type: 'addCoInstructor'; userId: number }
  | { type: 'removeCoInstructor'; userId: number }
  /** `drafted`: exists in the course with its unpublished changes. */
  | { type: 'declareVideoText'; videoUrl: string; text: VideoText | null; drafted?: boolean }
  | ApplyDraft
  | BringCourse;

export type CourseStatus = Exclude<CourseOutline['status'], 'none'>;
/** Applies a whole draft or nothing. `texts`: lessons whose texts are set in their own streams afterwards. */
export interface ApplyDraft {
  type: 'applyDraft';
  draft: Draft;
  texts: readonly { moduleId: number; classId: number; subtopicId: number }[];
  /** As for `publish`, for the videos that it adds to a published course. */
  withoutCaptions?: boolean;
  /** It restores an earlier version, instead of publishing a draft. */
  restored?: { moduleId: number | null; classId: number | null; to: number; undone: string | null };
  /** To which status the course goes back with it; absent: to none. */
  status?: CourseStatus;
}

/** Creates a course from a given outline, or continues: adds what is missing of `target`. `copied`: the course is complete with this. */
export interface BringCourse {
  type: 'bring';
  target: CourseOutline;
  copied: { origin: 'course' | 'package'; fromCourseId: number | null } | null;
}
