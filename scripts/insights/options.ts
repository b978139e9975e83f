import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** What `npm run insights` was asked to show. */
export type Options = {
  readonly show: 'review' | 'aspect';
  /** Of which review or aspect. */
  readonly id: string;
  /** The content folder, where the command line names one. */
  readonly content: string | undefined;
  /** Whether a program reads the answer. */
  readonly isJson: boolean;
};

/** Reads the command line. Throws an error that isUsageError knows. */
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
