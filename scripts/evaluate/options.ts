import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** What `npm run evaluate` was asked to do. */
export type Options =
  | {
      readonly task: 'everything';
      readonly folders: readonly string[];
      readonly json: string | undefined;
    }
  | { readonly task: 'polarity'; readonly file: string }
  | {
      readonly task: 'aspects';
      readonly file: string;
      readonly aspectsFile: string | undefined;
      /** The content folder whose aspects these are, where the command line names one. */
      readonly content: string | undefined;
    };

/** Reads the command line. Throws an error that isUsageError knows. */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    options: {
      polarity: { type: 'string' },
      aspects: { type: 'string' },
      'aspects-file': { type: 'string' },
      content: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const given = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const repeated = given.find((name, index) => given.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice.`);
  const { content, ...names } = values;
  const { polarity, aspects, json, 'aspects-file': aspectsFile } = names;
  if (Object.values(names).includes('') || positionals.includes('')) {
    throw new UsageError('The name of a file or folder is empty.');
  }
  if (polarity !== undefined && aspects !== undefined) {
    throw new UsageError('Name one file at a time: --polarity or --aspects.');
  }
  if (aspectsFile !== undefined && aspects === undefined) {
    throw new UsageError('--aspects-file says which aspects --aspects FILE may name.');
  }
  if (content !== undefined && (aspects === undefined || aspectsFile !== undefined)) {
    throw new UsageError('--content says whose aspects --aspects FILE may name.');
  }
  if (polarity === undefined && aspects === undefined) {
    return { task: 'everything', folders: positionals, json };
  }
  if (positionals.length > 0 || json !== undefined) {
    throw new UsageError('--polarity and --aspects take one file, no DATA and no --json.');
  }
  if (aspects === undefined) return { task: 'polarity', file: polarity ?? '' };
  return { task: 'aspects', file: aspects, aspectsFile, content };
}
