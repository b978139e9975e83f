/** A calendar date such as 2026-10-03, a month such as 2026-10 or a quarter such as 2026-Q4. */
type Period = string;

/** The forms of a noun by the plural rules of a language (CLDR): English has one and other. */
export type Forms = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** How a language writes numbers, dates and names. */
export type Formats = {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** With at most two decimals: 1,204 or 4.31. */
  readonly number: (value: number) => string;
  /** A mean of stars, always with two decimals, so that they can be compared: 4.20. */
  readonly mean: (value: number) => string;
  /** A part of a whole: 69%; `< 1%` of what is not nothing. */
  readonly share: (part: number, whole: number) => string;
  /** A number with its noun: 1 review, 2 reviews. */
  readonly count: (value: number, forms: Forms) => string;
  /** In words: October 3, 2026. */
  readonly date: (date: Period) => string;
  /** October 2026. */
  readonly month: (month: Period) => string;
  /** a, b, and c. */
  readonly list: (items: readonly string[]) => string;
  /** What a language is called: Arabic, for ar in en. */
  readonly languageName: (tag: string) => string;
  /** What a country is called: Spain, for ES in en. */
  readonly regionName: (code: string) => string;
  /** A name or another text of somebody else within a sentence: isolated where it runs the other way. */
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
  const rules = new Intl.PluralRules(language);
  const list = new Intl.ListFormat(language);
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  // A calendar date has no zone; read and written in UTC it stays the same day.
  const common = { timeZone: 'UTC', calendar: 'gregory' } as const;
  const day = new Intl.DateTimeFormat(language, { ...common, dateStyle: 'long' });
  const month = new Intl.DateTimeFormat(language, { ...common, year: 'numeric', month: 'long' });
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
    count: (value, forms) => `${number.format(value)} ${forms[rules.select(value)] ?? forms.other}`,
    date: remember((date) => day.format(new Date(`${date}T00:00:00Z`))),
    month: (date) => month.format(new Date(`${date}-01T00:00:00Z`)),
    list: (items) => list.format(items),
    languageName: remember((other) => languages.of(knownLanguage(other)) ?? other),
    regionName: remember((code) => regions.of(code) ?? code),
    name: (text) => {
      // They mark the links of sentences.
      const plain = text.replace(/[⟦⟧]/gu, '');
      return runsAgainst(plain, direction) ? `${FIRST_STRONG}${plain}${POP}` : plain;
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

/** The language itself, or English where it is written like a tag of BCP 47 but is none. */
export function knownLanguage(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** True where two tags name one language, whatever the regions: en-US and en. */
export function isSameLanguage(one: string, other: string): boolean {
  return one === other || primaryOf(one) === primaryOf(other);
}

/** The language of a tag without script and region: es, of es-MX. */
export function primaryOf(tag: string): string {
  return new Intl.Locale(knownLanguage(tag)).language;
}

/** In which direction a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const { direction } = new Intl.Locale(knownLanguage(tag)).getTextInfo();
  return direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Isolates of the Unicode Bidirectional Algorithm (UAX #9 §2.4), where no element can do it. */
const FIRST_STRONG = '\u2068';
const POP = '\u2069';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Whether a text could disturb the order of a sentence around it; most need no invisible mark. */
function runsAgainst(text: string, direction: 'ltr' | 'rtl'): boolean {
  return direction === 'rtl' || RIGHT_TO_LEFT.test(text);
}
