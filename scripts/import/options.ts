import { CONTENT_FLAGS } from '../command.ts';
import { type Call, UsageError } from '../command-line.ts';
import { NAME_POLICIES } from './plan/author-name.ts';
import { ENCODINGS } from './read/decode-input.ts';

export const USAGE = [
  'PATH    a file (CSV, Excel, JSON), a zip, or a folder',
  '--undo  take the last import back',
];

export const FLAGS = {
  content: CONTENT_FLAGS.content,
  'dry-run': { type: 'boolean', about: 'show all that would be done, and write nothing' },
  verified: {
    type: 'boolean',
    about:
      'publish new reviews: with it, you vouch that each author was a client, and that you can show it; without it, they are pending until npm run verify',
  },
  source: { type: 'string', value: 'NAME', about: 'the site of the reviews, such as Trustpilot' },
  map: {
    type: 'string',
    value: 'MAP',
    about: 'a file that names the columns (/docs/import/#maps)',
  },
  names: {
    type: 'string',
    value: 'POLICY',
    about: '"Jane Doe", "Jane D." (the default) or "J. D."',
    allowed: NAME_POLICIES,
  },
  sheet: { type: 'string', value: 'NAME', about: 'one sheet, or list in a JSON file, of several' },
  encoding: {
    type: 'string',
    value: 'NAME',
    about: 'the encoding of a text that is neither UTF-8 nor UTF-16',
    allowed: ENCODINGS,
  },
  undo: { type: 'boolean', about: 'take the last import back; edited files stay' },
  verbose: { type: 'boolean', about: 'list everything, however long' },
  from: { type: 'string', value: 'KIND', about: 'not needed: the file shows its type' },
} as const;

export const DETAILS = `At a terminal, the import asks about unclear columns, shows three reviews as
they will be, and asks before it writes. Elsewhere it stops if something is
unclear, and prints the lines of a map that answer it. /docs/import/ has the
rest, and the way to the export of each platform.

A repeated import changes nothing, and nothing is ever deleted. Changes by
editors stay, and reviews that were taken down do not come back.`;

/** Flags without a value are undefined. */
export type Options = Call<typeof FLAGS>['flags'] & { readonly path: string | undefined };

export function readOptions(
  { flags, args: [path] }: Call<typeof FLAGS>,
  isAsked: boolean,
): Options {
  if (flags.undo && path !== undefined)
    throw new UsageError(`--undo takes no PATH; omit "${path}".`);
  if (!flags.undo && path === undefined && !isAsked) throw new UsageError('PATH is missing.');
  return { ...flags, path };
}
