/**
 * Shows the analysis of reviews: `npm run insights`. read-review.ts shows clause by clause how one
 * review was read and why words are quoted or not, mentions.ts lists all mentions of an aspect,
 * suggest-terms.ts suggests more terms; format-reading.ts has the texts for people. Everything can
 * also be printed as JSON.
 */
import { parseArgs } from 'node:util';
import { loadContent } from '#dataset/check/check-content.ts';
import { contentFolder, describeFolder, type Environment } from '../../sidecar/config/config.ts';
import { runTask } from '../run-task.ts';
import { UsageError } from '../usage-error.ts';
import { formatReading } from './format-reading.ts';
import { formatMentions, listMentions } from './mentions.ts';
import { analyseContent, readReview } from './read-review.ts';
import { formatSuggestions, suggestTerms } from './suggest-terms.ts';

const USAGE = `Usage: npm run insights -- --review ID [--content DIR] [--json]
       npm run insights -- --aspect ID [--content DIR] [--json]
       npm run insights -- --suggest [--content DIR] [--json]

Shows clause by clause how one review was read, lists all mentions of an aspect, or suggests terms for
aspects.yaml: words that mark opinions without an aspect.`;

export type Deps = {
  readonly print: (text: string) => void;
  readonly tell: (line: string) => void;
  readonly readEnvironment: () => Environment;
};

/**
 * Shows the requested view. Returns the exit code: 1 for content with errors, 2 for an invalid
 * call.
 */
export function runInsights(
  args: readonly string[],
  { print, tell, readEnvironment }: Deps,
): number {
  return runTask(
    () => {
      const { review, aspect, content, isJson } = parseOptions(args);
      const folder = contentFolder(content, readEnvironment());
      tell(describeFolder(folder));
      const analysed = analyseContent(loadContent(folder).content);
      const show = <Value>(value: Value, format: (value: Value) => string) =>
        print(isJson ? `${JSON.stringify(value, null, 2)}\n` : format(value));
      if (review !== undefined) show(readReview(analysed, review), formatReading);
      else if (aspect !== undefined) show(listMentions(analysed, aspect), formatMentions);
      else show(suggestTerms(analysed), formatSuggestions);
    },
    { args, usage: USAGE, name: 'reading of the content', tell, print },
  );
}

/** The view: a review, an aspect, or else suggestions. */
export type Options = {
  readonly review: string | undefined;
  readonly aspect: string | undefined;
  readonly content: string | undefined;
  readonly isJson: boolean;
};

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      review: { type: 'string' },
      aspect: { type: 'string' },
      suggest: { type: 'boolean' },
      content: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { review, aspect, suggest, content, json: isJson } = values;
  if ([review, aspect, suggest].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError('Give one of --review ID, --aspect ID and --suggest.');
  }
  if (content === '') throw new UsageError('The name of the content folder is empty.');
  return { review, aspect, content, isJson };
}
