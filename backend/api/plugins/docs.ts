import type { FastifyInstance } from 'fastify';
import { addresses } from '../contract/addresses.ts';

/** The pages of the documentation, on a server of their own that does not listen. */
const make = async (): Promise<FastifyInstance> => {
  const [{ default: fastify }, { default: swagger }, { default: swaggerUi }, { openApiDocument }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('../contract/openapi.ts'),
  ]);
  const docs = fastify();
  await docs.register(swagger, { mode: 'static', specification: { document: openApiDocument({ aliases: true }) as never } });
  await docs.register(swaggerUi, { routePrefix: addresses.docs, staticCSP: false });
  return docs;
};

/** The client for TypeScript: of this very release. */
const makeClient = async (): Promise<Buffer> => {
  const [{ tarball }, { typescriptClient }] = await Promise.all([import('../client/tarball.ts'), import('../client/typescript.ts')]);
  return tarball(typescriptClient());
};

/** `/api/docs`: built on first request, because it stays in memory (`npm run bench startup`). */
export function registerDocs(app: FastifyInstance): void {
  let made: Promise<FastifyInstance> | undefined;
  for (const address of [addresses.docs, `${addresses.docs}/*`])
    app.get(address, async (request, reply) => {
      made ??= make().catch((error: unknown) => {
        // The next request tries again.
        made = undefined;
        throw error;
      });
      const docs = await made;
      const { statusCode, headers, rawPayload } = await docs.inject({
        method: 'GET',
        url: request.url,
        headers: request.headers as Record<string, string>,
      });
      return reply.status(statusCode).headers(headers).send(rawPayload);
    });
  let client: Promise<Buffer> | undefined;
  app.get(addresses.client, async (_, reply) => {
    client ??= makeClient().catch((error: unknown) => {
      client = undefined;
      throw error;
    });
    return reply
      .type('application/gzip')
      .header('content-disposition', 'attachment; filename="aulaviva-client.tgz"')
      .send(await client);
  });
  app.addHook('onClose', async () => (await made)?.close());
}
