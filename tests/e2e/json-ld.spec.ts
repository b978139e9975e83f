import { expect, test } from './service.ts';

/** The JSON-LD of a page, found as a browser finds it. */
function jsonLdOf(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(blocks.length).toBe(1);
  return JSON.parse(blocks[0]?.[1] ?? '');
}

test('the JSON-LD of every review says what its record says', async ({ service, published }) => {
  for (const record of published.reviews) {
    const html = await (await fetch(`${service.url}/reviews/${record.id}/`)).text();
    const { '@context': context, identifier, itemReviewed, ...review } = jsonLdOf(html);

    expect(context).toBe('https://schema.org');
    expect(identifier).toBe(record.id);
    expect(itemReviewed.name).toBe(published.business.name);
    expect(itemReviewed['@type']).toEqual(published.business['@type']);
    expect(record).toMatchObject(review);
    expect(review).toMatchObject({
      '@type': 'Review',
      reviewBody: record.reviewBody,
      reviewRating: record.reviewRating,
      author: record.author,
      datePublished: record.datePublished,
      publisher: record.publisher,
    });
  }
});
