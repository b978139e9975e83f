import { BASE_URL } from '../../scene.ts';
import type { Call } from './tool-calls.ts';

/** Each prompt, what completes arguments, and resources. */
export const PROMPT_CALLS: readonly Call[] = [
  prompting('review_digest'),
  prompting('review_digest', { since: '2026-01-01', until: '2026-06-30' }),
  prompting('review_digest', { since: '2026-02-30' }),
  prompting('technician_profile', { technician: 'nobody' }),
  prompting('technician_profile'),
  prompting('answer_prospect_question', { question: 'Do they call?' }),
  prompting('review_digest', { since: '2026-01-01' }),
  prompting('review_digest', { since: '', until: '2026-06-30' }),
  prompting('review_digest', { since: '2026-02-02', until: '2026-02-01' }),
  prompting('review_digest', { sinse: '2026-02-02' }),
  prompting('review_digest', 'since'),
  prompting('reviews_digest'),
  prompting('technician_profile', { technician: ' ms. whitfield ' }),
  prompting('technician_profile', { technician: 'Elena Munos' }),
  prompting('technician_profile', { technician: {} }),
  prompting('answer_prospect_question'),
  prompting('answer_prospect_question', { question: 'Is “it” fair?\nHow?', service: 'car crash' }),
  prompting('answer_prospect_question', { question: 'How?', service: 'dog-bites-' }),
  prompting('answer_prospect_question', { question: '🙂'.repeat(1_000) }),
  prompting('answer_prospect_question', { question: '🙂'.repeat(1_001) }),
  completing('review_digest', 'since', '2026-1'),
  completing('review_digest', 'until', '1999'),
  completing('review_digest', 'since', ''),
  completing('review_digest', 'technician', ''),
  completing('technician_profile', 'technician', ''),
  completing('technician_profile', 'technician', 'MS. W'),
  completing('technician_profile', 'technician', 'whit'),
  completing('technician_profile', 'technician', 'x"'),
  completing('answer_prospect_question', 'service', 'Truck a'),
  completing(`${BASE_URL}/api/reviews/since/{date}`, 'date', '2026-11'),
  completing(`${BASE_URL}/api/reviews/since/{date}`, 'id', ''),
  completing(`${BASE_URL}/reviews/{id}.json`, 'id', 'google-k'),
  completing(`${BASE_URL}/reviews/{id}.json`, 'id', ''),
  completing(`${BASE_URL}/reviews/{id}.json`, 'id', '../'),
  completing(`${BASE_URL}/reviews/{id}.json`, 'date', ''),
  completing(`${BASE_URL}/reviews.json`, 'id', ''),
  completing('answer_prospect_question', 'service', 'c'),
  completing('answer_prospect_question', 'question', 'c'),
  completing('nothing', 'since', ''),
  ['resources/read', { uri: `${BASE_URL}/reviews.json` }],
  ['resources/read', { uri: `${BASE_URL}/feed.xml` }],
  ['resources/read', { uri: `${BASE_URL}/api/reviews/since/2026-11-15` }],
  ['resources/read', { uri: `${BASE_URL}/api/reviews/since/2026-02-30` }],
  ['resources/read', { uri: `${BASE_URL}/reviews/google-ibvumxzl/` }],
  ['resources/read', { uri: `${BASE_URL}/reviews/google-x7m2kd0q.json` }],
  ['resources/read', { uri: 'https://other.example/' }],
  ['resources/read', {}],
];

function prompting(name: string, given?: unknown): Call {
  return ['prompts/get', { name, ...(given !== undefined && { arguments: given }) }];
}

/** Completions of arguments of prompts and of templates of resources. */
function completing(of: string, name: string, value: string): Call {
  const ref = URL.canParse(of)
    ? { type: 'ref/resource', uri: of }
    : { type: 'ref/prompt', name: of };
  return ['completion/complete', { ref, argument: { name, value } }];
}
