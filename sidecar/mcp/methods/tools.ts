import { z } from 'zod';
import { TOOLS } from '#agents/agents.ts';
import { describeUnknownName } from '#agents/arguments.ts';
import { RPC_CODES } from '#agents/json-rpc.ts';
import type { ToolAnswer } from '#agents/tool.ts';
import { RpcError } from '../rpc-error.ts';
import { type Answer, checkCursor, type Method, readParams } from './method.ts';

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const LIST: Answer = {
  members: {},
  ready: [
    Buffer.from(
      `"tools":${JSON.stringify(
        TOOLS.map(({ name, title, description, inputSchema, outputSchema }) => ({
          name,
          title,
          description,
          inputSchema,
          outputSchema,
          annotations: { title, ...ANNOTATIONS },
        })),
      )}`,
    ),
  ],
};

export const listTools: Method = (params) => {
  checkCursor(params);
  return LIST;
};

const CallParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

/** Arguments that a tool refuses are its result, so that the model sees them and tries again. */
export const callTool: Method = async (params, source) => {
  const { name, arguments: given } = readParams(CallParams, params);
  const tool = BY_NAME.get(name);
  if (!tool) {
    const message = describeUnknownName('tool', name, [...BY_NAME.keys()]);
    throw new RpcError(RPC_CODES.invalidParams, message);
  }
  const answer = await tool.call(given, source);
  if (!answer.ok) return { members: { content: [textBlock(answer.message)], isError: true } };
  return { members: { _meta: { etag: source.etag } }, ready: layOut(answer) };
};

/** The structured content, and the same as text for clients that read no other. */
function layOut({ json, hints = [] }: Extract<ToolAnswer, { ok: true }>): Uint8Array[] {
  const more = hints.map((hint) => `,${JSON.stringify(textBlock(hint))}`).join('');
  const middle = more === '' ? MIDDLE : Buffer.from(`"}${more}],"structuredContent":`);
  return [START, ...json.escaped, middle, ...json.plain];
}

const START = Buffer.from('"content":[{"type":"text","text":"');
const MIDDLE = Buffer.from('"}],"structuredContent":');

function textBlock(text: string) {
  return { type: 'text', text };
}
