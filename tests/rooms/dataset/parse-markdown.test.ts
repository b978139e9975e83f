import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseMarkdown, parseSummary, splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import { MAX_FRONT_MATTER_BYTES, MAX_TEXT_BYTES } from '#dataset/schema/content-limits.ts';

const Front = z.strictObject({ name: z.string() });

/** What is wrong with a text, as `line:column message`. */
function faultsOf(text: string): string[] {
  const { problems = [] } = parseMarkdown('x.md', text, Front);
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test('a file is its front matter and the text below', () => {
  const { value } = parseMarkdown('x.md', '---\nname: A\n---\n\nOne.\n\nTwo.\n', Front);
  assert.deepEqual(value, { front: { name: 'A' }, body: 'One.\n\nTwo.' });
});

test('a file without front matter is refused with advice', () => {
  assert.deepEqual(faultsOf('Great!'), [
    '1:1 has no front matter; begin the file with a line of three hyphens, the keys, and another such line',
  ]);
});

test('a text may have 64 KiB and no more, counted in bytes', () => {
  const fileOf = (body: string) => `---\nname: A\n---\n\n${body}\n`;
  assert.deepEqual(faultsOf(fileOf('x'.repeat(MAX_TEXT_BYTES))), []);
  const refusal = '5:1 the text has 65 KiB and may have 64 KiB at most; shorten it';
  assert.deepEqual(faultsOf(fileOf('x'.repeat(MAX_TEXT_BYTES + 1))), [refusal]);
  assert.deepEqual(faultsOf(fileOf(`${'é'.repeat(MAX_TEXT_BYTES / 2)}x`)), [refusal]);
});

test('front matter may have 256 KiB and no more, and is not parsed beyond', () => {
  const fileOf = (bytes: number) => `---\nname: A\n${'#'.padEnd(bytes - 9, '#')}\n---\nText.`;
  assert.deepEqual(faultsOf(fileOf(MAX_FRONT_MATTER_BYTES)), []);
  assert.deepEqual(faultsOf(fileOf(MAX_FRONT_MATTER_BYTES + 1).replace('name', '[[[[')), [
    '2:1 the front matter has 257 KiB and may have 256 KiB at most; shorten it',
  ]);
});

test('what hides or turns text is refused where it stands in the text below', () => {
  assert.deepEqual(faultsOf('---\nname: A\n---\n\nOne.\n\nTw\u202eo.\u200b\n'), [
    '7:3 the text holds U+202E (right-to-left override), which turns the reading direction; delete it',
    '7:6 the text holds U+200B (zero width space), which nobody sees; delete it',
  ]);
});

test('a byte order mark at the ends of the text is not published, and is no fault', () => {
  const { value } = parseMarkdown('x.md', '---\nname: A\n---\n\ufeffOne.\ufeff\n', Front);
  assert.equal(value?.body, 'One.');
});

test('faults above and below are told together', () => {
  assert.deepEqual(faultsOf('---\nnaem: A\n---\nOne.\u2069'), [
    '2:1 name: is missing',
    '2:1 naem: is not a known key (did you mean "name"?)',
    '4:5 the text holds U+2069 (pop directional isolate) without an isolate before it in its paragraph; delete it',
  ]);
});

for (const [rule, text, frontMatter, body] of [
  ['front matter and body are split', '---\na: 1\n---\nHello.\n', 'a: 1\n', 'Hello.'],
  [
    'blank lines around the body go',
    '---\na: 1\n---\n\n  Hello.\n\nBye.\n\n',
    'a: 1\n',
    'Hello.\n\nBye.',
  ],
  ['the body may be missing', '---\na: 1\n---', 'a: 1\n', ''],
  ['the body may be empty', '---\na: 1\n---\n\n', 'a: 1\n', ''],
  ['the front matter may be empty', '---\n---\nHello.', '', 'Hello.'],
  [
    'hyphens in the body are text',
    '---\na: 1\n---\nHello.\n---\nBye.',
    'a: 1\n',
    'Hello.\n---\nBye.',
  ],
  [
    'hyphens inside a line are no end',
    '---\na: x---\nb: --- y\n---\nHello.',
    'a: x---\nb: --- y\n',
    'Hello.',
  ],
  ['four hyphens are no end', '---\na: 1\n----\n---\nHello.', 'a: 1\n----\n', 'Hello.'],
  ['blanks behind the hyphens do not matter', '--- \na: 1\n---\t\nHello.', 'a: 1\n', 'Hello.'],
] as const) {
  test(rule, () => {
    const bodyOffset = body === '' ? text.length : text.indexOf(body, frontMatter.length + 6);
    assert.deepEqual(splitFrontMatter(text), { frontMatter, body, bodyOffset });
  });
}

for (const [what, text] of [
  ['nothing', ''],
  ['text alone', 'Hello.'],
  ['front matter that does not end', '---\na: 1\nHello.'],
  ['front matter that ends inside a line', '---\na: 1 ---\n'],
  ['a blank line before it', '\n---\na: 1\n---\n'],
  ['indented hyphens', ' ---\na: 1\n ---\n'],
] as const) {
  test(`finds no front matter in ${what}`, () => assert.equal(splitFrontMatter(text), undefined));
}

test('a long text takes no longer than its length', () => {
  assert.equal(splitFrontMatter(`---\n${'-- \n'.repeat(64_000)}`), undefined);
});

const FRONT = 'headline: A\nauthor: B\ndateModified: 2026-10-01\n';

test('a summary is its front matter and the text below', () => {
  const text = `---\n${FRONT}concerns:\n  - { text: C, aspect: fees, evidence: [review-1] }\n---\n\nOne.\n\nTwo.\n`;
  assert.deepEqual(parseSummary('summary.md', text).value, {
    headline: 'A',
    author: 'B',
    dateModified: '2026-10-01',
    strengths: [],
    concerns: [{ text: 'C', aspect: 'fees', evidence: ['review-1'] }],
    text: 'One.\n\nTwo.',
  });
});

test('its problems carry the lines of the file', () => {
  const text = `---\n${FRONT}strengths:\n  - { text: C, aspect: fees, evidence: [] }\n---\nText.`;
  assert.deepEqual(parseSummary('summary.md', text).problems, [
    {
      severity: 'error',
      file: 'summary.md',
      line: 6,
      column: 40,
      message: 'strengths.0.evidence: must name at least one review as evidence',
    },
  ]);
});
