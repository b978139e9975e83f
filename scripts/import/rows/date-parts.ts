import { fold } from '#dataset/text/fold.ts';
import words from './value-words.json' with { type: 'json' };

// In value-words.json, folded: languages whose names of months and days are as Intl has them, other
// months, words in dates without meaning, words that lead to a date and the last one before it,
// offsets of zones, and words of relative dates and ratings.

const MONTHS = new Map<string, number>(Object.entries(words.months));
const FILLERS = new Set(words.fillers.split(' '));
for (const language of words.languages.split(' ')) {
  for (const style of ['long', 'short'] as const) {
    const options = { weekday: style, month: style, day: 'numeric', timeZone: 'UTC' } as const;
    const format = new Intl.DateTimeFormat(language, options);
    // The first days of the months of 2024 are all weekdays.
    for (const month of Array.from({ length: 12 }).keys()) {
      for (const { type, value } of format.formatToParts(Date.UTC(2024, month))) {
        // In Catalan, "de març" is the name.
        const [name = ''] = fold(value).match(/\p{L}+(?=\P{L}*$)/u) ?? [];
        if (type === 'month') MONTHS.set(name, month + 1);
        if (type === 'weekday') FILLERS.add(name);
      }
    }
  }
}

const { before, behind, alone } = words.relative;
const RELATIVE = new RegExp(
  `^(?:\\p{L}+ )?(?:(?:${before}) (?:\\d+|\\p{L}{1,5}) .+|.+ (?:${behind})|${alone})$`,
  'u',
);
const LEADS = new RegExp(`^(?:${words.leads}) .* (?:${words.leadEnds}) `);
const ZONES: ReadonlyMap<string, string> = new Map(Object.entries(words.zones));
const TIME = new RegExp(
  String.raw`(?:^|[\st,(])(?<hour>\d{1,2})[:h](?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?(?:\s*(?<half>[ap])\.?\s?m\b\.?)?(?:\s*(?:(?:utc|gmt)?(?<sign>[+-])(?<hours>[01]?\d)(?::?(?<minutes>\d{2}))?|(?<zone>${[...ZONES.keys()].join('|')})\b))?(?!\d)`,
);
const NUMBERS = /^(\d{4}|\d{1,2}(?=.*\d$))(\s?[-/.]\s?)(\d{1,2})\2(\d{4}|\d{1,2})[.-]?$/;
const DAY_AND_YEAR = /^(\d{1,2})[\s.,/-]+(\d{4}|\d{2})$|^(\d{4})[\s.,/-]+(\d{1,2})$/;

/** Days since 1899-12-30, as spreadsheets count them: from 1954 to 2064. */
const SERIAL = /^[2-5]\d{4}(?:[.,]\d+)?$/;
const UNIX_EPOCH = 25_569;

/** The parts of a date, as digits. */
export type DateParts = {
  readonly numbers: readonly string[];
  /** The meaning of the numbers, if they show it by themselves. */
  readonly order: 'YMD' | 'DMY' | 'MDY' | undefined;
  /** True for a date such as 10.01.2026, where the month is never first. */
  readonly isDotted: boolean;
  readonly time?: ReturnType<typeof readTime> | undefined;
};

/** Returns the parts of a date in any form but unix time; undefined for other texts. */
export function readDateParts(written: string): DateParts | undefined {
  // Longer texts are not dates.
  if (written.length > 100 || !/\d/.test(written)) return undefined;
  const text = SERIAL.test(written) ? ofSerial(written) : written;
  const plain = fold(text)
    .replace(/^((?:19|20)\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')
    .replace(/\([^()]*\)$/, '')
    .replace(LEADS, '');
  const time = TIME.exec(plain);
  const day = readDay(time ? plain.replace(time[0], ' ') : plain);
  return day && { ...day, time: time?.groups && readTime(time.groups) };
}

/** Returns a time as in ISO 8601; its zone is an offset, if it states one. */
function readTime(groups: Readonly<Record<string, string | undefined>>) {
  const { hour, minute, second = '00', half, fraction } = groups;
  const { sign, hours = '', minutes = '00', zone = '' } = groups;
  const hourOfDay =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  return {
    clock: `${String(hourOfDay).padStart(2, '0')}:${minute}:${second}`,
    fraction,
    zone: sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : ZONES.get(zone),
  };
}

function ofSerial(count: string): string {
  const days = Number(count.replace(',', '.')) - UNIX_EPOCH;
  const written = new Date(Math.round(days * 86_400) * 1000).toISOString();
  return written.slice(0, Number.isInteger(days) ? 10 : 19);
}

/** Reads three numbers, or the name of a month with a day and a year, among words without meaning. */
function readDay(text: string): DateParts | undefined {
  const months: string[] = [];
  let isOther = false;
  const digits = text
    .replace(/\p{L}+/gu, (word) => {
      if (MONTHS.has(word)) months.push(word);
      else isOther ||= !FILLERS.has(word);
      return ' ';
    })
    .replace(/^[\s,.:]+|[\s,:]+$/g, '');
  if (isOther) return undefined;
  // In Italian "mar" is also a day of the week.
  const certain = months.filter((word) => !FILLERS.has(word));
  const [, one, mark, two, three] = NUMBERS.exec(digits) ?? [];
  if (certain.length === 0 && one && mark && two && three) {
    if (one.length === 4) return ordered([one, two, three]);
    const isFull = three.length === 4;
    if (isFull && one === two) return ordered([three, two, one]);
    // A year of two digits may be first.
    const order = Number(two) > 12 ? 'MDY' : Number(one) > 12 && isFull ? 'DMY' : undefined;
    return { numbers: [one, two, three], order, isDotted: isFull && mark.startsWith('.') };
  }
  const named = new Set((certain.length > 0 ? certain : months).map((word) => MONTHS.get(word)));
  const [, first, second, year = second, day = first] = DAY_AND_YEAR.exec(digits) ?? [];
  if (named.size !== 1 || year === undefined || day === undefined) return undefined;
  return ordered([year, String([...named][0]), day]);
}

function ordered(numbers: readonly string[]): DateParts {
  return { numbers, order: 'YMD', isDotted: false };
}

/** True for a text such as "a month ago", in several languages. */
export function isRelativeDate(cell: string): boolean {
  return cell.length <= 40 && !/\d{4}/.test(cell) && RELATIVE.test(fold(cell.trim()));
}
