import { type Call, CONTENT_FLAGS } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { NAME_POLICIES, type NamePolicy } from './plan/author-name.ts';
import { ENCODINGS, type Encoding } from './read/input.ts';

/** "json" and "xlsx" are other words for "csv": the file shows which of these it is. */
const IMPORT_KINDS = ['google-takeout', 'google-api', 'csv', 'json', 'xlsx'] as const;
type ImportKind = (typeof IMPORT_KINDS)[number];

export type Options = {
  readonly from: ImportKind;
  readonly path: string;
  readonly content: string | undefined;
  readonly map: string | undefined;
  readonly source: string | undefined;
  readonly sheet: string | undefined;
  readonly encoding: Encoding | undefined;
  readonly names: NamePolicy | undefined;
  readonly isDryRun: boolean;
  readonly isVerified: boolean;
  readonly isVerbose: boolean;
  /** Files whose digests another key made are taken as they are. */
  readonly isNewKey: boolean;
};

export const USAGE = [
  '--from google-takeout PATH  a Takeout: folder, zip or JSON',
  '--from google-api PATH      saved page(s) of the v4 API',
  '--from csv PATH             a table: CSV, XLSX or JSON',
];

export const FLAGS = {
  from: { type: 'string', value: 'KIND', about: 'what PATH is', allowed: IMPORT_KINDS },
  content: CONTENT_FLAGS.content,
  'dry-run': CONTENT_FLAGS['dry-run'],
  verified: {
    type: 'boolean',
    about:
      'store new reviews as verified (platform-import, today); without it they are pending and not published',
  },
  names: {
    type: 'string',
    value: 'POLICY',
    about: '"Jane Doe", "Jane D." (the default) or "J. D."',
    allowed: NAME_POLICIES,
  },
  map: {
    type: 'string',
    value: 'MAP',
    about: 'csv: a map.yaml that says which column holds what, or one that is here: see below',
  },
  source: {
    type: 'string',
    value: 'NAME',
    about: 'csv: where the reviews come from, such as Trustpilot',
  },
  sheet: { type: 'string', value: 'NAME', about: 'csv: the sheet of a workbook; else its first' },
  encoding: {
    type: 'string',
    value: 'NAME',
    about: 'csv: of a text that is neither UTF-8 nor UTF-16',
    allowed: ENCODINGS,
  },
  verbose: { type: 'boolean', about: 'list everything, however long' },
  'new-key': {
    type: 'boolean',
    about:
      'go on without the key of earlier imports, where nobody has it: what differs from the source then stays as it is, but for a name that is shorter there, or Anonymous',
  },
} as const;

export const DETAILS = `A map has a line for each of these that the table holds. A list of names means
the first that the file has. Columns that no line names are not read.
  id, author, rating, date   columns (author: none where nobody is named)
  title, text, url, reply,   more columns
  replyDate, dateModified
  language, source,          a column, or { constant: VALUE } for all rows
  relationship
  ratings: { positive: 5 }   the stars that a value stands for
  ratingScale: 5             what the highest rating is: 5, 10 or 100
  dateFormat: DD/MM/YYYY     how dates are written, where none of them shows it
  timeZone: America/Chicago  of times that state none; "(UTC)" in the name of a
                             column does it for that column
  verified                   a column of yes or no: yes is verified, also without
                             --verified, and no is pending, also with it
  technicians                a column of names, which technicians.yaml has
  aspects: { ID: COLUMN }    stars of an aspect: 4 and 5 praise, 1 and 2 blame
  skipWhere: { COLUMN: VALUE }  rows to leave out, by one value or by a list;
                             [] leaves out none, and says that the column is
                             no reason to stop
  keepWhere: { COLUMN: VALUE }  values that mean published, where an import does
                             not know them
Maps that are here: trustpilot, which is used where a file has its columns;
skytrax; and yelp, facebook, avvo and apple, which nobody has tried on a real
export: copy and correct them. Without a map the columns are guessed from the
header and the cells, and printed as one.

An import stops where a column says which reviews are public or verified, such
as "Status", or holds texts while no review has one, and the map has no line for
it. The message has the lines to write.

The same export twice changes nothing. Nothing is ever deleted. What editors
changed in a stored review stays: where the source changed it as well, the
report shows both. Verification, relationship, technicians and aspects are set
when a review comes in and are the editors' own afterwards. By source.digest in
its file an import tells what the source changed; the key to it, and by what
reviews are known that were taken down, is in .import in the content folder. Git
leaves that out: give it to whoever else imports, and to nobody else.

Without ids a row is the stored review of its source with the same author, date
and text, or the only one with two of them. Where that is not clear the row is
left out and reported.`;

export function readOptions({ flags, args: [path = ''] }: Call<typeof FLAGS>): Options {
  const from = oneOf(IMPORT_KINDS, flags.from);
  if (from === undefined) {
    throw new UsageError(`--from is missing; give one of ${IMPORT_KINDS.join(', ')}.`);
  }
  const ofTables = ['map', 'source', 'sheet', 'encoding'] as const;
  const wrong = ofTables.find((name) => flags[name] !== undefined);
  if (from.startsWith('google') && wrong !== undefined) {
    throw new UsageError(`--${wrong} goes with --from csv only; leave it out.`);
  }
  const { content, map, source, sheet } = flags;
  return {
    ...{ from, path, content, map, source, sheet },
    encoding: oneOf(ENCODINGS, flags.encoding),
    names: oneOf(NAME_POLICIES, flags.names),
    isDryRun: flags['dry-run'],
    isVerified: flags.verified,
    isVerbose: flags.verbose,
    isNewKey: flags['new-key'],
  };
}

/** The command line has refused all others. */
function oneOf<Value extends string>(
  allowed: readonly Value[],
  value: string | undefined,
): Value | undefined {
  return allowed.find((one) => one === value);
}
