import type { FastifyInstance } from 'fastify';

/** Deeper than any body of this API, and far below what exhausts the stack. */
const MAX_DEPTH = 32;

/** Whether lists and objects are nested more than `max` deep. Not recursive: a body may be as deep as it is long. */
function deeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** Parses JSON bodies. An empty body counts as none: the documents' clients send the header on calls without one. Invalid or too deep JSON is answered 400. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    if (text === '') return done(null, undefined);
    const refuse = () => done(Object.assign(new Error('not JSON that can be read'), { statusCode: 400 }));
    try {
      const value: unknown = JSON.parse(String(text));
      return deeperThan(value, MAX_DEPTH) ? refuse() : done(null, value);
    } catch {
      return refuse();
    }
  });
}
