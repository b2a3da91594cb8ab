import type { FastifyInstance } from 'fastify';
import { dayInWords, schoolZone, timeInWords } from '../../../events/calendar.ts';
import { auth } from '../contract/auth.ts';
import { sqlCalls } from '../contract/sql.ts';
import { viewing } from '../contract/viewing.ts';
import { visit } from '../contract/visit.ts';
import { ApiError } from '../error.ts';
import type { ApiSettings } from '../settings.ts';

type Copy = ApiSettings['copy'];

/** Calls that a read-only copy allows: signing in and out, viewing as somebody else, and questions that are sent in a body. */
const ALLOWED: ReadonlySet<string> = new Set(
  [auth.login, auth.logout, viewing.startViewing, viewing.endViewing, sqlCalls.askSql, visit.reportFailure, visit.reportRefusal].map(
    ({ method, path }) => `${method} ${path}`,
  ),
);
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A test copy is for no search engine; one to be read only refuses whatever would change it, also by a route that no contract names. */
export function registerTestCopy(app: FastifyInstance, copy: Copy): void {
  if (!copy) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    if (copy.readOnly && !READING.has(request.method) && !ALLOWED.has(`${request.method} ${request.routeOptions.url}`))
      throw new ApiError('COPY_READ_ONLY');
  });
}

const STYLE = [
  '.copia{position:sticky;top:0;z-index:61;margin:0;padding:6px 16px;background:#7a2e0e;color:#fff;font:600 14px/1.4 system-ui,sans-serif;text-align:center}',
  '.copia~*{--copy-bar:32px}@media(min-width:60rem){.copia{box-sizing:border-box;height:32px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}}.copia~* :is(.learner-head,.site-head,.office-head,.viewing,.past){position:static}',
  '.copia [lang]{display:none}html[lang^=es] .copia [lang=es],html[lang^=en] .copia [lang=en]{display:inline}',
  '@media print{.copia{position:static}}',
].join('');

/** On each page of a copy, before the application and without it: of what moment the school is, and that nothing goes anywhere. */
export function withCopyNotice(page: string, copy: Copy): string {
  if (!copy) return page;
  const moment = (locale: string) => [dayInWords, timeInWords].map((words) => words(copy.asOf, { zone: schoolZone(), locale })).join(', ');
  const only = copy.readOnly ? { es: ' Es de solo lectura.', en: ' It is read-only.' } : { es: '', en: '' };
  const notice =
    `<style>${STYLE}</style><aside class="copia" role="note">` +
    `<span lang="es">Copia de prueba del ${moment('es-MX')}: nada de aquí llega a nadie.${only.es}</span>` +
    `<span lang="en">Test copy as of ${moment('en')}: nothing here reaches anybody.${only.en}</span></aside>`;
  return page.replace(/<body[^>]*>/, (body) => body + notice);
}
