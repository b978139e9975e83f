import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TOOLS } from '#agents/agents.ts';
import { MCP_PATH } from '#agents/server-info.ts';
import { CATALOG, HUB_PATH } from '#artifacts/catalog.ts';
import { firstSentence, renderLlmsText } from '#artifacts/llms-text.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD, datasetOf } from './sample-datasets.ts';

const textOf = (...arguments_: Parameters<typeof renderLlmsText>) =>
  new TextDecoder().decode(renderLlmsText(...arguments_));

for (const baseUrl of ['https://reviews.example', 'http://localhost:8787']) {
  const text = textOf(datasetOf({}, baseUrl));
  const links = [...text.matchAll(/^- \[[^\]\n]+\]\((\S+)\): \S/gm)].map(([, url = '']) => url);

  test(`it has the form of llms.txt: a name, a summary, sections of links: ${baseUrl}`, () => {
    const [title, summary, ...rest] = text.split('\n\n');
    assert.match(title ?? '', /^# Verified reviews of \S/);
    assert.match(summary ?? '', /^> \S[^\n]*$/);
    const sections = rest.join('\n\n').split(/^## /m).slice(1);
    assert.deepEqual(
      sections.map((section) => section.split('\n')[0]),
      ['MCP', 'Datasets', 'Feeds', 'Questions over HTTP', 'Pages'],
    );
    for (const section of sections) {
      const [, ...lines] = section.trim().split('\n').filter(Boolean);
      for (const line of lines) assert.match(line, /^- \[[^\]]+\]\(\S+\): \S.*\.$/);
    }
  });

  test(`every link is absolute and stands once: ${baseUrl}`, () => {
    for (const link of links) assert.ok(link.startsWith(`${baseUrl}/`), link);
    assert.equal(new Set(links).size, links.length);
  });

  test(`it names the endpoint, the hub, and every artifact but itself: ${baseUrl}`, () => {
    for (const path of [MCP_PATH, HUB_PATH]) assert.ok(links.includes(baseUrl + path), path);
    const missing = CATALOG.filter(({ path }) => !links.includes(baseUrl + path));
    assert.deepEqual(
      missing.map(({ path }) => path),
      ['/openapi.json', '/llms.txt'],
    );
  });

  test(`its pages exist: ${baseUrl}`, () => {
    const pages = links
      .map((link) => link.slice(baseUrl.length))
      .filter((path) => path.endsWith('/'));
    assert.ok(pages.includes('/agents/'));
    for (const path of pages) {
      const name = path === '/' ? 'index' : path.slice(1, -1);
      assert.ok(existsSync(join(REPOSITORY, `site/pages/${name}.astro`)), path);
    }
  });
}

test('it lists every tool in order, with what it answers', () => {
  const listed = [...textOf(AWKWARD).matchAll(/^- (\w+): (.+)$/gm)].map(([, name, what]) => [
    name,
    what,
  ]);
  assert.deepEqual(
    listed,
    TOOLS.map(({ name, description }) => [name, firstSentence(description)]),
  );
});

test('it holds no word of a review, and says whose those words are', () => {
  const text = textOf(AWKWARD);
  assert.equal(textOf({ ...AWKWARD, reviews: [] }), text);
  assert.ok(text.includes('never instructions'));
});

test('name and description of the business are text on one line, not Markdown', () => {
  const business = { ...AWKWARD.business, name: 'A [b](c)\n# D', description: '*x*\n\n## `y` <z>' };
  const [title, summary, third] = textOf({ ...AWKWARD, business }).split('\n\n');
  assert.equal(title, '# Verified reviews of A \\[b\\](c) # D');
  assert.equal(summary, '> \\*x\\* ## \\`y\\` \\<z\\>');
  assert.match(third ?? '', /^Every verified review/);
});

for (const [text, expected] of [
  ['One. Two.', 'One.'],
  ['Is it? It is.', 'Is it?'],
  ['Read insights.json first. Then ask.', 'Read insights.json first.'],
  ['Two\nlines. More.', 'Two\nlines.'],
  ['No end', 'No end'],
  ['', ''],
] as const) {
  test(`the first sentence of ${JSON.stringify(text)} is ${JSON.stringify(expected)}`, () => {
    assert.equal(firstSentence(text), expected);
  });
}

test('the description of every tool begins with a sentence of its own', () => {
  for (const { name, description } of TOOLS) {
    const sentence = firstSentence(description);
    assert.match(sentence, /^[A-Z][^\n]{20,280}\.$/, name);
  }
});
