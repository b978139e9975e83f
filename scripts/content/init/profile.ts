import type { z } from 'zod';
import { PLACEHOLDER_TIME_ZONE, PLACEHOLDER_URL } from '#dataset/check/check-starter.ts';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { LanguageTag } from '#dataset/schema/scalars.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { Address, StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { Ask } from '../../ask.ts';
import { UsageError } from '../../command-line/command-line.ts';
import { BUSINESS_TYPES, tradeOf, typeOf } from './business-types.ts';
import type { Profile } from './starter.ts';

type Asked = 'name' | 'type' | 'time-zone' | 'language' | 'address' | 'url';
type Check = (text: string) => string | undefined;

const EXAMPLE_ADDRESS = '100 Example Street, Austin, TX 78701, US';
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const { shape } = StoredBusiness;

/** Questions about a business. The check is also for values of flags. */
export const QUESTIONS: Readonly<Record<Asked, Parameters<Ask['text']>[0] & { check: Check }>> = {
  name: { message: 'What is the name of the business?', check: checkBy(shape.name) },
  type: { message: 'What kind of business is it?', check: checkType },
  'time-zone': {
    message: 'In which time zone is it, such as America/Chicago?',
    check: checkBy(shape.timeZone),
    ...(here !== PLACEHOLDER_TIME_ZONE && { initial: here }),
  },
  language: {
    message: 'Which language are most of its reviews in? (en is English, es is Spanish)',
    check: checkBy(LanguageTag),
    initial: 'en',
  },
  address: {
    message: `What is its address, such as ${EXAMPLE_ADDRESS}? (Enter to skip)`,
    check: (text) =>
      text === '' || parseAddress(text)
        ? undefined
        : `must be written as STREET, TOWN, REGION CODE, COUNTRY, such as ${EXAMPLE_ADDRESS}`,
    initial: '',
  },
  url: {
    message: `What is the address of its website, such as ${PLACEHOLDER_URL}? (Enter to skip)`,
    check: (text) =>
      text === '' ? undefined : checkBy(shape.url)(text)?.concat(` such as ${PLACEHOLDER_URL}`),
    initial: '',
  },
};

/** schema.org has other types, but none that is so near to a common one. */
function checkType(text: string): string | undefined {
  const common = BUSINESS_TYPES.map((one) => one.type);
  const near = nearestName(text, common, 2);
  if (near !== undefined && near !== text) return `looks like a misspelling of ${near}`;
  return checkBy(shape.type)(text)?.concat(` such as ${typeOf(text)}`);
}

function checkBy(schema: z.ZodType): Check {
  return (text) => schema.safeParse(text).error?.issues[0]?.message;
}

/** Returns the values of the flags and, at a terminal, a person's answers. */
export async function readProfile(
  flags: Readonly<Record<Asked | 'trade', string | undefined>>,
  ask: Ask | undefined,
): Promise<Profile> {
  if (!ask && !(flags.name && flags.type && flags['time-zone'])) {
    throw new UsageError('Without a terminal, --name, --type and --time-zone are required.');
  }
  const find = async (flag: Asked) => {
    const { [flag]: given } = flags;
    const question = QUESTIONS[flag];
    if (given === undefined) return ask ? ask.text(question) : (question.initial ?? '');
    const fault = question.check(given);
    if (fault !== undefined) throw new UsageError(`--${flag} ${fault} (got "${given}").`);
    return given;
  };
  const options = BUSINESS_TYPES.map(({ type, label }) => ({ value: type, label }));
  const { message } = QUESTIONS.type;
  const profile = {
    name: await find('name'),
    type: ask && !flags.type ? await ask.choose({ message, options }) : await find('type'),
    timeZone: await find('time-zone'),
    knowsLanguage: [await find('language')],
  };
  const trade = TRADES.find((one) => one === flags.trade) ?? tradeOf(profile.type);
  const address = parseAddress(await find('address'));
  const site = await find('url');
  return { ...profile, trade, ...(address && { address }), ...(site !== '' && { url: site }) };
}

/**
 * Returns the parts of an address on one line: the street, the town with the region and the postal
 * code in either order, and the two letters of the country. Undefined if it has another form.
 */
export function parseAddress(text: string): z.infer<typeof Address> | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const addressCountry = parts.pop()?.toUpperCase();
  const last = parts.pop() ?? '';
  // "TX 78701" after the town, "78701 Austin" as the town, or "London SW1A 2AA" without a region.
  const after = /^(?<words>[A-Za-z .]+?)\s+(?<code>[A-Z]*\d[\w -]*)$/.exec(last)?.groups;
  const before = /^(?<code>[A-Z-]*\d[\w-]*(?: \d\w*)?)\s+(?<words>\D+)$/.exec(last)?.groups;
  const { words = last, code } = after ?? before ?? {};
  const hasRegion = after !== undefined && parts.length > 1;
  const addressLocality = hasRegion ? parts.pop() : words;
  return Address.safeParse({
    streetAddress: parts.join(', '),
    addressLocality,
    ...(hasRegion && { addressRegion: words }),
    ...(code && { postalCode: code }),
    addressCountry,
  }).data;
}
