import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import type { DataOf } from '../../../events/registry.ts';
import { instructions, type Read, type School, tools } from '../answers/assistant/tools.ts';
import { controlIn } from '../calls/checks.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { ApiError } from '../error.ts';
import { toApiError } from '../plugins/errors.ts';

type Asked = DataOf<'AssistantAsked'>;
/** One use of a tool: whether it may begin, and what is on record of it before its answer goes out. */
export interface Use {
  /** Throws TOO_MANY_REQUESTS. */
  begin(): Promise<void>;
  end(): void;
  record(data: Omit<Asked, 'userId' | 'keyId'>): Promise<void>;
}
export interface Answered {
  status: number;
  answer: unknown;
}

/** The most characters of one answer, which an assistant reads at once. */
const MOST_CHARACTERS = 60_000;
/** The library is loaded with the first question: few schools have an assistant. */
const load = async () => {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport: Transport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Server, Transport, ...types };
};

/** As JSON, with as much of the list as fits. */
function fitted({ about, list }: Read): { text: string; rows: number } {
  const parts: string[] = [];
  let size = JSON.stringify(about).length;
  for (const one of list) {
    const part = JSON.stringify(one);
    size += part.length + 1;
    if (size > MOST_CHARACTERS) break;
    parts.push(part);
  }
  const cut = parts.length < list.length;
  const more = cut ? { mostrados: parts.length, aviso: 'No cupo todo: pide menos, o agrupa y cuenta con consultar_sql.' } : {};
  const said = JSON.stringify({ ...about, ...more }).slice(1, -1);
  return { text: `{${said}${said ? ',' : ''}"lista":[${parts.join(',')}]}`, rows: parts.length };
}

const wordsOf = (error: ApiError): string => {
  const [, text] = errorCatalogue[error.code];
  const wait = error.headers['retry-after'];
  return `${error.code}: ${error.detail ?? text}${wait ? ` (${wait} s)` : ''}`;
};
const failure = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });

/** Uses a tool; what it is refused is told to the assistant as the answer. */
async function use(name: string, given: unknown, school: School, one: Use) {
  const found = tools.find((tool) => tool.name === name);
  if (!found) return null;
  try {
    await one.begin();
  } catch (error) {
    if (error instanceof ApiError) return failure(wordsOf(error));
    throw error;
  }
  const began = performance.now();
  const recorded = (outcome: Asked['outcome'], rows = 0, characters = 0) =>
    one.record({ tool: found.name, outcome, rows, characters, milliseconds: Math.round(performance.now() - began) });
  try {
    const read = found.input.safeParse(given ?? {});
    if (!read.success || controlIn(read.data) !== null) {
      await recorded('refused');
      const wrong = read.success ? 'texto con caracteres de control' : z.prettifyError(read.error).slice(0, 2_000);
      return failure(`${found.name}: ${wrong}`);
    }
    let answer: { text: string; rows: number };
    try {
      answer = fitted(await found.read(read.data, school));
    } catch (error) {
      const known = toApiError(error);
      await recorded(known ? 'refused' : 'failed');
      if (known) return failure(wordsOf(known));
      return failure('No se pudo leer a tiempo. Pregunta por menos, o inténtalo de nuevo.');
    }
    await recorded('answered', answer.rows, answer.text.length);
    return { content: [{ type: 'text' as const, text: answer.text }] };
  } finally {
    one.end();
  }
}

const refused = (status: number, code: number, message: string): Answered => ({
  status,
  answer: { jsonrpc: '2.0', error: { code, message }, id: null },
});

/** Answers one message of the protocol, each by a server of its own: nothing is kept between two. */
export async function createAssistant(failed: (error: unknown) => void) {
  const { Server, Transport, CallToolRequestSchema, ListToolsRequestSchema, McpError, ErrorCode } = await load();
  const listed = tools.map(({ name, title, description, input }) => ({
    ...{ name, title, description },
    inputSchema: z.toJSONSchema(input, { io: 'input', target: 'draft-7' }) as { type: 'object' },
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));
  return {
    async answer(message: unknown, version: string | null, school: School, one: Use): Promise<Answered> {
      // A batch would ask many times as one call.
      if (Array.isArray(message)) return refused(400, ErrorCode.InvalidRequest, 'Invalid Request: one message at a time');
      const server = new Server({ name: 'aulaviva', title: 'Aulaviva', version: '1' }, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
      server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
        // What failed is told to the operator's log alone.
        const answer = await use(params.name, params.arguments, school, one).catch((error: unknown) => {
          failed(error);
          throw new McpError(ErrorCode.InternalError, 'Internal error');
        });
        if (!answer) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool');
        return answer;
      });
      const transport = new Transport({ enableJsonResponse: true });
      await server.connect(transport);
      try {
        const headers = {
          ...{ accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
          ...(version !== null && { 'mcp-protocol-version': version }),
        };
        const request = new Request('http://school/api/mcp', { method: 'POST', headers });
        const response = await transport.handleRequest(request, { parsedBody: message });
        const text = await response.text();
        return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
      } finally {
        await server.close();
      }
    },
  };
}
