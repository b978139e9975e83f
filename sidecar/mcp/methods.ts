import type { Logger } from 'pino';
import { z } from 'zod';
import { complete, describeTools, listPrompts, renderPrompt } from '#agents/agents.ts';
import { describeUnknownName } from '#agents/arguments.ts';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { readResource } from '#agents/read-resource.ts';
import { listResources, listResourceTemplates } from '#agents/resources.ts';
import { instructionsFor, serverInfoOf } from '#agents/server-info.ts';
import type { Tool } from '#agents/tool.ts';
import { memoizeAsync } from '#dataset/memoize.ts';
import { shorten } from '#dataset/text/shorten.ts';
import { describePlainly, issuesOf } from '#search/request/issue.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { HttpError } from '../http/http-error.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { RpcError } from './rpc-answer.ts';

/** The sources of answers in both eras. */
export type Answering = {
  readonly current: CurrentRelease;
  readonly tools: readonly Tool[];
  readonly log: Logger;
};

/** The result of a request. */
export type Result = Readonly<Record<string, unknown>>;

/** Answers one method of the protocol. Throws an RpcError for requests that cannot be answered. */
export type Method = (
  params: unknown,
  source: ReviewSource,
  tools: readonly Tool[],
) => Result | Promise<Result>;

/** The name and instructions of the server, in the words of a release. */
export const describeServer = memoizeAsync(async ({ baseUrl, head }: ReviewSource) => {
  const { business } = await head();
  return {
    info: serverInfoOf({ baseUrl, business }),
    instructions: instructionsFor(baseUrl, business),
  };
});

/**
 * Runs a method on the served release, and again if another one was swapped in meanwhile: nothing
 * that was taken down is sent after the swap. A fault of ours is logged, and not detailed.
 */
export async function runMethod(
  method: Method,
  params: unknown,
  { current, tools, log }: Answering,
): Promise<Result> {
  try {
    return await current.answer(({ published }) => method(params, published, tools));
  } catch (error) {
    if (error instanceof RpcError) throw error;
    // Another one was swapped in each time, or it was logged elsewhere.
    if (error instanceof HttpError) throw new RpcError(RPC_CODES.internalError, error.message);
    log.error({ err: error }, 'an MCP request failed');
    throw new RpcError(RPC_CODES.internalError, 'The server failed; the fault is logged.');
  }
}

/** Returns the parameters of a request by their schema. Throws an RpcError for invalid ones. */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown = {},
): z.output<Schema> {
  const result = schema.safeParse(params, { error: describePlainly });
  if (result.success) return result.data;
  const issues = issuesOf(result.error, params).map(({ message }) => message);
  throw new RpcError(RPC_CODES.invalidParams, `Invalid params: ${issues.join('; ')}`);
}

const ListParams = z.looseObject({ cursor: z.unknown().optional() });
/** Clients send these for an unset argument. */
const NO_CURSOR: ReadonlySet<unknown> = new Set([undefined, null, '']);

/** Returns a method that lists. Lists are short and have one page: no cursor is ever sent. */
function listing(
  list: (source: ReviewSource, tools: readonly Tool[]) => Result | Promise<Result>,
): Method {
  return (params, source, tools) => {
    if (NO_CURSOR.has(readParams(ListParams, params).cursor)) return list(source, tools);
    const message =
      'This cursor does not exist: the list has one page. Request it without a cursor.';
    throw new RpcError(RPC_CODES.invalidParams, message);
  };
}

/** For a tool or a prompt. */
const NamedParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

/** Invalid arguments of a tool are its result, so that the model sees them and tries again. */
const callTool: Method = async (params, source, tools) => {
  const { name, arguments: given } = readParams(NamedParams, params);
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const names = tools.map((one) => one.name);
    throw new RpcError(RPC_CODES.invalidParams, describeUnknownName('tool', name, names));
  }
  const answer = await tool.call(given, source);
  if (!answer.ok) return { content: [{ type: 'text', text: answer.message }], isError: true };
  return {
    _meta: { etag: source.etag },
    // The result as text, for clients that read nothing else. Every block is text: some frameworks
    // end the run of an agent at the first block of another kind.
    content: [{ type: 'text', text: JSON.stringify(answer.answer) }],
    structuredContent: answer.answer,
  };
};

/** For every method about one resource. */
export const ResourceParams = z.looseObject({ uri: z.string() });

const readOne: Method = async (params, source) => {
  const { uri } = readParams(ResourceParams, params);
  const reading = await readResource(uri, source);
  if (reading.ok) return { contents: reading.contents };
  // 2026-07-28, server/resources: the error names its resource.
  const data = { uri: shorten(uri, MAX_REPEATED_LENGTH) };
  throw new RpcError(RPC_CODES.resourceNotFound, reading.message, { data });
};

/** Longer than any URI here; for longer ones, the error repeats this much. */
const MAX_REPEATED_LENGTH = 2048;

const getPrompt: Method = async (params, source) => {
  const { name, arguments: given } = readParams(NamedParams, params);
  const rendered = await renderPrompt(name, given, source);
  if (!rendered.ok) throw new RpcError(RPC_CODES.invalidParams, rendered.message);
  const { description, messages } = rendered;
  return { description, messages };
};

const CompletionParams = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string() }),
    z.object({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
});

const completeArgument: Method = async (params, source) => {
  const { ref, argument } = readParams(CompletionParams, params);
  const completion = await complete(ref, argument, source);
  if (completion) return { completion };
  const message = 'This prompt, resource template or argument to complete does not exist.';
  throw new RpcError(RPC_CODES.invalidParams, message);
};

/** The methods of every protocol revision; those of one era only are in its transport. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['tools/list', listing(async (source, tools) => ({ tools: await describeTools(source, tools) }))],
  ['tools/call', callTool],
  ['resources/list', listing(async (source) => ({ resources: await listResources(source) }))],
  [
    'resources/templates/list',
    listing(({ baseUrl }) => ({ resourceTemplates: listResourceTemplates(baseUrl) })),
  ],
  ['resources/read', readOne],
  ['prompts/list', listing(() => ({ prompts: listPrompts() }))],
  ['prompts/get', getPrompt],
  ['completion/complete', completeArgument],
]);
