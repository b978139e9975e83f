import { knownLanguage } from './language.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** A number the way a language writes it, with at most two decimals: 1,204 or 4.31. */
export function formatNumber(number: number, language: string): string {
  return formatOf(language, { maximumFractionDigits: 2 }).format(number);
}

/** A part of a whole in per cent: 69%, and less than 1% rather than a nought that is none. */
export function formatShare(part: number, whole: number, language: string): string {
  const format = formatOf(language, { style: 'percent', maximumFractionDigits: 0 });
  if (whole === 0) return format.format(0);
  const share = part / whole;
  return share > 0 && share < 0.005 ? `< ${format.format(0.01)}` : format.format(share);
}

/** A score from −1 to 1 with its sign, unless it is nought: +0.32, or −0.5 with a true minus. */
export function formatScore(score: number, language: string): string {
  return formatOf(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
    .format(score)
    .replace('-', '−');
}

/** From here on one side prevails, and from there on clearly. */
const PREVAILS = 0.15;
const CLEARLY = 0.5;

/** A score from −1 to 1 in words. */
export function scoreWords(score: number): string {
  const strength = Math.abs(score);
  if (strength < PREVAILS) return 'about even';
  return `${strength < CLEARLY ? 'rather' : 'mostly'} ${score > 0 ? 'positive' : 'negative'}`;
}

/** A count with its noun: 1 review, 2 reviews. */
export function formatCount(count: number, one: string, more: string, language: string): string {
  return `${formatNumber(count, language)} ${count === 1 ? one : more}`;
}

function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${options.style ?? ''} ${options.signDisplay ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(knownLanguage(language), options);
  formats.set(key, format);
  return format;
}
