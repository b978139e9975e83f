import { z } from 'zod';
import { listPrompts, renderPrompt } from '#agents/agents.ts';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { RpcError } from '../rpc-error.ts';
import { checkCursor, type Method, readParams } from './method.ts';

export const listAllPrompts: Method = (params) => {
  checkCursor(params);
  return { members: { prompts: listPrompts() } };
};

const PromptParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

export const getPrompt: Method = async (params, source) => {
  const { name, arguments: given } = readParams(PromptParams, params);
  const rendered = await renderPrompt(name, given, source);
  if (!rendered.ok) throw new RpcError(RPC_CODES.invalidParams, rendered.message);
  const { description, messages } = rendered;
  return { members: { description, messages } };
};
