import type { z } from 'zod';
import { PLACEHOLDER_TIME_ZONE, PLACEHOLDER_URL } from '#dataset/check/check-starter.ts';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { LanguageTag } from '#dataset/schema/scalars.ts';
import { TRADES, type Trade } from '#dataset/schema/stored-aspects.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { Ask } from '../../ask.ts';
import { UsageError } from '../../command-line.ts';
import BUSINESS_TYPES from './business-types.json' with { type: 'json' };
import type { Profile } from './starter.ts';

type Asked = 'name' | 'type' | 'time-zone' | 'language' | 'url';
type Check = (text: string) => string | undefined;

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
  url: {
    message: `What is the address of its website, such as ${PLACEHOLDER_URL}? (Enter to skip)`,
    check: (text) =>
      text === '' ? undefined : checkBy(shape.url)(text)?.concat(` such as ${PLACEHOLDER_URL}`),
    initial: '',
  },
};

// In business-types.json: common types of schema.org, each with its list of aspects, and its typical
// words as a regular expression. The first match counts: a "dental law firm" is a law firm.

/** Returns the list of aspects for a type. */
export function tradeOf(type: string): Trade {
  const found = BUSINESS_TYPES.find((one) => one.type === type);
  return TRADES.find((trade) => trade === found?.trade) ?? 'general';
}

/** Returns the type of a business that a person describes, such as "Injury attorney". */
export function typeOf(category: string): string {
  const text = category.toLowerCase();
  const found = BUSINESS_TYPES.find(({ words }) => new RegExp(words).test(text));
  return found?.type ?? 'LocalBusiness';
}

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
  const site = await find('url');
  return { ...profile, trade, ...(site !== '' && { url: site }) };
}
