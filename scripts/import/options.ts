import { type Call, CONTENT_FLAGS } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { NAME_POLICIES, type NamePolicy } from './plan/author-name.ts';
import { ENCODINGS, type Encoding } from './read/input.ts';

/** "json" and "xlsx" are aliases of "csv": the file shows its real type. */
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
  /** Files whose digests another key made are accepted as they are. */
  readonly isNewKey: boolean;
};

export const USAGE = [
  '--from google-takeout PATH  a Takeout: folder, zip or JSON',
  '--from google-api PATH      saved page(s) of the v4 API',
  '--from csv PATH             a table: CSV, XLSX or JSON',
];

export const FLAGS = {
  from: { type: 'string', value: 'KIND', about: 'the type of PATH', allowed: IMPORT_KINDS },
  content: CONTENT_FLAGS.content,
  'dry-run': CONTENT_FLAGS['dry-run'],
  verified: {
    type: 'boolean',
    about:
      'store new reviews as verified (platform-import, today); otherwise they are pending and not published',
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
    about: 'csv: a map.yaml that describes the columns, or a map of the program: see below',
  },
  source: {
    type: 'string',
    value: 'NAME',
    about: 'csv: the source of the reviews, such as Trustpilot',
  },
  sheet: {
    type: 'string',
    value: 'NAME',
    about: 'csv: the sheet of a workbook (default: its first)',
  },
  encoding: {
    type: 'string',
    value: 'NAME',
    about: 'csv: the encoding of a text that is neither UTF-8 nor UTF-16',
    allowed: ENCODINGS,
  },
  verbose: { type: 'boolean', about: 'list everything, however long' },
  'new-key': {
    type: 'boolean',
    about:
      'continue without the key of earlier imports if it is lost: differences from the source then stay, except for names that are shorter there, or Anonymous',
  },
} as const;

export const DETAILS = `A map has a line for each of these that the table contains. A list of names means
the first one in the file. Columns without a line are not read.
  id, author, rating, date   columns (author: none to name no author)
  title, text, url, reply,   more columns
  replyDate, dateModified
  language, source,          a column, or { constant: VALUE } for all rows
  relationship
  ratings: { positive: 5 }   the stars of a value
  ratingScale: 5             the highest rating: 5, 10 or 100
  dateFormat: DD/MM/YYYY     the form of dates, if none of them shows it
  timeZone: America/Chicago  for times that state none; "(UTC)" in the name of a
                             column does it for that column
  verified                   a column of yes or no: yes is verified, even without
                             --verified, and no is pending, even with it
  technicians                a column of names, as in technicians.yaml
  aspects: { ID: COLUMN }    stars of an aspect: 4 and 5 praise, 1 and 2 criticize
  skipWhere: { COLUMN: VALUE }  rows to skip, by one value or by a list; [] skips
                             none, and declares that the column is no reason to
                             stop
  keepWhere: { COLUMN: VALUE }  values that mean published, if an import does not
                             know them
Maps of the program: trustpilot, which is used if a file has its columns;
skytrax; and yelp, facebook, avvo and apple, which have not been tried on a real
export: copy and correct them. Without a map, the columns are guessed from the
header and the cells, and printed as a map.

An import stops if a column shows which reviews are public or verified, such as
"Status", or contains texts while no review has one, and the map has no line for
it. The message has the lines to write.

A repeated import of an export changes nothing. Nothing is ever deleted. Editors'
changes to a stored review stay: if the source changed it as well, the report
shows both. Verification, relationship, technicians and aspects are set when a
review comes in, and belong to the editors afterwards. With source.digest in the
file of a review, an import recognizes changes of the source; the key to it, and
the traits of reviews that were taken down, are in .import in the content folder.
Git ignores that: share it only with other people who import.

Without ids, a row is the stored review of its source with an equal author, date
and text, or the only one with two of them. If that is unclear, the row is skipped
and reported.`;

export function readOptions({ flags, args: [path = ''] }: Call<typeof FLAGS>): Options {
  const from = oneOf(IMPORT_KINDS, flags.from);
  if (from === undefined) {
    throw new UsageError(`--from is missing; give one of ${IMPORT_KINDS.join(', ')}.`);
  }
  const ofTables = ['map', 'source', 'sheet', 'encoding'] as const;
  const wrong = ofTables.find((name) => flags[name] !== undefined);
  if (from.startsWith('google') && wrong !== undefined) {
    throw new UsageError(`--${wrong} goes with --from csv only; omit it.`);
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
