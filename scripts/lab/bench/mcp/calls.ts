import { Agent } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Answer, headerOf, send } from '../load/ask.ts';
import { FIRST_ID, type NumberedPost } from '../load/load.ts';
import type { Answered, Question } from './questions.ts';

/** How a tool call is put to a server: the headers beside the body, and the body's params. */
export type Dialect = {
  readonly headersFor: (question: Question) => Readonly<Record<string, string>>;
  readonly paramsFor: (question: Question) => Readonly<Record<string, unknown>>;
};

const SESSION_VERSION = '2025-06-18';
const STATELESS_VERSION = '2026-07-28';
const CLIENT_INFO = { name: 'bench', version: '1.0.0' };
const COMMON_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

export function sessionDialect(sessionId: string): Dialect {
  return { ...BARE_DIALECT, headersFor: () => sessionHeaders(sessionId) };
}

export const STATELESS_DIALECT: Dialect = {
  headersFor: ({ tool }) => ({
    ...COMMON_HEADERS,
    'MCP-Protocol-Version': STATELESS_VERSION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': tool,
  }),
  paramsFor: ({ tool, input }) => ({
    name: tool,
    arguments: input,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
      'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
};

export const BARE_DIALECT: Dialect = {
  headersFor: () => COMMON_HEADERS,
  paramsFor: ({ tool, input }) => ({ name: tool, arguments: input }),
};

export type Call = NumberedPost & { readonly question: Answered };

export function createCall(question: Answered, dialect: Dialect): Call {
  const rest = JSON.stringify({ method: 'tools/call', params: dialect.paramsFor(question) });
  return {
    question,
    headers: dialect.headersFor(question),
    before: '{"jsonrpc":"2.0","id":',
    after: `,${rest.slice(1)}`,
  };
}

/** Every question in every dialect, next to each other what differs in both. */
export function listCalls(questions: readonly Answered[], dialects: readonly Dialect[]): Call[] {
  return dialects.flatMap((_, shift) =>
    questions.flatMap((question, index) => {
      const dialect = dialects[(index + shift) % dialects.length];
      return dialect === undefined ? [] : [createCall(question, dialect)];
    }),
  );
}

export async function openSessions(url: string, count: number): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  try {
    const ids: string[] = [];
    for (let session = 0; session < count; session++) ids.push(await openSession(url, agent));
    return ids;
  } finally {
    agent.destroy();
  }
}

async function openSession(url: string, agent: Agent): Promise<string> {
  const params = { protocolVersion: SESSION_VERSION, capabilities: {}, clientInfo: CLIENT_INFO };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const answer = await send({ url, headers: COMMON_HEADERS, body }, agent);
  const id = headerOf(answer, 'mcp-session-id');
  if (answer.status !== 200 || id === undefined) {
    throw new Error(`initialize is answered with ${answer.status}: ${startOf(answer, 500)}`);
  }
  const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const { status } = await send({ url, headers: sessionHeaders(id), body: initialized }, agent);
  if (status !== 202) throw new Error(`initialized is answered with ${status}`);
  return id;
}

function sessionHeaders(sessionId: string): Readonly<Record<string, string>> {
  return {
    ...COMMON_HEADERS,
    'MCP-Protocol-Version': SESSION_VERSION,
    'Mcp-Session-Id': sessionId,
  };
}

const Structured = z.object({ result: z.object({ structuredContent: z.unknown() }) });

export async function askTool(url: string, question: Question): Promise<unknown> {
  const [session = ''] = await openSessions(url, 1);
  const call = createCall({ ...question, content: undefined }, sessionDialect(session));
  const body = `${call.before}1${call.after}`;
  const agent = new Agent();
  try {
    const answer = await send({ url, headers: call.headers, body }, agent);
    const message = Structured.safeParse(messageOf(answer));
    if (message.success) return message.data.result.structuredContent;
    throw new Error(`${body} is answered with ${answer.status}: ${startOf(answer, 500)}`);
  } finally {
    agent.destroy();
  }
}

export function messageOf(answer: Answer): unknown {
  const body = answer.body.toString();
  const isStream = headerOf(answer, 'content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? /^data: (\{.*)$/m.exec(body)?.[1] : body;
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    const start = startOf(answer, 200);
    throw new Error(`it answers ${answer.status} with something else than JSON: ${start}`, {
      cause,
    });
  }
}

function startOf({ body }: Answer, length: number): string {
  return body.toString().slice(0, length);
}

const Message = z.object({
  id: z.number(),
  result: z.object({
    isError: z.literal(false).optional(),
    structuredContent: z.unknown(),
    content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).min(1),
  }),
});

type AnswerSize = { readonly bodyBytes: number; readonly wireBytes: number };

/**
 * Makes every call once, several at a time, as the load does, and sees that each gets its own
 * answer: its id, the expected structured content, and the same as text. Throws an Error otherwise.
 */
export async function checkAnswers(
  url: string,
  calls: readonly Call[],
  connections: number,
): Promise<AnswerSize> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const sizes = await Promise.all(
      calls.map(async ({ question, headers, before, after }, index) => {
        const id = FIRST_ID + index;
        const body = `${before}${id}${after}`;
        const answer = await send({ url, headers, body }, agent);
        if (answer.status !== 200) {
          throw new Error(`it answers ${answer.status}: ${startOf(answer, 500)}`);
        }
        const difference = findDifference(messageOf(answer), id, question.content);
        if (difference !== undefined) {
          throw new Error(`${body} got another answer than expected: ${difference}`);
        }
        return { bodyBytes: answer.body.length, wireBytes: answer.wireBytes };
      }),
    );
    const mean = (pick: (size: AnswerSize) => number) =>
      sizes.reduce((sum, size) => sum + pick(size), 0) / sizes.length;
    return { bodyBytes: mean((size) => size.bodyBytes), wireBytes: mean((size) => size.wireBytes) };
  } finally {
    agent.destroy();
  }
}

export function findDifference(message: unknown, id: number, content: unknown): string | undefined {
  const read = Message.safeParse(message);
  if (!read.success) return JSON.stringify(message).slice(0, 500);
  const { result } = read.data;
  if (read.data.id !== id) return `it has the id ${read.data.id} instead of ${id}`;
  if (!isDeepStrictEqual(result.structuredContent, content)) {
    return `structuredContent is ${JSON.stringify(result.structuredContent).slice(0, 500)}`;
  }
  const [first] = result.content;
  return isDeepStrictEqual(JSON.parse(first?.text ?? 'null'), content)
    ? undefined
    : 'the text is not the structured content';
}
