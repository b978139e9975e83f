/** A calendar date such as 2026-10-03, a month such as 2026-10 or a quarter such as 2026-Q4. */
type Period = string;

/** The notation of numbers, dates and names in a language. */
export type Formats = {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** With at most two decimals: 1,204 or 4.31. */
  readonly number: (value: number) => string;
  /** A mean of stars, always with two decimals, so that they can be compared: 4.20. */
  readonly mean: (value: number) => string;
  /** A part of a whole: 69%; `< 1%` for a small part that is not zero. */
  readonly share: (part: number, whole: number) => string;
  /** In words: October 3, 2026. */
  readonly date: (date: Period) => string;
  /** October 2026. */
  readonly month: (month: Period) => string;
  /** October. */
  readonly monthName: (month: Period) => string;
  /** A time of day such as 08:30: 8:30 AM, and 9 AM on the hour. */
  readonly time: (time: string) => string;
  /** The day of the week of a date: Monday. */
  readonly weekday: (date: Period) => string;
  /** The name of the clock of a time zone: Central Time. */
  readonly zoneName: (timeZone: string) => string;
  /** a, b, and c. */
  readonly list: (items: readonly string[]) => string;
  /** The name of a language: Arabic, for ar in en. */
  readonly languageName: (tag: string) => string;
  /** The name of a country: Spain, for ES in en. */
  readonly regionName: (code: string) => string;
  /** A name or another text by others within a sentence: isolated if it runs the other way. */
  readonly name: (text: string) => string;
};

/** The formats of a language, given as a tag of BCP 47. */
export function createFormats(tag: string): Formats {
  const language = knownLanguage(tag);
  const direction = directionOf(language);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const mean = new Intl.NumberFormat(language, decimals);
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const list = new Intl.ListFormat(language);
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  // A calendar date has no zone; read and written in UTC it stays the same day.
  const common = { timeZone: 'UTC', calendar: 'gregory' } as const;
  const day = new Intl.DateTimeFormat(language, { ...common, dateStyle: 'long' });
  const month = new Intl.DateTimeFormat(language, { ...common, year: 'numeric', month: 'long' });
  const monthName = new Intl.DateTimeFormat(language, { ...common, month: 'long' });
  const weekday = new Intl.DateTimeFormat(language, { ...common, weekday: 'long' });
  const minutes = { ...common, hour: 'numeric', minute: '2-digit' } as const;
  const time = new Intl.DateTimeFormat(language, minutes);
  const isTwelveHours = time.resolvedOptions().hour12 === true;
  const hour = isTwelveHours
    ? new Intl.DateTimeFormat(language, { ...common, hour: 'numeric' })
    : time;
  return {
    language,
    direction,
    number: (value) => number.format(value),
    mean: (value) => mean.format(value),
    share: (part, whole) => {
      if (whole === 0) return share.format(0);
      const value = part / whole;
      return value > 0 && value < 0.005 ? `< ${share.format(0.01)}` : share.format(value);
    },
    date: remember((date) => day.format(new Date(`${date}T00:00:00Z`))),
    month: (date) => month.format(new Date(`${date}-01T00:00:00Z`)),
    monthName: (date) => monthName.format(new Date(`${date}-01T00:00:00Z`)),
    time: (clock) =>
      (clock.endsWith(':00') ? hour : time).format(new Date(`2024-01-01T${clock}:00Z`)),
    weekday: (date) => weekday.format(new Date(`${date}T00:00:00Z`)),
    zoneName: (timeZone) =>
      new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
        .formatToParts(Date.UTC(2026, 0))
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    list: (items) => list.format(items),
    languageName: remember((other) => languages.of(knownLanguage(other)) ?? other),
    regionName: remember((code) => regions.of(code) ?? code),
    name: (text) => {
      return runsAgainst(text, direction) ? `${FIRST_STRONG}${text}${POP}` : text;
    },
  };
}

/** Days of many years: a page shows dozens, and formatting one takes as long as the rest of its line. */
const MAX_REMEMBERED = 10_000;

function remember(format: (value: string) => string): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => {
    const text = known.get(value) ?? format(value);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(value, text);
    return text;
  };
}

/** The language itself, or English for an unknown language in the form of a tag of BCP 47. */
export function knownLanguage(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** True if two tags name one language, whatever the regions: en-US and en. */
export function isSameLanguage(one: string, other: string): boolean {
  return one === other || primaryOf(one) === primaryOf(other);
}

/** The language of a tag without script and region: es, of es-MX. */
export function primaryOf(tag: string): string {
  return new Intl.Locale(knownLanguage(tag)).language;
}

/** The direction in which a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const { direction } = new Intl.Locale(knownLanguage(tag)).getTextInfo();
  return direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Isolates of the Unicode Bidirectional Algorithm (UAX #9 §2.4), where no element can do it. */
const FIRST_STRONG = '\u2068';
const POP = '\u2069';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** True if a text could disturb the order of a sentence around it; most need no invisible mark. */
function runsAgainst(text: string, direction: 'ltr' | 'rtl'): boolean {
  return direction === 'rtl' || RIGHT_TO_LEFT.test(text);
}
