import type { Business } from '#dataset/business.ts';

/**
 * The address for reporting a problem with a review: a page of the business, which gets the
 * address of the review, or an email. Undefined if the business names neither.
 */
export function reportAddress(
  { reportUrl, email }: Pick<Business, 'reportUrl' | 'email'>,
  review: string,
  subject: string,
): string | undefined {
  if (reportUrl !== undefined) {
    const url = new URL(reportUrl);
    url.searchParams.set('review', review);
    return url.href;
  }
  if (email === undefined) return undefined;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(review)}`;
}
