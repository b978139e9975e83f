/** Resources that are many, in the terms of MCP's ResourceTemplate (RFC 6570, level 1). */
export type ResourceTemplate = {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
};

/** What the pages of reviews are read as; over HTTP they have a charset as well. */
export const PAGE_TYPE = 'text/html';
/** What is answered to a date. */
export const SINCE_TYPE = 'application/json';

export function sinceTemplateOf(baseUrl: string): string {
  return `${baseUrl}/api/reviews/since/{date}`;
}

export function pageTemplateOf(baseUrl: string): string {
  return `${baseUrl}/reviews/{id}/`;
}

/** The templates, in fixed order. */
export function listResourceTemplates(baseUrl: string): ResourceTemplate[] {
  return [
    {
      uriTemplate: sinceTemplateOf(baseUrl),
      name: 'reviews-since',
      title: 'Reviews since a date',
      description:
        'All reviews dated on or after a date (YYYY-MM-DD), newest first, and the reviews that were taken down since (JSON). For mirrors; search_reviews takes filters.',
      mimeType: SINCE_TYPE,
    },
    {
      uriTemplate: pageTemplateOf(baseUrl),
      name: 'review-page',
      title: 'The page of a review',
      description:
        'One review as it is published for people (HTML), by its id. get_review answers the same as data.',
      mimeType: PAGE_TYPE,
    },
  ];
}
