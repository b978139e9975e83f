import { parseArgs } from 'node:util';
import { UsageError } from '../../usage-error.ts';

/** What `npm run evaluate` was asked to do. */
export type Options =
  | {
      readonly task: 'everything';
      readonly folders: readonly string[];
      readonly json: string | undefined;
    }
  | { readonly task: 'polarity'; readonly file: string }
  | {
      readonly task: 'aspects' | 'aspect-stars';
      readonly file: string;
      readonly aspectsFile: string | undefined;
      /** The content folder whose aspects these are, where the command line names one. */
      readonly content: string | undefined;
      /** Which columns hold what, of stars. */
      readonly columns: string;
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
      'aspect-stars': { type: 'string' },
      columns: { type: 'string' },
      'aspects-file': { type: 'string' },
      content: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const given = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const repeated = given.find((name, index) => given.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice.`);
  const { content, columns, ...names } = values;
  const { polarity, aspects, json, 'aspects-file': aspectsFile, 'aspect-stars': stars } = names;
  if (Object.values(names).includes('') || positionals.includes('')) {
    throw new UsageError('The name of a file or folder is empty.');
  }
  const files = [polarity, aspects, stars].filter((file) => file !== undefined);
  if (files.length > 1) {
    throw new UsageError('Name one file at a time: --polarity, --aspects or --aspect-stars.');
  }
  const byAspect = aspects ?? stars;
  if (aspectsFile !== undefined && byAspect === undefined) {
    throw new UsageError('--aspects-file says which aspects --aspects FILE may name.');
  }
  if (content !== undefined && (byAspect === undefined || aspectsFile !== undefined)) {
    throw new UsageError('--content says whose aspects --aspects FILE may name.');
  }
  if ((stars === undefined) !== (columns === undefined)) {
    throw new UsageError('--aspect-stars FILE goes with --columns text=…,rating=…,ASPECT=….');
  }
  const [file] = files;
  if (file === undefined) return { task: 'everything', folders: positionals, json };
  if (positionals.length > 0 || json !== undefined) {
    throw new UsageError('A file to measure on goes with no DATA and no --json.');
  }
  if (byAspect === undefined) return { task: 'polarity', file };
  const task = stars === undefined ? 'aspects' : 'aspect-stars';
  return { task, file, aspectsFile, content, columns: columns ?? '' };
}
