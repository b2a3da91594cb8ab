/** Every address that the browser application draws; any other is answered 404 (with the application's own not-found page). */
export const pages = [
  '/', '/login', '/register', '/list-courses', '/reset-password', '/verify-email-notice', '/verify-email', '/unauthorized', '/demo/mailbox',
  '/dashboard', '/my-courses', '/courses', '/progress', '/profile',
  '/admin', '/admin/overview', '/admin/courses', '/admin/projections',
  '/instructor', '/instructor/overview', '/instructor/courses',
  '/analytics',
] as const;
