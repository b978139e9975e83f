import type { ReviewSource } from '#search/review-source.ts';
import { completeDate } from './complete-dates.ts';
import type { Completer, Completion } from './complete-list.ts';
import { completeReviewId } from './complete-review-ids.ts';
import { PROMPTS } from './prompts.ts';
import { pageTemplateOf, sinceTemplateOf } from './resource-templates.ts';

/** What an argument belongs to: a prompt, or a resource template by its text. */
export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

export type CompletionArgument = {
  readonly name: string;
  /** What was typed so far. */
  readonly value: string;
};

/** Completes an argument; undefined where there is no such prompt, template or argument. */
export async function complete(
  reference: CompletionReference,
  argument: CompletionArgument,
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
  if (template === pageTemplateOf(baseUrl)) return new Map([['id', completeReviewId]]);
  return undefined;
}
