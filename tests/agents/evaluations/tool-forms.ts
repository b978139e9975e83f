/** Calls that between them use each tool and each of its forms, of a service of hostile reviews. */
export const TOOL_FORMS: readonly (readonly [
  tool: string,
  given: Readonly<Record<string, unknown>>,
])[] = [
  ['get_business', {}],
  ['search_reviews', {}],
  ['search_reviews', { limit: 1 }],
  ['search_reviews', { include: ['text', 'reply'] }],
  ['search_reviews', { response_format: 'detailed' }],
  ['search_reviews', { response_format: 'detailed', limit: 1 }],
  ['search_reviews', { aspect: 'staff', sentiment: 'negative' }],
  ['search_reviews', { aspect: 'staff', response_format: 'detailed', limit: 1 }],
  ['search_reviews', { query: 'wonderful', mentions_technician: 'Elena' }],
  ['search_reviews', { query: 'nothing of the kind' }],
  ['search_reviews', { words: 'Was the staff kind?' }],
  ['search_reviews', { mentions_technician: 'Nobody' }],
  ['get_review', { id: 'hostile-0' }],
  ['get_insights', {}],
  ['get_insights', { aspect: 'staff', trend: 'quarter' }],
  ['get_insights', { entity: 'Elena' }],
  ['get_insights', { entity: 'car-accident' }],
  ...['aspects', 'entities', 'faq', 'summary', 'methodology'].map(
    (section) => ['get_insights', { section }] as const,
  ),
  ['get_review_stats', { group_by: 'technician,service,service_area,source,aspect,relationship' }],
  ['search', { query: 'wonderful staff' }],
  ['fetch', { id: 'hostile-0' }],
];
