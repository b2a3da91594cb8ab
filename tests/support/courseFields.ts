import type { CourseFields } from '../../events/outline.ts';

/** The fields of a course, as its author gave them. */
export const courseFields = (more: Partial<CourseFields> = {}): CourseFields => ({
  title: 'Curso de Python',
  description: 'Desde cero',
  category: 'Programación',
  tier: 'basic',
  difficulty: 'beginner',
  track: 'code',
  duration: '8 semanas',
  instructorId: null,
  imageUrl: null,
  imageAlt: null,
  price: null,
  previousPrice: null,
  providerPriceId: null,
  unlockRule: 'sequential',
  videoRule: 'optional',
  exerciseRule: 'optional',
  ...more,
});

/** What the event of its creation holds of them: the description of its picture and its rules on videos and exercises are events of their own. */
export const createdFields = (more: Partial<CourseFields> = {}): Omit<CourseFields, 'imageAlt' | 'videoRule' | 'exerciseRule'> => {
  const { imageAlt: _, videoRule: __, exerciseRule: ___, ...fields } = courseFields(more);
  return fields;
};
