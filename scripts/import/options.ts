import { parseArgs } from 'node:util';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { UsageRefusal } from './import-refusal.ts';
import { NAME_POLICIES, type NamePolicy } from './plan/author-name.ts';

const IMPORT_KINDS = ['google-takeout', 'google-api', 'csv'] as const;
type ImportKind = (typeof IMPORT_KINDS)[number];

export type Options = {
  readonly from: ImportKind;
  readonly path: string;
  readonly content: string | undefined;
  readonly map: string | undefined;
  readonly source: string | undefined;
  readonly names: NamePolicy | undefined;
  readonly isDryRun: boolean;
  readonly isVerified: boolean;
  readonly isVerbose: boolean;
  /** Files whose digests another key made are taken as they are. */
  readonly isNewKey: boolean;
};

export const HELP = `Imports reviews from an export into the content folder.

  npm run import -- --from google-takeout PATH    a Takeout's folder, zip or reviews.json
  npm run import -- --from google-api PATH        saved page(s) of the v4 API
  npm run import -- --from csv PATH               a CSV or TSV file

  --content DIR     the content folder (default: CONTENT_DIR, else content)
  --dry-run         show what would be added and changed, write nothing
  --verified        store new reviews as verified (platform-import, today); without it
                    they are pending and not published
  --names POLICY    first-initial ("Jane D.", the default), initials ("J. D.") or full
  --map FILE        csv: a map.yaml that says which column holds what:
                    id author rating ratingScale(5, 10, 100) date dateFormat title text
                    reply replyDate url language source
  --source NAME     csv: where the reviews come from, such as Trustpilot
  --verbose         list everything, however long
  --new-key         go on without the key of earlier imports, where nobody has it: what
                    differs from the source then stays as it is, but for a name that is
                    shorter there, or Anonymous
  --help            show this

The same export twice changes nothing. Nothing is ever deleted. What editors changed in a
stored review stays: where the source changed it as well, the report shows both. By
source.digest in its file an import tells the one from the other; the key to it, and by
what reviews are known that were taken down, is in .import in the content folder. Git
leaves that out: give it to whoever else imports, and to nobody else.

Without ids a row is the stored review of its source with the same author, date and text,
or the only one with two of them. Where that is not clear the row is left out and reported.
`;

const FLAGS = {
  from: { type: 'string' },
  content: { type: 'string' },
  map: { type: 'string' },
  source: { type: 'string' },
  names: { type: 'string' },
  'dry-run': { type: 'boolean' },
  verified: { type: 'boolean' },
  verbose: { type: 'boolean' },
  'new-key': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export function parseOptions(args: readonly string[]): Options | 'help' {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: FLAGS,
    strict: false,
    tokens: true,
  });
  if (values.help === true) return 'help';
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const isSwallowed = token.inlineValue === false && token.value?.startsWith('-');
    checkFlag(token.name, token.rawName, isSwallowed ? undefined : token.value, seen);
    seen.add(token.name);
  }
  const text = (value: string | boolean | undefined) =>
    typeof value === 'string' ? value : undefined;
  const from = oneOf('--from', IMPORT_KINDS, text(values.from));
  if (from === undefined) {
    throw new UsageRefusal(`--from is missing; give one of ${IMPORT_KINDS.join(', ')}`);
  }
  if (from !== 'csv' && (values.map !== undefined || values.source !== undefined)) {
    throw new UsageRefusal(`--map and --source go with --from csv only; leave them out`);
  }
  return {
    from,
    path: onlyPath(positionals),
    content: text(values.content),
    map: text(values.map),
    source: text(values.source),
    names: oneOf('--names', NAME_POLICIES, text(values.names)),
    isDryRun: values['dry-run'] === true,
    isVerified: values.verified === true,
    isVerbose: values.verbose === true,
    isNewKey: values['new-key'] === true,
  };
}

function checkFlag(
  name: string,
  rawName: string,
  value: string | undefined,
  seen: ReadonlySet<string>,
): void {
  const type = Object.entries(FLAGS).find(([flag]) => flag === name)?.[1].type;
  if (type === undefined) {
    const hint = didYouMean(
      rawName,
      Object.keys(FLAGS).map((flag) => `--${flag}`),
    );
    throw new UsageRefusal(`There is no option ${rawName}${hint}; --help lists them`);
  }
  if (seen.has(name)) throw new UsageRefusal(`${rawName} is given twice; give it once`);
  if (type === 'string' && (value === undefined || value.trim() === '')) {
    throw new UsageRefusal(`${rawName} needs a value; write ${rawName} VALUE`);
  }
  if (type === 'boolean' && value !== undefined) {
    throw new UsageRefusal(`${rawName} takes no value; write ${rawName} alone`);
  }
}

function oneOf<Value extends string>(
  flag: string,
  allowed: readonly Value[],
  value: string | undefined,
): Value | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  const hint = didYouMean(value, allowed);
  throw new UsageRefusal(`${flag} must be one of ${allowed.join(', ')}, not "${value}"${hint}`);
}

function onlyPath([path, ...others]: readonly string[]): string {
  if (path === undefined) {
    throw new UsageRefusal('The path of the export is missing; write it after the options');
  }
  if (others.length > 0) {
    throw new UsageRefusal(
      `One path is expected, not also "${others[0]}"; put a path with spaces in quotes`,
    );
  }
  return path;
}
