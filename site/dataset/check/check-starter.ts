import type { StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { Located } from '../content.ts';
import { type ContentProblem, type Finding, placeFindings, warningAt } from '../content-problem.ts';

/** The website in a new business.yaml until it is known: a host that no one owns (RFC 2606 §3). */
export const PLACEHOLDER_URL = 'https://example.com/';

/** The name there until it is known. */
export const PLACEHOLDER_NAME = 'Example Business';

/** The time zone there until it is known. */
export const PLACEHOLDER_TIME_ZONE = 'UTC';

/** Warns of values that have not been changed since business.yaml was created. */
export function checkStarter(business: Located<StoredBusiness>): ContentProblem[] {
  const { name, url, feedAuthority, timeZone } = business.value;
  const { hostname } = new URL(PLACEHOLDER_URL);
  const [authority, year] = feedAuthority.split(',');
  const advice: Partial<Record<keyof StoredBusiness, string | false>> = {
    name: name === PLACEHOLDER_NAME && 'write the name of the business',
    url: new URL(url).hostname === hostname && 'write the address of the website',
    timeZone:
      timeZone === PLACEHOLDER_TIME_ZONE &&
      'write the time zone of the business, such as America/Chicago, and import again: it decides the dates of reviews',
    feedAuthority:
      authority === hostname &&
      `write a host name that is yours, such as reviews.example,${year}, before readers subscribe: it never changes afterwards`,
  };
  const findings = Object.entries(advice).flatMap(([key, remedy]): Finding[] =>
    remedy
      ? [{ path: [key], message: `${key}: still has the value of a new folder; ${remedy}` }]
      : [],
  );
  return placeFindings(business, findings, warningAt);
}
