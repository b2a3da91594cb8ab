/** Every reactor of the school, by the name of its checkpoint. */
export const REACTORS = [
  'erasures',
  'mail',
  'accounts',
  'phone',
  'sessions',
  'leads',
  'scholarships',
  'files',
  'courses',
  'certificates',
  'drafts',
  'notifications',
  'push',
  'quizzes',
  'webinars',
  'discussions',
] as const;
