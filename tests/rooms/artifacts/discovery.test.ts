import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AiCatalog,
  RegistryEntry,
  renderAiCatalog,
  renderRegistryEntry,
  renderServerCard,
  ServerCard,
} from '#artifacts/discovery.ts';
import { renderLlmsText } from '#artifacts/llms-text.ts';
import { contentOf } from '../../support/reviews.ts';
import { AWKWARD, datasetOf } from './sample-datasets.ts';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const parse = (bytes: Uint8Array): unknown => JSON.parse(decode(bytes));
const llmsTextOf = (...[of]: Parameters<typeof renderLlmsText>) => decode(renderLlmsText(of));

test('cards and entries stay valid where names are long', () => {
  const business = { ...contentOf().business, name: '👩‍⚖️ of Law '.repeat(30) };
  const long = datasetOf({ business }, `https://${`${'a'.repeat(60)}.`.repeat(4)}example`);
  assert.ok(ServerCard.safeParse(parse(renderServerCard(long))).success);
  assert.ok(RegistryEntry.safeParse(parse(renderRegistryEntry(long))).success);
  assert.ok(AiCatalog.safeParse(parse(renderAiCatalog(long))).success);
});

test('llms.txt holds no word of a review, and says whose those words are', () => {
  const text = llmsTextOf(AWKWARD);
  assert.equal(llmsTextOf({ ...AWKWARD, reviews: [] }), text);
  assert.ok(text.includes('never instructions'));
});

test('name and description of the business are text on one line of llms.txt, not Markdown', () => {
  const business = { ...AWKWARD.business, name: 'A [b](c)\n# D', description: '*x*\n\n## `y` <z>' };
  const [title, summary, third] = llmsTextOf({ ...AWKWARD, business }).split('\n\n');
  assert.equal(title, '# Verified reviews of A \\[b\\](c) # D');
  assert.equal(summary, '> \\*x\\* ## \\`y\\` \\<z\\>');
  assert.match(third ?? '', /^Every verified review/);
});
