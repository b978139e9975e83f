const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const IMF_FIXDATE = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC_850 = /^\w{6,9}, (\d{2})-(\w{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^\w{3} (\w{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/**
 * Reads an HTTP-date in any of its three forms (RFC 9110 §5.6.7) as milliseconds since 1970.
 * Anything else is undefined, as a recipient must ignore it.
 */
export function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const fixed = IMF_FIXDATE.exec(text);
  if (fixed) return instantOf(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const obsolete = RFC_850.exec(text);
  if (obsolete)
    return instantOf(fullYear(obsolete[3]), obsolete[2], obsolete[1], obsolete.slice(4));
  const asctime = ASCTIME.exec(text);
  if (asctime) return instantOf(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
  return undefined;
}

/** Writes an HTTP-date in its one current form. */
export function formatHttpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

/** When a message is sent: its Date field (RFC 9110 §6.6.1), and the same in milliseconds since 1970. */
export type MessageDate = { readonly time: number; readonly text: string };

let latest: MessageDate = { time: 0, text: formatHttpDate(0) };

/** The date of a message that is sent now, made once a second. */
export function messageDate(now: number): MessageDate {
  const time = Math.floor(now / 1000) * 1000;
  if (time !== latest.time) latest = { time, text: formatHttpDate(time) };
  return latest;
}

/** Two digits as a year between 1970 and 2069: nothing on the web is older. */
function fullYear(digits = ''): string {
  return Number(digits) >= 70 ? `19${digits}` : `20${digits}`;
}

function instantOf(
  year = '',
  month = '',
  day = '',
  [hours = '', minutes = '', seconds = '']: string[],
): number | undefined {
  const index = MONTHS.indexOf(month) / 3;
  if (!Number.isInteger(index) || index < 0) return undefined;
  const parts = [year, day, hours, minutes, seconds].map(Number);
  const [y = 0, d = 0, h = 0, m = 0, s = 0] = parts;
  // A leap second is written as the sixtieth. The setters know years before 100, Date.UTC does not.
  if (h > 23 || m > 59 || s > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(y, index, d);
  return date.getUTCDate() === d ? date.setUTCHours(h, m, s) : undefined;
}
