import { isCalendarDate } from '#dataset/schema/scalars.ts';
import { fold } from '#dataset/text/fold.ts';

/*
 * Other ways in which editors write values. Each function proposes spellings of a value; the one that
 * a schema accepts is taken as the meaning.
 */

/** The text of a review or a summary, which is below the front matter. */
export const BELOW = '---';

/** The keys of other programs, and ours: the first one that the mapping can have counts. */
const FOREIGN_KEYS: Readonly<Record<string, readonly string[]>> = {
  about: ['description'],
  alias: ['aliases'],
  answertext: ['answer'],
  area: ['serviceAreas'],
  areas: ['serviceAreas'],
  body: ['answer', 'text', BELOW],
  city: ['addressLocality'],
  comment: ['text', BELOW],
  content: ['answer', 'text', BELOW],
  country: ['addressCountry'],
  created: ['dateCreated'],
  customer: ['author'],
  date: ['datePublished', 'dateRemoved', 'date', 'dateModified'],
  footer: ['disclaimer'],
  founded: ['foundingDate'],
  from: ['source', 'opens'],
  headline: ['headline', 'name'],
  homepage: ['url'],
  hours: ['openingHours'],
  job: ['jobTitle'],
  keywords: ['terms'],
  label: ['name'],
  lang: ['inLanguage', 'knowsLanguage'],
  language: ['inLanguage', 'knowsLanguage'],
  languages: ['knowsLanguage'],
  lat: ['latitude'],
  licence: ['license'],
  link: ['url'],
  lng: ['longitude'],
  lon: ['longitude'],
  long: ['longitude'],
  mail: ['email'],
  mentions: ['technicians'],
  modified: ['dateModified'],
  nickname: ['aliases'],
  nicknames: ['aliases'],
  phone: ['telephone'],
  platform: ['source', 'name'],
  position: ['jobTitle'],
  postcode: ['postalCode'],
  published: ['datePublished'],
  ratingvalue: ['rating'],
  region: ['addressRegion'],
  reply: ['ownerReply', 'text'],
  response: ['ownerReply', 'text'],
  review: [BELOW],
  reviewbody: [BELOW],
  reviewer: ['author'],
  reviews: ['evidence'],
  role: ['jobTitle'],
  score: ['rating'],
  site: ['source', 'name', 'url'],
  social: ['sameAs'],
  staff: ['technicians'],
  star: ['rating'],
  starrating: ['rating'],
  stars: ['rating'],
  state: ['status', 'addressRegion'],
  street: ['streetAddress'],
  synonyms: ['aliases', 'terms'],
  technician: ['technicians'],
  tel: ['telephone'],
  text: ['answer', 'description', BELOW],
  timestamp: ['dateCreated'],
  title: ['jobTitle', 'headline', 'name', 'question'],
  to: ['closes'],
  topics: ['aspects'],
  updated: ['dateModified'],
  user: ['author'],
  username: ['author'],
  verified: ['verification'],
  web: ['url'],
  website: ['url'],
  why: ['reason'],
  words: ['terms'],
  zip: ['postalCode'],
  zipcode: ['postalCode'],
};

/** Returns the key that a foreign name means, or BELOW; undefined if the name is unknown. */
export function meaningOf(key: string, known: readonly string[]): string | undefined {
  const name = key.toLowerCase().replaceAll(/[^a-z]/g, '');
  const meanings = Object.hasOwn(FOREIGN_KEYS, name) ? (FOREIGN_KEYS[name] ?? []) : [];
  return meanings.find((one) => (one === BELOW ? hasTextBelow(known) : known.includes(one)));
}

