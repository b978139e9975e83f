import { z } from 'zod';
import { complete } from '#agents/agents.ts';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { RpcError } from '../rpc-error.ts';
import { type Method, readParams } from './method.ts';

const CompletionParams = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string() }),
    z.object({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
});

export const completeArgument: Method = async (params, source) => {
  const { ref, argument } = readParams(CompletionParams, params);
  const completion = await complete(ref, argument, source);
  if (completion) return { members: { completion } };
  const message = 'There is no such prompt, resource template or argument to complete.';
  throw new RpcError(RPC_CODES.invalidParams, message);
};
