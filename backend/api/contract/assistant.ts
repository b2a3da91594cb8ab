import { z } from 'zod';
import { route } from './route.ts';

/** A JSON-RPC message of the Model Context Protocol, whose library reads its content. */
const message = z.unknown().meta({ documentedAs: z.record(z.string(), z.unknown()) });

/** What the assistants of analysts ask the school. */
export const assistantCalls = {
  askAssistant: route({
    id: 'askAssistant',
    method: 'POST',
    path: '/api/mcp',
    tag: 'Integraciones',
    summary:
      'The Model Context Protocol (streamable HTTP, without sessions): tools that only read, masked as for analysts; each use of one is on record',
    policy: 'analytics.assist',
    use: true,
    maxBody: 32 * 1_024,
    body: message,
    answer: message,
  }),
} as const;
