import type { StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { Located } from '../content.ts';
import { type ContentProblem, type Finding, placeFindings, warningAt } from '../content-problem.ts';

/** Stands in a new business.yaml where the website is unknown: a host that nobody owns (RFC 2606 §3). */
export const PLACEHOLDER_URL = 'https://example.com/';

/** Stands there where the name is unknown. */
export const PLACEHOLDER_NAME = 'Example Business';

/** Stands there where the time zone is unknown. */
export const PLACEHOLDER_TIME_ZONE = 'UTC';

/** Warns of what nobody has changed since business.yaml was made. */
export function checkStarter(business: Located<StoredBusiness>): ContentProblem[] {
  const { name, url, feedAuthority, timeZone } = business.value;
  const host = new URL(PLACEHOLDER_URL).hostname;
  const findings: Finding[] = [];
  const warn = (key: keyof StoredBusiness, message: string) =>
    findings.push({ path: [key], message: `${key}: ${message}` });
  if (name === PLACEHOLDER_NAME) {
    warn('name', 'is still the one of a new folder; write the name of the business');
  }
  if (new URL(url).hostname === host) {
    warn('url', 'is still the one of a new folder; write the address of the website');
  }
  if (timeZone === PLACEHOLDER_TIME_ZONE) {
    warn(
      'timeZone',
      'is still the one of a new folder; write the one of the business, such as America/Chicago, and import again: the dates of reviews follow it',
    );
  }
  if (feedAuthority.startsWith(`${host},`)) {
    const year = feedAuthority.slice(host.length + 1);
    warn(
      'feedAuthority',
      `is still the one of a new folder; write a host name that is yours, such as reviews.example,${year}, before readers subscribe: it never changes afterwards`,
    );
  }
  return placeFindings(business, findings, warningAt);
}
