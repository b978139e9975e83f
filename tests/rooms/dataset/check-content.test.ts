import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkContent, loadContent } from '#dataset/check/check-content.ts';
import { ContentError } from '#dataset/content-problem.ts';
import { BUSINESS, filesOf, problemsOf, reviewText } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';

function messageOf(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    assert.ok(error instanceof ContentError);
    return error.message;
  }
  assert.fail('the content is refused');
}

test('a business without reviews is valid content', (t) => {
  const { content, warnings } = loadContent(createContentFolder(t, { 'business.yaml': BUSINESS }));
  assert.deepEqual(warnings, []);
  assert.equal(content.business.name, 'Harbor Law');
  assert.deepEqual(content.reviews, []);
  assert.equal(content.summary, undefined);
});

test('every file of a content folder is loaded', (t) => {
  const { content, warnings } = loadContent(
    createContentFolder(t, {
      'business.yaml': BUSINESS,
      'technicians.yaml': '- { id: maria-lopez, name: Maria Lopez, jobTitle: Partner }',
      'services.yaml': '- { id: divorce, name: Divorce }',
      'service-areas.yaml': '- { id: fairhaven, name: Fairhaven }',
      'aspects.yaml':
        '- { id: staff, name: Staff, description: A, terms: [b, { term: c, weight: 2 }] }',
      'faq.yaml':
        '- { id: fees, question: A, answer: B, evidence: [review-1], dateModified: 2026-10-01 }',
      'summary.md': '---\nheadline: A\nauthor: B\ndateModified: 2026-10-01\n---\nText.',
      'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }',
      'reviews/2026/10/a.md': reviewText(),
    }),
  );
  assert.deepEqual(warnings, []);
  const { technicians, services, serviceAreas, aspects, questions, removals, reviews } = content;
  const lists = [technicians, services, serviceAreas, aspects, questions, removals, reviews];
  assert.deepEqual(
    lists.map((list) => list.map(({ id }) => id).join()),
    ['maria-lopez', 'divorce', 'fairhaven', 'staff', 'fees', 'gone-1', 'review-1'],
  );
  assert.equal(content.summary?.text, 'Text.');
});

test('files of comments are empty lists', () => {
  assert.deepEqual(problemsOf({ 'faq.yaml': '# none yet\n', 'removed.yaml': '' }), []);
});

test('every error of every file is told at once, in the order of the folder', () => {
  const message = messageOf(() =>
    checkContent(
      filesOf({
        'reviews/b.md': reviewText({ id: 'review-2', rating: '7', datePublished: '2026-02-30' }),
        'reviews/a.md': reviewText({ services: '[probate]', dateModified: '2026-10-02' }),
        'reviews/c.md': 'Hello.',
        'technicians.yaml': '- id: [',
        'faq.yaml': '- { id: fees }',
        'business.yaml': BUSINESS.replace('https://', 'ftp://'),
      }),
    ),
  );
  assert.deepEqual(
    message.split('\n').map((line) => /^\S+ error \w+|^The.*$/.exec(line)?.[0] ?? line),
    [
      'The content has 11 errors:',
      'business.yaml:4:6 error url',
      'faq.yaml:1:3 error 0',
      'faq.yaml:1:3 error 0',
      'faq.yaml:1:3 error 0',
      'faq.yaml:1:3 error 0',
      'reviews/a.md:8:12 error services',
      'reviews/a.md:9:15 error dateModified',
      'reviews/b.md:4:16 error datePublished',
      'reviews/b.md:5:9 error rating',
      'reviews/c.md:1:1 error has',
      'technicians.yaml:1:8 error is',
    ],
  );
});

test('a missing business.yaml is an error that says what it needs', () => {
  assert.equal(
    messageOf(() => checkContent(filesOf({ 'reviews/a.md': reviewText() }))),
    'The content has 1 error:\nbusiness.yaml:1:1 error is missing; create it with at least id, name, description, url, timeZone, knowsLanguage and feedAuthority',
  );
});

test('a file that cannot be read is neither missing nor empty', (t) => {
  const outside = createContentFolder(t, { 'a.yaml': '' });
  const folder = createContentFolder(t, {
    'reviews/a.md': reviewText({ technicians: '[maria-lopez]' }),
  });
  for (const name of ['business.yaml', 'technicians.yaml']) {
    symlinkSync(join(outside, 'a.yaml'), join(folder, name));
  }
  assert.match(
    messageOf(() => loadContent(folder)),
    /^The content has 2 errors:\nbusiness\.yaml:1:1 error is a link.*\ntechnicians\.yaml:1:1 error is a link.*$/,
  );
});

test('a file that is not UTF-8 is neither missing nor empty', () => {
  const latin1 = (path: string, text: string) => ({ path, bytes: Buffer.from(text, 'latin1') });
  const files = [
    latin1('business.yaml', BUSINESS.replace('Harbor', 'Härbor')),
    latin1('technicians.yaml', '- { id: zoe, name: Zoë, jobTitle: Partner }'),
    ...filesOf({ 'reviews/a.md': reviewText({ technicians: '[zoe]' }) }),
  ];
  const message = messageOf(() => checkContent(files));
  assert.match(message, /^The content has 2 errors:\nbusiness\.yaml:2:8 error is not valid UTF-8/);
  assert.match(message, /\ntechnicians\.yaml:1:22 error is not valid UTF-8/);
});

test('a control character is an error where it stands', () => {
  assert.deepEqual(problemsOf({ 'reviews/a.md': reviewText({}, 'One.\nTw\u000bo.') }), [
    'reviews/a.md:10:3 error holds a control character (U+000B), which feeds cannot carry; delete it',
  ]);
});

