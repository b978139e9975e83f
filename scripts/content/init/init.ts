import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { PLACEHOLDER_TIME_ZONE } from '#dataset/check/check-starter.ts';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { LanguageTag } from '#dataset/schema/scalars.ts';
import { TRADES, type Trade } from '#dataset/schema/stored-aspects.ts';
import { Address, StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { Ask } from '../../ask.ts';
import { type Call, CommandError, defineCommand } from '../../command.ts';
import { UsageError } from '../../usage-error.ts';
import { type Profile, renderStarter } from './starter.ts';
import { COMMON_TYPES, tradeOf } from './trades.ts';

const FLAGS = {
  name: { type: 'string', value: 'NAME', about: 'the name of the business' },
  type: {
    type: 'string',
    value: 'TYPE',
    about: 'its type at schema.org, such as LegalService, Dentist or Restaurant',
  },
  'time-zone': { type: 'string', value: 'ZONE', about: 'its time zone, such as America/Chicago' },
  trade: {
    type: 'string',
    value: 'TRADE',
    about: 'the list of aspects to find in its reviews (default: by its type)',
    allowed: TRADES,
  },
  address: {
    type: 'string',
    value: 'ADDRESS',
    about: 'its address, such as "100 Example Street, Austin, TX 78701, US"',
  },
  language: {
    type: 'string',
    value: 'TAG',
    about: 'the language of its reviews and pages (default: en)',
  },
  url: { type: 'string', value: 'URL', about: 'its website' },
  'dry-run': { type: 'boolean', about: 'show the files, and write nothing' },
  json: { type: 'boolean', about: 'print one JSON document, for programs' },
} as const;

/** Creates a content folder that can be published. */
export const init = defineCommand({
  name: 'init',
  about:
    'Creates a content folder for your own reviews. At a terminal, it asks for missing values; elsewhere, --name, --type and --time-zone are required.',
  usage: ['FOLDER', 'FOLDER --name NAME --type TYPE --time-zone ZONE'],
  flags: FLAGS,
  args: { least: 1, most: 1, name: 'FOLDER' },
  details:
    'The folder gets business.yaml, lists to fill in, JSON Schemas, a README for editors, and checks\nfor GitHub and GitLab. Existing files are not changed.',
  exitCodes: { 0: 'the folder is ready', 1: 'nothing was written; the message says why' },
  async run({ flags, args: [folder = ''] }, world) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new CommandError(`${folder} is a file, so nothing was written; name a folder.`);
    }
    if (existsSync(join(folder, 'business.yaml'))) {
      throw new CommandError(
        `${folder} already contains a business.yaml, so nothing was written. Edit that file, or name another folder.`,
      );
    }
    const profile = await readProfile(flags, world.ask);
    const year = String(world.now.getUTCFullYear());
    const files = [...renderStarter(profile, year)].filter(
      ([file]) => !existsSync(join(folder, file)),
    );
    if (!flags['dry-run']) writeStarter(folder, files);
    const names = files.map(([file]) => file);
    const meant = world.ask ? undefined : commonTypeNear(profile.type);
    const remarks =
      meant === undefined
        ? []
        : [
            `--type: "${profile.type}" is kept as it is (did you mean "${meant}"?); correct it in business.yaml if it is misspelled.`,
          ];
    return {
      lines: flags['dry-run']
        ? [
            'Dry run: nothing is written. These files would be:',
            ...names.map((file) => `  ${join(folder, file)}`),
            ...remarks,
          ]
        : [
            `Made ${folder}, with ${files.length} files.`,
            ...remarks,
            '',
            ...nextSteps(folder, profile),
          ],
      data: { folder, files: names, isDryRun: flags['dry-run'], remarks },
    };
  },
});

/** Writes the missing files. Throws a CommandError that names one that could not be written. */
export function writeStarter(
  folder: string,
  files: Iterable<readonly [file: string, text: string]>,
): void {
  for (const [file, text] of files) {
    const path = join(folder, file);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new CommandError(
        `${path} cannot be written (${code}); fix that and run this again, which continues from there.`,
        { cause: error },
      );
    }
  }
}

function nextSteps(folder: string, { url }: Profile): string[] {
  return [
    'Next:',
    `  echo CONTENT_DIR=${quote(folder)} >> .env   # all commands use it from now on`,
    '  npm run import -- ~/Takeout.zip --verified',
    '  npm run new   # or a review that you write yourself',
    '  npm start',
    '',
    `${join(folder, 'business.yaml')} has an example of every other key of the business${
      url === undefined ? '; the address of its website is still missing there' : ''
    }.`,
  ];
}

