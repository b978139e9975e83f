import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SERVER_CARD_PATH } from '#artifacts/catalog.ts';
import { ask } from '../../support/ask.ts';
import { initializeMessage, send } from '../../support/mcp-client.ts';
import { CANARY, hostileReviews, serve } from './services.ts';
import { TOOL_FORMS } from './tool-forms.ts';

const { url, session } = await serve({ after }, hostileReviews());

/** Members of answers that are documented as strangers' words, by where they stand. */
const STRANGERS_WORDS = [
  // A review in brief.
  'reviews[].author',
  'reviews[].title',
  'reviews[].excerpt',
  'reviews[].text',
  'reviews[].reply.text',
  // A review in full, in a list and alone.
  ...[
    'author.name',
    'name',
    'reviewBody',
    'ownerReply.text',
    'aspects[].quote',
    'people[].quote',
  ].map((member) => `reviews[].${member}`),
  'author',
  'reply.text',
  'aspects[].quote',
  // What ChatGPT finds and fetches.
  'results[].title',
  'title',
  'text',
  'metadata.author',
  // Parts of the analysis.
  'aspect.quotes[].text',
  'aspects[].quotes[].text',
  'entity.quotes[].text',
];

/** Calls that are refused. */
const REFUSED: typeof TOOL_FORMS = [
  ['search_reviews', { ratng: 5 }],
  ['search_reviews', { rating: 7 }],
  ['get_review', { id: 'hostile-99' }],
  ['get_insights', { aspect: 'nonsense' }],
  ['get_insights', { entity: 'David' }],
  ['get_review_stats', { group_by: 'canary' }],
  ['fetch', { id: 'hostile-99' }],
];

/** Where in a value the canary stands. */
function placesOf(value: unknown, place = ''): string[] {
  if (typeof value === 'string') return value.includes(CANARY) ? [place] : [];
  if (Array.isArray(value)) return value.flatMap((one) => placesOf(one, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name.includes(CANARY) ? [`the name of ${place}.${name}`] : []),
    ...placesOf(member, place === '' ? name : `${place}.${name}`),
  ]);
}

test('what reviews say stands in answers where they are said to speak, and nowhere else', async () => {
  const found = new Set<string>();
  for (const [tool, given] of TOOL_FORMS) {
    const { structuredContent, content, isError } = await session.call(tool, given);
    const call = `${tool} ${JSON.stringify(given)}`;
    assert.ok(!isError, `${call}: ${JSON.stringify(content)}`);
    const places = placesOf(structuredContent);
    const elsewhere = places.filter((place) => !STRANGERS_WORDS.includes(place));
    assert.deepEqual(elsewhere, [], call);
    for (const place of places) found.add(place);
    const [json, ...others] = Array.isArray(content) ? content : [];
    assert.deepEqual(JSON.parse(json.text), structuredContent, call);
    assert.deepEqual(placesOf(others), [], call);
  }
  const unseen = STRANGERS_WORDS.filter((place) => !found.has(place));
  assert.deepEqual(unseen, [], 'the canary was in all that strangers wrote');
});

test('no refusal repeats what a review says', async () => {
  for (const [tool, given] of REFUSED) {
    const { isError, content } = await session.call(tool, given);
    assert.ok(isError, tool);
    assert.deepEqual(placesOf(content), [], `${tool} ${JSON.stringify(given)}`);
  }
});

test('no definition, instruction, prompt or completion holds what a review says', async () => {
  const complete = (ref: object, name: string, value: string) =>
    session.ask('completion/complete', { ref, argument: { name, value } });
  const prompt = (name: string, given: object) =>
    session.ask('prompts/get', { name, arguments: given });
  const technician = { type: 'ref/prompt', name: 'technician_profile' };
  const question = { question: 'Are they friendly?', service: 'car-accident' };
  const answers = await Promise.all([
    send(url, { body: initializeMessage('2025-11-25') }),
    ask(url, SERVER_CARD_PATH),
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((method) =>
      session.ask(method),
    ),
    prompt('review_digest', {}),
    prompt('technician_profile', { technician: 'Elena Muñoz' }),
    prompt('answer_prospect_question', question),
    complete(technician, 'technician', ''),
    complete({ type: 'ref/prompt', name: 'answer_prospect_question' }, 'service', ''),
  ]);
  for (const answered of answers) {
    assert.equal(answered.status, 200, answered.text);
    assert.doesNotMatch(answered.text, new RegExp(`"error"|${CANARY}`));
  }
});
