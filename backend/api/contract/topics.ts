import type { PolicyName } from './policy.ts';

/** Who may follow which live topic. `{userId}` is checked against the caller (self), `{courseId}` against what the caller may read or teaches. */
export const topicPolicies: readonly { pattern: RegExp; policy: PolicyName | 'course' }[] = [
  { pattern: /^cursos$/, policy: 'open' },
  { pattern: /^curso:(?<courseId>\d{1,10})$/, policy: 'course' },
  { pattern: /^recursos$/, policy: 'resources.broken' },
  { pattern: /^alumnado:(?<courseId>\d{1,10})$/, policy: 'courses.edit' },
  { pattern: /^recursos:(?<courseId>\d{1,10})$/, policy: 'courses.edit' },
  { pattern: /^usuario:(?<userId>\d{1,10})$/, policy: 'users.read' },
  { pattern: /^sesiones:(?<userId>\d{1,10})$/, policy: 'account.own' },
  { pattern: /^usuarios$/, policy: 'users.list' },
  { pattern: /^usuariocurso:(?<userId>\d{1,10})$/, policy: 'learning.read' },
  { pattern: /^progreso:(?<userId>\d{1,10})$/, policy: 'learning.read' },
  { pattern: /^resumen$/, policy: 'overview.read' },
  { pattern: /^proyecciones$/, policy: 'operations.read' },
  { pattern: /^eventos$/, policy: 'analytics.read' },
  { pattern: /^resenas$/, policy: 'reviews.moderate' },
  { pattern: /^archivos$/, policy: 'files.list' },
  { pattern: /^sitio$/, policy: 'open' },
  { pattern: /^comunidad$/, policy: 'site.edit' },
  { pattern: /^contactos$/, policy: 'leads.manage' },
  { pattern: /^becas$/, policy: 'scholarships.manage' },
];
