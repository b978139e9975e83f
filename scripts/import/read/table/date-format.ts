import { ImportRefusal } from '../../import-refusal.ts';

const TOKENS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MMMM: '(?<monthName>\\p{L}+)',
  MMM: '(?<monthName>\\p{L}+)\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  Do: '(?<day>\\d{1,2})(?:st|nd|rd|th)',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{2})',
  h: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  SSS: '(?<fraction>\\d+)',
  A: '(?<meridiem>[AaPp][Mm])',
  a: '(?<meridiem>[AaPp][Mm])',
  Z: '(?<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})',
};
const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|Do|D|HH|H|hh|h|mm|ss|SSS|A|a|Z|[\s\S]/g;

/** Compiles a format such as "DD/MM/YYYY HH:mm" into a pattern with a named group for each part. */
export function compileDateFormat(format: string): RegExp {
  const seen = new Set<string>();
  const source = normalise(format).replace(TOKEN, (token, literal: string | undefined) => {
    const group = literal === undefined ? TOKENS[token] : undefined;
    if (group === undefined) return RegExp.escape(literal ?? token);
    const name = /<(\w+)>/.exec(group)?.[1] ?? '';
    if (seen.has(name)) throw refusal(format, 'it has a part twice');
    seen.add(name);
    return group;
  });
  const hasYear = seen.has('year') || seen.has('shortYear');
  const hasMonth = seen.has('month') || seen.has('monthName');
  if (!hasYear || !hasMonth || !seen.has('day')) {
    throw refusal(format, 'it must have year, month and day');
  }
  return new RegExp(`^${source}$`, 'iu');
}

/** Spreadsheets write dd/mm/yyyy; without an hour, mm can only be the month. */
function normalise(format: string): string {
  if (/[MH]|h/.test(format)) return format.replaceAll('yyyy', 'YYYY').replaceAll('dd', 'DD');
  return format
    .replaceAll('yyyy', 'YYYY')
    .replaceAll('yy', 'YY')
    .replaceAll('dd', 'DD')
    .replaceAll('mmmm', 'MMMM')
    .replaceAll('mmm', 'MMM')
    .replaceAll('mm', 'MM');
}

function refusal(format: string, reason: string): ImportRefusal {
  return new ImportRefusal(
    `The dateFormat "${format}" cannot be used, because ${reason}; write it like DD/MM/YYYY, D MMM YYYY or YYYY-MM-DD HH:mm:ss, or unix`,
  );
}
