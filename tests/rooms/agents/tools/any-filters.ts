import fc from 'fast-check';

const day = fc
  .nat(125)
  .map((days) => new Date(Date.UTC(2025, 8, 1) + days * 86_400_000).toISOString().slice(0, 10));

/** Filters that some reviews of `anyDataset` pass, as arguments of a tool. */
export const anyFilters = fc
  .record(
    {
      rating: fc.integer({ min: 1, max: 5 }),
      min_rating: fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
      since: day,
      until: day,
      query: fc.constantFrom('maria', 'López', 'car crash', 'mill brook', 'e', 'a', 'FAMILY'),
      words: fc.constantFrom('maria', 'Crashes', 'brooks crash', 'López family zzzz', 'zzzz'),
      mentions_technician: fc.constantFrom('maria-lopez', 'ms. lopez', 'Wei Zhang', 'nobody'),
      max_rating: fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
      mentions_service: fc.constantFrom('car-accident', 'divorce', 'nothing'),
      service_area: fc.constantFrom('mill-brook', 'Fairhaven'),
      aspect: fc.constantFrom('communication', 'Value', 'nothing'),
      sentiment: fc.constantFrom('positive', 'negative', 'neutral', 'mixed'),
      source: fc.constantFrom('google', 'Yelp'),
      language: fc.constantFrom('en', 'ES', 'es-mx', '*'),
      has_text: fc.boolean(),
      has_reply: fc.boolean(),
      relationship: fc.constantFrom('none', 'employee'),
      sort: fc.constantFrom('newest', 'oldest', 'highest', 'lowest'),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .filter(
    ({ since = '', until = '9999', min_rating = 1, max_rating = 5 }) =>
      since <= until && min_rating <= max_rating,
  );

/** Arguments as a query string would hold them. */
export function asText(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}