/** Returns true if the keys belong to a front matter with a text below it. */
export function hasTextBelow(known: readonly string[]): boolean {
  return known.includes('verification') || known.includes('headline');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The days that a date may mean, as YYYY-MM-DD: two if day and month are unclear. */
export function datesIn(text: string): string[] {
  const [, year, month, day] =
    /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  if (year) return dateOf(year, month, day);
  const [, first, sign, second, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b/.exec(text) ?? [];
  // With dots, the month is never first.
  if (sign === '.') return dateOf(last, second, first);
  if (last) return [...new Set([...dateOf(last, first, second), ...dateOf(last, second, first)])];
  const named = MONTHS.indexOf(/[a-z]{3}/i.exec(text)?.[0].toLowerCase() ?? '') + 1;
  if (named === 0) return [];
  const of = /\b\d{4}\b/.exec(text)?.[0];
  return dateOf(of, `${named}`, /\b(\d{1,2})(?:st|nd|rd|th)?\b/i.exec(text)?.[1]);
}

function dateOf(year = '', month = '', day = ''): string[] {
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isCalendarDate(date) ? [date] : [];
}

/** The numbers that a text may mean, out of five stars: `5/5`, `8/10`, `4,5`, `★★★½☆`. */
export function numbersIn(text: string): number[] {
  const [, part, whole] = /^(\d+(?:[.,]\d+)?)\s*(?:\/|of|out of)\s*(\d+)$/.exec(text.trim()) ?? [];
  if (part && whole) return [(Number(part.replace(',', '.')) * 5) / Number(whole)];
  const stars = text.matchAll(/[★⭐½]/gu).reduce((sum, [one]) => sum + (one === '½' ? 0.5 : 1), 0);
  const written = /^[+-]?\d+(?:[.,]\d+)?/.exec(text.trim())?.[0].replace(',', '.');
  return [...(written ? [Number(written)] : []), ...(stars > 0 ? [stars] : [])];
}

/** Returns the key that a name would have: `Elena Muñoz` is `elena-munoz`. */
export function slugOf(text: string): string {
  return fold(text)
    .replaceAll(/['"]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const LANGUAGES: Readonly<Record<string, string>> = {
  arabic: 'ar',
  chinese: 'zh',
  deutsch: 'de',
  english: 'en',
  french: 'fr',
  german: 'de',
  italian: 'it',
  japanese: 'ja',
  korean: 'ko',
  polish: 'pl',
  portuguese: 'pt',
  russian: 'ru',
  spanish: 'es',
  vietnamese: 'vi',
};

const COUNTRIES: Readonly<Record<string, string>> = {
  england: 'GB',
  germany: 'DE',
  uk: 'GB',
  'united kingdom': 'GB',
  'united states': 'US',
  usa: 'US',
};

/** Returns other spellings of a text, the likeliest first. */
export function spellingsOf(text: string): string[] {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const lower = line.toLowerCase();
  const language = LANGUAGES[lower];
  const country = COUNTRIES[lower.replaceAll('.', '')];
  const [instant, day, time, seconds = ':00', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s?(Z|[+-]\d{2}:\d{2})?)?$/.exec(
      line,
    ) ?? [];
  return [
    line,
    ...datesIn(line),
    ...(instant ? [`${day}T${time ?? '12:00'}${seconds}${offset}`] : []),
    ...clockTimes(lower),
    ...(language ? [language] : []),
    ...(country ? [country] : []),
    line.toUpperCase(),
    line.replaceAll('_', '-'),
    ...(/^[\w.-]+\.(?!png$|jpe?g$|svg$|gif$|webp$)[a-z]{2,}(?:\/\S*)?$/i.test(line)
      ? [`https://${line}`]
      : []),
    ...(line.startsWith('+') ? [`+${line.replaceAll(/\D/g, '')}`] : []),
    ...(/^\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/.test(line)
      ? [`+1${line.replaceAll(/\D/g, '')}`]
      : []),
    ...(/^\d{11,15}$/.test(line) ? [`+${line}`] : []),
    ...(/^[\w.-]+\.[a-z]{2,}$/i.test(line) ? [`${lower},2026`] : []),
    ...(line.split(' ').length === 1 ? [] : [pascalCaseOf(line)]),
    `${line.charAt(0).toUpperCase()}${line.slice(1)}`,
    slugOf(line),
  ];
}

function pascalCaseOf(text: string): string {
  return text.replaceAll(/(?:^|[^a-z]+)([a-z])/gi, (_, letter: string) => letter.toUpperCase());
}

/** Returns `9 am`, `5:30pm`, `9:00` and `900` as HH:MM. */
function clockTimes(text: string): string[] {
  const [, hour = '', minute = '00', half] =
    /^(\d{1,2})(?:[:.]?(\d{2}))?\s?([ap])?\.?m?\.?$/.exec(text) ?? [];
  if (hour === '') return [];
  const later = half === 'p' && Number(hour) < 12 ? 12 : 0;
  return [
    `${`${(half === 'a' ? Number(hour) % 12 : Number(hour)) + later}`.padStart(2, '0')}:${minute}`,
  ];
}
