import { loadContent } from '#dataset/load-content.ts';
import { contentFolder, describeFolder, type Environment } from '../../sidecar/config.ts';
import { runTask } from '../lab/run-task.ts';
import { analyseContent } from './analyse-content.ts';
import { formatMentions } from './format-mentions.ts';
import { formatReading } from './format-reading.ts';
import { listMentions } from './list-mentions.ts';
import { parseOptions } from './options.ts';
import { readReview } from './read-review.ts';

const USAGE = `Usage: npm run insights -- --review ID [--content DIR] [--json]
       npm run insights -- --aspect ID [--content DIR] [--json]`;

/** What the command needs of its surroundings. */
export type Surroundings = {
  /** Writes what was asked for, on standard output. */
  readonly print: (text: string) => void;
  /** Tells a waiting person one line, on standard error. */
  readonly tell: (line: string) => void;
  readonly readEnvironment: () => Environment;
};

/**
 * Shows how a review was read, or all that reviews say of an aspect. Returns the exit code: 1 for
 * content that has errors, 2 for a bad call.
 */
export function runInsights(
  args: readonly string[],
  { print, tell, readEnvironment }: Surroundings,
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
    { usage: USAGE, name: 'reading of the content', tell },
  );
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