test('a file that is not read is a warning, with a hint', () => {
  assert.deepEqual(
    problemsOf({
      'servcies.yaml': '',
      'business.yml': '',
      'README.md': 'Hello.',
      'reviews/notes.yaml': '',
      'old/a.md': reviewText(),
    }),
    [
      'README.md:1:1 warning is not read: no such content file',
      'business.yml:1:1 warning is not read: no such content file (did you mean "business.yaml"?)',
      'old/a.md:1:1 warning is not read: no such content file',
      'reviews/notes.yaml:1:1 warning is not read: no such content file',
      'servcies.yaml:1:1 warning is not read: no such content file (did you mean "services.yaml"?)',
    ],
  );
});

test('a README among the reviews is a warning, as any file that is not read', () => {
  const ignored = (path: string) => `${path}:1:1 warning is not read: no such content file`;
  const readmes = ['reviews/2026/ReadMe.md', 'reviews/README.md', 'reviews/readme.md'];
  assert.deepEqual(
    problemsOf({
      ...Object.fromEntries(readmes.map((path) => [path, 'Hello.'])),
      'reviews/readme.md/a.md': reviewText(),
    }),
    readmes.map(ignored),
  );
  const [problem] = problemsOf({ 'reviews/not-readme.md': 'Hello.' });
  assert.match(problem ?? '', /^reviews\/not-readme\.md:1:1 error has no front matter;/);
});

test('warnings hold nothing back', () => {
  const { content, warnings } = checkContent(
    filesOf({
      'business.yaml': BUSINESS,
      'removed.yaml': '- { id: review-1, dateRemoved: 2026-10-01, reason: spam }',
      'reviews/a.md': reviewText(),
      'reviews/b.md': reviewText({ id: 'review-2' }, 'Write to a@b.example.'),
    }),
  );
  assert.equal(warnings.length, 2);
  assert.deepEqual(
    content.reviews.map(({ id }) => id),
    ['review-2'],
  );
});

const MORE =
  /^\S+:\d+:\d+ error more is wrong with this file; mend these 49 problems first, then check again$/;

for (const [what, path, text] of [
  ['keys that are unknown', 'reviews/a.md', reviewText(keys(15_000))],
  ['technicians whom nobody defined', 'reviews/a.md', reviewText({ technicians: slugs(15_000) })],
  ['ids that stand twice', 'removed.yaml', repeat(tombstone, 10_000)],
  ['names that stand twice', 'services.yaml', repeat(service, 8_000)],
  ['reviews that nobody wrote', 'faq.yaml', repeat(question, 5_000)],
] as const) {
  test(`of ${what} some are told, and that there are more`, { timeout: 60_000 }, () => {
    const files = { 'business.yaml': BUSINESS, 'reviews/b.md': reviewText({ id: 'review-2' }) };
    const [, ...lines] = messageOf(() => checkContent(filesOf({ ...files, [path]: text }))).split(
      '\n',
    );
    assert.equal(lines.length, 50);
    assert.match(lines.at(-1) ?? '', MORE);
  });
}

function keys(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));
}

function slugs(count: number): string {
  return `[${Array.from({ length: count }, (_, index) => `nobody-${index}`).join(', ')}]`;
}

function repeat(make: (index: number) => string, count: number): string {
  return Array.from({ length: count }, (_, index) => `- { ${make(index)} }\n`).join('');
}

function tombstone(): string {
  return 'id: gone-1, dateRemoved: 2026-10-01, reason: spam';
}

function service(index: number): string {
  return `id: service-${index}, name: Divorce`;
}

function question(index: number): string {
  return `id: q-${index}, question: A, answer: B, evidence: [nobody-${index}], dateModified: 2026-10-01`;
}

test('every text that is published is looked at', () => {
  const evil = 'e\u202evil';
  const problems = problemsOf({
    'business.yaml': BUSINESS.replace('A law practice.', evil),
    'technicians.yaml': `- { id: maria-lopez, name: ${evil}, jobTitle: ${evil}, aliases: [${evil}] }`,
    'services.yaml': `- { id: divorce, name: Divorce, description: ${evil} }`,
    'service-areas.yaml': `- { id: fairhaven, name: ${evil} }`,
    'aspects.yaml': `- { id: staff, name: Staff, description: A, terms: [{ term: ${evil}, weight: 2 }] }`,
    'faq.yaml': `- { id: fees, question: A, answer: ${evil}, evidence: [review-1], dateModified: 2026-10-01 }`,
    'summary.md': `---\nheadline: ${evil}\nauthor: B\ndateModified: 2026-10-01\n---\n${evil}`,
    'reviews/2026/10/a.md': reviewText(
      {
        author: `{ name: ${evil} }`,
        name: evil,
        source: `{ name: ${evil}, id: ${evil}, url: "https://maps.example/${evil}" }`,
        ownerReply: `{ text: ${evil}, datePublished: 2026-10-04 }`,
      },
      evil,
    ),
  });
  assert.deepEqual(
    problems.map((line) =>
      /^(\S+?):\d+:\d+ error (.*?):? holds U\+202E/.exec(line)?.slice(1).join(' '),
    ),
    [
      'aspects.yaml 0.terms.0.term',
      'business.yaml description',
      'faq.yaml 0.answer',
      'reviews/2026/10/a.md author.name',
      'reviews/2026/10/a.md source.name',
      'reviews/2026/10/a.md source.id',
      'reviews/2026/10/a.md source.url',
      'reviews/2026/10/a.md name',
      'reviews/2026/10/a.md ownerReply.text',
      'reviews/2026/10/a.md the text',
      'service-areas.yaml 0.name',
      'services.yaml 0.description',
      'summary.md headline',
      'summary.md the text',
      'technicians.yaml 0.name',
      'technicians.yaml 0.jobTitle',
      'technicians.yaml 0.aliases.0',
    ],
  );
});
