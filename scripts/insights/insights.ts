/**
 * Shows what the analysis makes of reviews: `npm run insights`. read-review.ts shows clause by clause
 * how one review was read and why words are quoted or not, mentions.ts lists all mentions of an
 * aspect; format-reading.ts has the words for people. Both are also printed as JSON.
 */
import { parseArgs } from 'node:util';
import { loadContent } from '#dataset/check/check-content.ts';
import { contentFolder, describeFolder, type Environment } from '../../sidecar/config/config.ts';
import { runTask } from '../run-task.ts';
import { UsageError } from '../usage-error.ts';
import { formatReading } from './format-reading.ts';
import { formatMentions, listMentions } from './mentions.ts';
import { analyseContent, readReview } from './read-review.ts';

const USAGE = `Usage: npm run insights -- --review ID [--content DIR] [--json]
       npm run insights -- --aspect ID [--content DIR] [--json]

Shows clause by clause how one review was read, or lists all mentions of an aspect.`;

export type Deps = {
  readonly print: (text: string) => void;
  readonly tell: (line: string) => void;
  readonly readEnvironment: () => Environment;
};

/** Shows a review or an aspect. Returns the exit code: 1 for content with errors, 2 for a bad call. */
export function runInsights(
  args: readonly string[],
  { print, tell, readEnvironment }: Deps,
): number {
  return runTask(
    () => {
      const { show, id, content, isJson } = parseOptions(args);
      const folder = contentFolder(content, readEnvironment());
      tell(describeFolder(folder));
      const analysed = analyseContent(loadContent(folder).content);
      if (show === 'review') {
        const reading = readReview(analysed, id);
        print(isJson ? toJson(reading) : formatReading(reading));
      } else {
        const mentions = listMentions(analysed, id);
        print(isJson ? toJson(mentions) : formatMentions(mentions));
      }
    },
    { args, usage: USAGE, name: 'reading of the content', tell, print },
  );
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export type Options = {
  readonly show: 'review' | 'aspect';
  readonly id: string;
  readonly content: string | undefined;
  readonly isJson: boolean;
};

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      review: { type: 'string' },
      aspect: { type: 'string' },
      content: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { review, aspect, content, json: isJson } = values;
  if ((review === undefined) === (aspect === undefined)) {
    throw new UsageError('Name one review (--review ID) or one aspect (--aspect ID).');
  }
  if (content === '') throw new UsageError('The name of the content folder is empty.');
  const show = review === undefined ? 'aspect' : 'review';
  return { show, id: review ?? aspect ?? '', content, isJson };
}