/** Returns a path as a word of a shell. */
function quote(path: string): string {
  return /^[\w./@:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

type Asked = 'name' | 'type' | 'time-zone' | 'language' | 'address' | 'url';

/** The fault of an answer, or of the value of a flag. */
const CHECKS: Readonly<Record<Asked, (text: string) => string | undefined>> = {
  name: (text) => faultOf(StoredBusiness.shape.name, text),
  type: checkType,
  'time-zone': (text) => faultOf(StoredBusiness.shape.timeZone, text),
  language: (text) => faultOf(LanguageTag, text),
  address: (text) => {
    const parsed = text === '' ? undefined : parseAddress(text);
    return parsed === null
      ? `must be written as STREET, TOWN, REGION CODE, COUNTRY, such as ${EXAMPLE_ADDRESS}`
      : undefined;
  },
  url: (text) => (text === '' ? undefined : faultOf(StoredBusiness.shape.url, text)),
};

const EXAMPLE_ADDRESS = '100 Example Street, Austin, TX 78701, US';

/** Returns a question about the business; Enter answers with the time zone of this computer. */
export function questionFor(asked: 'name' | 'time-zone'): Parameters<Ask['text']>[0] {
  const check = CHECKS[asked];
  if (asked === 'name') return { message: 'What is the name of the business?', check };
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const message = 'In which time zone is it, such as America/Chicago?';
  return { message, check, ...(here !== PLACEHOLDER_TIME_ZONE && { initial: here }) };
}

/** Returns the values of the flags and, at a terminal, a person's answers. */
async function readProfile(
  flags: Call<typeof FLAGS>['flags'],
  ask: Ask | undefined,
): Promise<Profile> {
  const missing = (['name', 'type', 'time-zone'] as const).filter(
    (flag) => flags[flag] === undefined,
  );
  if (!ask && missing.length > 0) {
    const needed = missing.map((flag) => `--${flag} ${FLAGS[flag].value}`).join(' ');
    throw new UsageError(`There is no terminal for questions; add ${needed}.`);
  }
  /** `initial` is the value without an answer. */
  const find = async (flag: Asked, message: string, initial?: string): Promise<string> => {
    const given = flags[flag];
    const check = CHECKS[flag];
    if (given === undefined && ask) {
      return ask.text({ message, check, ...(initial !== undefined && { initial }) });
    }
    const fault = check(given ?? initial ?? '');
    if (given !== undefined && fault !== undefined) {
      throw new UsageError(`--${flag} ${fault} (got "${given}").`);
    }
    return given ?? initial ?? '';
  };
  const name = await find('name', questionFor('name').message);
  const type =
    flags.type === undefined && ask
      ? await chooseType(ask)
      : await confirmType(ask, await find('type', 'What kind of business is it?'));
  const { message, initial } = questionFor('time-zone');
  const timeZone = await find('time-zone', message, initial);
  const language = await find('language', 'In which language are most of its reviews?', 'en');
  const trade = await chooseTrade(ask, flags.trade, tradeOf(type));
  const address = await find('address', `Its address, such as ${EXAMPLE_ADDRESS} (or Enter)`, '');
  const url = await find('url', 'The address of its website (or Enter)', '');
  const parsed = address === '' ? undefined : parseAddress(address);
  return {
    name,
    type,
    timeZone,
    trade,
    knowsLanguage: [language],
    ...(parsed && { address: parsed }),
    ...(url !== '' && { url }),
  };
}

function chooseType(ask: Ask): Promise<string> {
  return ask.choose({
    message:
      'What kind of business is it? (a type of schema.org, which can be refined in business.yaml)',
    options: COMMON_TYPES.map((value) => ({ value })),
  });
}

/** Returns the common type that another one is probably a misspelling of. */
function commonTypeNear(type: string): string | undefined {
  return COMMON_TYPES.includes(type) ? undefined : nearestName(type, COMMON_TYPES, 2);
}

/** Asks again if a type looks misspelled: schema.org has more than the common ones. */
async function confirmType(ask: Ask | undefined, type: string): Promise<string> {
  const meant = commonTypeNear(type);
  if (!ask || meant === undefined) return type;
  return ask.choose({
    message: `"${type}" is not one of the common types. What kind of business is it?`,
    options: [{ value: meant }, { value: type, hint: 'keep it as it is' }],
  });
}

async function chooseTrade(
  ask: Ask | undefined,
  given: string | undefined,
  likely: Trade,
): Promise<Trade> {
  const named = TRADES.find((trade) => trade === given);
  if (named) return named;
  if (!ask) return likely;
  return ask.choose({
    message: 'Which list of aspects fits its reviews?',
    options: TRADES.map((value) => ({ value })),
    initial: likely,
  });
}

function checkType(text: string): string | undefined {
  const fault = faultOf(StoredBusiness.shape.type, text);
  if (fault === undefined) return undefined;
  const nearest = nearestName(text, COMMON_TYPES);
  return `${fault} such as ${nearest ?? 'LegalService'}`;
}

function faultOf(schema: z.ZodType, text: string): string | undefined {
  return schema.safeParse(text).error?.issues[0]?.message;
}

/**
 * Reads an address on one line: the street, the town with the region and the code in either order,
 * and the two letters of the country. Null if it is written otherwise.
 */
export function parseAddress(text: string): z.infer<typeof Address> | null {
  const parts = text.split(',').map((part) => part.trim());
  const addressCountry = parts.pop()?.toUpperCase();
  const last = parts.pop() ?? '';
  // "TX 78701" after the town, or "78701 Austin" as the town.
  const behind = /^(?<region>[A-Za-z .]+?)\s+(?<code>[A-Z]*\d[\w -]*)$/.exec(last)?.groups;
  const before = /^(?<code>[A-Z-]*\d[\w-]*(?: \d\w*)?)\s+(?<town>\D+)$/.exec(last)?.groups;
  // "London SW1A 2AA" has no region.
  const hasTown = parts.length > 1;
  const addressLocality = behind ? (hasTown ? parts.pop() : behind.region) : (before?.town ?? last);
  const postalCode = behind?.code ?? before?.code;
  return (
    Address.safeParse({
      streetAddress: parts.join(', '),
      addressLocality,
      ...(behind?.region && hasTown && { addressRegion: behind.region }),
      ...(postalCode && { postalCode }),
      addressCountry,
    }).data ?? null
  );
}
