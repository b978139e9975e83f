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
  const { hostname } = new URL(PLACEHOLDER_URL);
  const [authority, year] = feedAuthority.split(',');
  const advice: Partial<Record<keyof StoredBusiness, string | false>> = {
    name: name === PLACEHOLDER_NAME && 'write the name of the business',
    url: new URL(url).hostname === hostname && 'write the address of the website',
    timeZone:
      timeZone === PLACEHOLDER_TIME_ZONE &&
      'write the one of the business, such as America/Chicago, and import again: the dates of reviews follow it',
    feedAuthority:
      authority === hostname &&
      `write a host name that is yours, such as reviews.example,${year}, before readers subscribe: it never changes afterwards`,
  };
  const findings = Object.entries(advice).flatMap(([key, remedy]): Finding[] =>
    remedy ? [{ path: [key], message: `${key}: is still the one of a new folder; ${remedy}` }] : [],
  );
  return placeFindings(business, findings, warningAt);
}
