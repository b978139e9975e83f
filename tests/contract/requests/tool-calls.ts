import { BASE_URL } from '../scene.ts';

export type Params = Readonly<Record<string, unknown>>;

/** A request of an agent, and the row of the checklist that it shows (tests/spec/mcp-rows.test.ts). */
export type Call = readonly [method: string, params?: Params | undefined, row?: string];

export const RESOURCE = { uri: `${BASE_URL}/reviews/google-ibvumxzl/` };

/** Requests of every revision. */
export const CALLS: readonly Call[] = [
  ['tools/list', undefined, 'M34'],
  ['prompts/list'],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', RESOURCE],
  ['resources/read', { uri: `${BASE_URL}/nothing` }, 'M16'],
  ['tools/call', { name: 'get_business', arguments: {} }],
  ['tools/call', { name: 'search_reviews', arguments: { rating: 5, limit: 2 } }],
  ['tools/call', { name: 'search_reviews', arguments: { rating: 9, colour: 'red' } }, 'M17'],
  ['tools/call', { name: 'nothing', arguments: {} }, 'M15'],
  ['prompts/get', { name: 'nothing' }, 'M15'],
  ['prompts/get', { name: 'technician_profile', arguments: { technician: 'Elena Muñoz' } }],
  completing('technician_profile', 'technician', 'el'),
  ['nothing/at/all', undefined, 'M14'],
];

/** Mistakes that both eras answer. */
export const MISTAKES: readonly Call[] = [
  ['tools/List', undefined, 'M14'],
  ['', undefined, 'M14'],
  ['__proto__', undefined, 'M14'],
  ['tasks/list', undefined, 'M38'],
  ['sampling/createMessage', {}, 'M38'],
  ['roots/list', {}, 'M38'],
  ['tools/call', { name: 'get_busines', arguments: {} }, 'M15'],
  ['tools/call', { name: '__proto__' }, 'M15'],
  ['tools/call', { name: 'x'.repeat(500) }, 'M15'],
  ['tools/call', {}, 'M15'],
  ['prompts/get', {}, 'M15'],
  ['resources/read', {}, 'M15'],
  ['completion/complete', {}, 'M15'],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' } }, 'M15'],
  ['resources/read', { uri: '' }, 'M16'],
  ['resources/read', { uri: 'file:///etc/x' }, 'M16'],
  ['resources/read', { uri: `${BASE_URL}/${'x'.repeat(3_000)}` }, 'M16'],
  ['tools/call', { name: 'search_reviews', arguments: { ratings: 5 } }, 'M17'],
  ['tools/call', { name: 'search_reviews', arguments: [] }, 'M17'],
  ['tools/call', { name: 'get_business', arguments: 'all' }, 'M17'],
  ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map(
    (method) => [method, { cursor: 'x' }, 'M15'] as const,
  ),
];

/** Arguments of every tool. */
export const TOOL_CALLS: readonly (readonly [tool: string, given: unknown, row?: string])[] = [
  ['get_business', { parts: ['contact'] }],
  ['get_business', { parts: ['everything'] }],
  ['search_reviews', {}],
  ['search_reviews', { limit: 1, response_format: 'detailed' }],
  ['search_reviews', { limit: 1, include: ['text', 'reply'] }],
  ['search_reviews', { limit: 1, include: 'Reply' }, 'M40'],
  ['search_reviews', null, 'M40'],
  ['search_reviews', { query: 'settlement', sort: 'relevance', limit: 2 }],
  ['search_reviews', { mentions_technician: 'Elena Munos' }, 'M31'],
  ['search_reviews', { mentions_technician: 'ELENA MUNOZ', limit: 1 }, 'M39'],
  ['search_reviews', { mentions_technician: 'elena-munoz', limit: 1 }, 'M39'],
  ['search_reviews', { mentions_technician: 'attorney muñoz', limit: 1 }, 'M39'],
  ['search_reviews', { mentions_service: 'car wreck', limit: 1 }, 'M39'],
  ['search_reviews', { mentions_service: 'Car accidents', limit: 1 }, 'M39'],
  ['search_reviews', { mentions_service: 'car', limit: 1 }, 'M39'],
  ['search_reviews', { query: null, rating: '5', limit: '1', sort: 'OLDEST' }, 'M40'],
  ['search_reviews', { since: '2026-02-30', limit: 0 }],
  ['get_review', { id: 'google-ibvumxzl' }],
  ['get_review', { id: 'google-x7m2kd0q' }],
  ['get_review', { id: 'never-published' }],
  ['get_review', {}],
  ['get_insights', {}],
  ['get_insights', { aspect: 'communication' }],
  ['get_insights', { aspect: 'comunication' }],
  ['get_insights', { aspect: 'communication', trend: true }],
  ['get_insights', { entity: 'elena-munoz' }],
  ['get_insights', { entity: 'Elena Munos' }],
  ['get_insights', { section: 'faq' }],
  ['get_insights', { section: 'methodology' }],
  ['get_insights', { section: 'aspects' }],
  ['get_insights', { section: 'entities' }],
  ['get_insights', { section: 'topics' }],
  ['get_insights', { section: 'summary' }],
  ['get_insights', { entity: 'austin' }],
  ['get_insights', { entity: 'elena-munoz', aspect: 'communication' }],
  ['get_insights', { section: 'faq', trend: true }],
  ['search_reviews', { rating: [5], source: ['google', 'yelp'], limit: 1 }, 'M40'],
  ['search_reviews', { since: '2026', until: '2026-02' }],
  ['search_reviews', { query: 7, has_reply: 'TRUE', limit: 1 }, 'M40'],
  ['search_reviews', { language: { tag: 'en' }, limit: true }],
  ['get_business', { anything: 1 }],
  ['list_entities', {}],
  ['list_entities', { type: 'technician' }],
  ['get_review_stats', {}],
  ['get_review_stats', { group_by: 'year', min_rating: 4 }],
  ['get_review_stats', { sentiment: 'negative', group_by: 'aspect' }],
  ['search', { query: 'settlement' }],
  ['fetch', { id: 'google-ibvumxzl' }],
  ['fetch', { id: 'nothing' }],
];

/** Each prompt, what completes arguments, and resources. */
export const PROMPT_CALLS: readonly Call[] = [
  prompting('review_digest'),
  prompting('review_digest', { since: '2026-01-01', until: '2026-06-30' }),
  prompting('review_digest', { since: '2026-02-30' }),
  prompting('technician_profile', { technician: 'nobody' }),
  prompting('technician_profile'),
  prompting('answer_prospect_question', { question: 'Do they call?' }),
  completing('review_digest', 'since', '2026-1'),
  completing('answer_prospect_question', 'service', 'c'),
  completing('answer_prospect_question', 'question', 'c'),
  completing('nothing', 'since', ''),
  ['resources/read', { uri: `${BASE_URL}/reviews.json` }],
  ['resources/read', { uri: `${BASE_URL}/reviews/google-ibvumxzl.json` }],
  ['resources/read', { uri: `${BASE_URL}/reviews/google-x7m2kd0q/` }],
  ['resources/read', { uri: 'https://other.example/' }],
  ['resources/read', {}],
];

function prompting(name: string, given?: unknown): Call {
  return ['prompts/get', { name, ...(given !== undefined && { arguments: given }) }];
}

function completing(prompt: string, name: string, value: string): Call {
  const ref = { type: 'ref/prompt', name: prompt };
  return ['completion/complete', { ref, argument: { name, value } }];
}
