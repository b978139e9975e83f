import { completeArgument } from './completion.ts';
import type { Method } from './method.ts';
import { getPrompt, listAllPrompts } from './prompts.ts';
import { listAllResources, listTemplates, read } from './resources.ts';
import { callTool, listTools } from './tools.ts';

/** The methods of every protocol revision; what concerns one era only is in its binding. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['resources/list', listAllResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', read],
  ['prompts/list', listAllPrompts],
  ['prompts/get', getPrompt],
  ['completion/complete', completeArgument],
]);
