/// <reference lib="dom" />
export interface Visit {
  name: string;
  path: string;
  /** Name of a demo account; null: a visitor. */
  as: string | null;
}

/** Every page of the application, as it is shown to who it is for. */
export const visits: readonly Visit[] = [
  { name: 'landing', path: '/', as: null },
  { name: 'catalogue', path: '/list-courses', as: null },
  { name: 'course-page', path: '/cursos/ia-no-code-1', as: null },
  { name: 'course-page-premium', path: '/cursos/agentes-de-ia-3', as: 'estudiante' },
  { name: 'catalogue-none', path: '/list-courses?buscar=zzzz', as: null },
  { name: 'pricing', path: '/pricing', as: null },
  { name: 'checkout-plan', path: '/checkout?plan=premium', as: 'estudiante' },
  { name: 'checkout-course', path: '/checkout?courseId=2', as: 'estudiante' },
  { name: 'checkout-premium', path: '/checkout', as: 'premium' },
  { name: 'pricing-premium', path: '/pricing', as: 'premium' },
  { name: 'costs', path: '/costos-servicios', as: null },
  { name: 'policies', path: '/politicas', as: null },
  { name: 'landing-student', path: '/', as: 'estudiante' },
  { name: 'shop', path: '/shop', as: 'estudiante' },
  { name: 'shop-premium', path: '/shop', as: 'premium' },
  { name: 'login', path: '/login', as: null },
  { name: 'register', path: '/register', as: null },
  { name: 'reset', path: '/reset-password', as: null },
  { name: 'reset-token', path: '/reset-password?token=x', as: null },
  { name: 'verify-notice', path: '/verify-email-notice?email=alguien@ejemplo.mx', as: null },
  { name: 'verify', path: '/verify-email?token=x', as: null },
  { name: 'mailbox', path: '/demo/mailbox', as: null },
  { name: 'setup', path: '/setup', as: null },
  { name: 'unauthorized', path: '/unauthorized', as: null },
  { name: 'not-found', path: '/no-existe', as: null },
  { name: 'dashboard', path: '/dashboard', as: 'estudiante' },
  { name: 'my-courses', path: '/my-courses', as: 'estudiante' },
  { name: 'course', path: '/courses?courseId=1', as: 'estudiante' },
  { name: 'lesson', path: '/courses?courseId=1&modulo=1&sesion=1', as: 'estudiante' },
  { name: 'community', path: '/community', as: 'estudiante' },
  { name: 'community-jobs', path: '/community?categoria=trabajos', as: 'admin' },
  { name: 'progress', path: '/progress', as: 'estudiante' },
  { name: 'profile', path: '/profile', as: 'estudiante' },
  { name: 'security', path: '/profile/security', as: 'estudiante' },
  { name: 'person', path: '/people/2', as: 'estudiante' },
  { name: 'admin-overview', path: '/admin/overview', as: 'admin' },
  { name: 'admin-courses', path: '/admin/courses', as: 'admin' },
  { name: 'admin-people', path: '/admin/people', as: 'admin' },
  { name: 'admin-reviews', path: '/admin/reviews', as: 'admin' },
  { name: 'admin-site', path: '/admin/site', as: 'admin' },
  { name: 'admin-site-channels', path: '/admin/site?seccion=canales', as: 'admin' },
  { name: 'admin-site-claims', path: '/admin/site?seccion=cifras', as: 'admin' },
  { name: 'admin-site-school', path: '/admin/site?seccion=escuela', as: 'admin' },
  { name: 'admin-site-prices', path: '/admin/site?seccion=precios', as: 'admin' },
  { name: 'admin-leads', path: '/admin/leads', as: 'admin' },
  { name: 'admin-scholarships', path: '/admin/scholarships', as: 'admin' },
  { name: 'admin-projections', path: '/admin/projections', as: 'admin' },
  { name: 'instructor-overview', path: '/instructor/overview', as: 'instructor' },
  { name: 'instructor-overview-admin', path: '/instructor/overview?instructor=2', as: 'admin' },
  { name: 'instructor-courses', path: '/instructor/courses', as: 'instructor' },
  { name: 'analytics', path: '/analytics', as: 'analista' },
];

/** Run in a page before its own scripts: this device reads English. */
export const readEnglish = (): void => {
  try {
    localStorage.setItem('aulaviva.idioma', 'en');
  } catch {
    // A blank page has no storage.
  }
};
