import { z } from 'zod';
import { complete, describeTools, listPrompts, renderPrompt } from '#agents/agents.ts';
import { describeUnknownName } from '#agents/arguments.ts';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { readResource } from '#agents/read-resource.ts';
import { listResources, listResourceTemplates } from '#agents/resources.ts';
import type { Tool, ToolAnswer } from '#agents/tool.ts';
import { shorten } from '#dataset/text/shorten.ts';
import { describePlainly, issuesOf } from '#search/request/issue.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { RpcError } from './rpc-reply.ts';

/** The result of a request, in two parts. */
export type Answer = {
  /** Members that an SDK may add to. */
  readonly members: Readonly<Record<string, unknown>>;
  /** More members, as JSON: `"name":value,"name":value`. They are sent as they are. */
  readonly json?: string;
};

/** Answers one method of the protocol. Throws an RpcError for what cannot be answered. */
export type Method = (
  params: unknown,
  source: ReviewSource,
  tools: readonly Tool[],
) => Answer | Promise<Answer>;

/** The parameters of a request by their schema. Throws an RpcError that names what is wrong. */
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
/** Clients send these for an argument that is not set. */
const NO_CURSOR: ReadonlySet<unknown> = new Set([undefined, null, '']);

/** Lists are short and have one page: there is no cursor that could be sent back. */
function checkCursor(params: unknown): void {
  if (NO_CURSOR.has(readParams(ListParams, params).cursor)) return;
  const message = 'There is no such cursor: the list has one page. Ask for it without a cursor.';
  throw new RpcError(RPC_CODES.invalidParams, message);
}

const listTools: Method = async (params, source, tools) => {
  checkCursor(params);
  return { members: { tools: await describeTools(source, tools) } };
};

const CallParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

/** Arguments that a tool refuses are its result, so that the model sees them and tries again. */
const callTool: Method = async (params, source, tools) => {
  const { name, arguments: given } = readParams(CallParams, params);
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const names = tools.map((one) => one.name);
    const message = describeUnknownName('tool', name, names);
    throw new RpcError(RPC_CODES.invalidParams, message);
  }
  const answer = await tool.call(given, source);
  if (!answer.ok) return { members: { content: [textBlock(answer.message)], isError: true } };
  return { members: { _meta: { etag: source.etag }, ...layOut(answer) } };
};

/**
 * The structured content, and the same as text for clients that read nothing else. Every block is text:
 * some frameworks end the run of an agent at the first block of another kind.
 */
function layOut({ answer }: Extract<ToolAnswer, { ok: true }>) {
  return { content: [textBlock(JSON.stringify(answer))], structuredContent: answer };
}

function textBlock(text: string) {
  return { type: 'text', text };
}

const listAllResources: Method = async (params, source) => {
  checkCursor(params);
  return { members: { resources: await listResources(source) } };
};

const listTemplates: Method = (params, { baseUrl }) => {
  checkCursor(params);
  return { members: { resourceTemplates: listResourceTemplates(baseUrl) } };
};

/** Of every method that is about one resource. */
export const ResourceParams = z.looseObject({ uri: z.string() });

const readOne: Method = async (params, source) => {
  const { uri } = readParams(ResourceParams, params);
  const reading = await readResource(uri, source);
  if (reading.ok) return { members: { contents: reading.contents } };
  const { reason, message } = reading;
  // 2026-07-28, server/resources: the error names the resource that it is about.
  throw new RpcError(READING_CODES[reason], message, { uri: shorten(uri, MAX_REPEATED_LENGTH) });
};

const READING_CODES = {
  unknown: RPC_CODES.resourceNotFound,
  // Nothing is wrong with the request; it is answered later.
  busy: RPC_CODES.internalError,
};

/** Longer than any URI here; of longer ones the error repeats this much. */
const MAX_REPEATED_LENGTH = 2048;

const listAllPrompts: Method = (params) => {
  checkCursor(params);
  return { members: { prompts: listPrompts() } };
};

const PromptParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

const getPrompt: Method = async (params, source) => {
  const { name, arguments: given } = readParams(PromptParams, params);
  const rendered = await renderPrompt(name, given, source);
  if (!rendered.ok) throw new RpcError(RPC_CODES.invalidParams, rendered.message);
  const { description, messages } = rendered;
  return { members: { description, messages } };
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
  if (completion) return { members: { completion } };
  const message = 'There is no such prompt, resource template or argument to complete.';
  throw new RpcError(RPC_CODES.invalidParams, message);
};

/** The methods of every protocol revision; those of one era only are in its transport. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['resources/list', listAllResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', readOne],
  ['prompts/list', listAllPrompts],
  ['prompts/get', getPrompt],
  ['completion/complete', completeArgument],
]);
