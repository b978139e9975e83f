import { memoize, memoizeAsync } from '#dataset/memoize.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { describeUnknownName, listIssues } from './arguments.ts';
import { type Completer, type Completion, completeDate, completeReviewId } from './completers.ts';
import type { Prompt, PromptDescription } from './prompt.ts';
import { answerProspectQuestion, reviewDigest, technicianProfile } from './prompts.ts';
import { factsOf } from './release-facts.ts';
import { reviewTemplateOf, sinceTemplateOf } from './resources.ts';
import type { Tool } from './tool.ts';
import { getBusiness } from './tools/business.ts';
import { fetchForChatGpt, searchForChatGpt } from './tools/chatgpt.ts';
import { getInsights } from './tools/insights.ts';
import { getReviewStats } from './tools/review-stats.ts';
import { getReview, searchReviews } from './tools/reviews.ts';

/**
 * The interface for AI agents, as values and pure functions; `sidecar/mcp` binds it to the protocol.
 *
 * - Tools (`tools/`, made by `tool.ts`): a name, words (`tools.json`), JSON Schemas, and a function from
 *   arguments and a release to an answer, or to advice. `answers/` limits the length of an answer.
 * - Resources (`resources.ts`, `read-resource.ts`): the published files under their own URLs.
 * - Prompts (`prompts.ts`, made by `prompt.ts`): tasks that people choose, worded for a release.
 * - Completions (`completers.ts`) of the arguments of prompts and resource templates.
 *
 * All read a `ReviewSource`, one published release, so that agents get nothing that is not in the
 * data. Text of reviews is only in answers, never in a description.
 */

/** Everything that agents can call, in the order in which it is listed. */
export const TOOLS: readonly Tool[] = [
  getBusiness,
  searchReviews,
  getReview,
  getInsights,
  getReviewStats,
];

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The tools, and those that ChatGPT also requires, for services that offer them. */
export const TOOLS_WITH_CHATGPT: readonly Tool[] = [...TOOLS, searchForChatGpt, fetchForChatGpt];

const describerOf = memoize((tools: readonly Tool[]) =>
  memoizeAsync(async (source: ReviewSource) => {
    const facts = await factsOf(source);
    return tools.map(({ name, title, describe }) => ({
      name,
      title,
      ...describe(facts),
      annotations: ANNOTATIONS,
    }));
  }),
);

/** Tools as clients list them, in the terms of MCP's Tool, described for a release. */
export function describeTools(source: ReviewSource, tools = TOOLS) {
  return describerOf(tools)(source);
}

/** Prompts in fixed order. */
export const PROMPTS: readonly Prompt[] = [reviewDigest, technicianProfile, answerProspectQuestion];

/** Lists the prompts for clients. */
export const listPrompts = (): PromptDescription[] =>
  PROMPTS.map(({ word: _, completers: __, ...listed }) => listed);

/** Words a prompt for a release, in the terms of MCP's GetPromptResult, or explains the problem. */
export async function renderPrompt(name: string, argumentsGiven: unknown, source: ReviewSource) {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) {
    const names = PROMPTS.map((one) => one.name);
    return { ok: false, message: describeUnknownName('prompt', name, names) } as const;
  }
  const wording = await prompt.word(argumentsGiven, source);
  if (!wording.ok) {
    const line = `${name} cannot be worded. Correct the arguments and ask again:`;
    return { ok: false, message: listIssues(line, wording.issues) } as const;
  }
  const content = { type: 'text', text: wording.text };
  const { description } = prompt;
  return { ok: true, description, messages: [{ role: 'user', content }] } as const;
}

/** The owner of an argument: a prompt, or a resource template by its text. */
type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** Completes the start of an argument; undefined for an unknown prompt, template or argument. */
export async function complete(
  reference: CompletionReference,
  argument: { readonly name: string; readonly value: string },
  source: ReviewSource,
): Promise<Completion | undefined> {
  const completers =
    reference.type === 'ref/prompt'
      ? PROMPTS.find(({ name }) => name === reference.name)?.completers
      : variablesOf(reference.uri, source.baseUrl);
  return completers?.get(argument.name)?.(argument.value, source);
}

function variablesOf(
  template: string,
  baseUrl: string,
): ReadonlyMap<string, Completer> | undefined {
  if (template === sinceTemplateOf(baseUrl)) return new Map([['date', completeDate]]);
  if (template === reviewTemplateOf(baseUrl)) return new Map([['id', completeReviewId]]);
  return undefined;
}
