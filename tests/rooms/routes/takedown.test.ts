import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import type { RenderPage } from '../../../sidecar/render/page-handler.ts';
import { Answers } from '../../../sidecar/routes/answers/answers.ts';
import { replyWithView } from '../../../sidecar/routes/views.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { renderTinyPage } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';
import { NO_TOOLS } from '../../support/review-source.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

// Of each single answer: tests/contract/requests/edits.ts.
const made = await makeRelease();
const { release } = made;
const PAGE = '/reviews/review-a/';
const MARKDOWN = '/reviews/review-a.md';
const REMOVED = `${SAMPLE_CONTENT['removed.yaml']}- { id: review-a, dateRemoved: 2026-11-19, reason: court-order }\n`;
const { release: after } = await makeRelease(
  { ...SAMPLE_CONTENT, 'removed.yaml': REMOVED },
  { previous: made.manifest },
);

test('after a takedown nothing of the review is sent from memory, and feeds say that it is gone', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const gone = [PAGE, '/reviews/review-a.json', MARKDOWN];
  const feeds = ['/feed.xml?rating=5', '/api/feed.json?rating=5'];
  const lists = ['', '?query=informed', '?rating=5&stars=1', '?sort=oldest'];
  const others = [
    ...['/', '/reviews/review-b/', '/archive/2026/10/feed.xml', '/api/reviews/search?query=wow'],
    ...['/api/reviews/search.csv', ...lists.map((query) => `/reviews/${query}`)],
  ];
  for (const target of [...gone, ...feeds, ...others]) {
    assert.match((await ask(url, target)).text, /kept me informed/, target);
  }
  assert.match((await ask(url, '/sitemap.xml')).text, /review-a\//);
  current.swap(after);
  for (const target of [...gone, ...feeds, ...others]) {
    const { status, text } = await ask(url, target);
    assert.equal(status, gone.includes(target) ? 410 : 200, target);
    assert.doesNotMatch(text, /kept me informed/, target);
  }
  for (const target of feeds) {
    assert.match((await ask(url, target)).text, /:review:review-a".*court-order/s);
  }
  assert.doesNotMatch((await ask(url, '/sitemap.xml')).text, /review-a\//);
  const { headers } = await ask(url, '/datapackage.json');
  assert.equal(headers['last-modified'], 'Fri, 20 Nov 2026 08:00:01 GMT', 'later than before');
});

test('a page that is rendered during the takedown is 410, for people and programs', async (t) => {
  for (const Accept of ['text/html', '*/*']) {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const render: RenderPage = async (path, source) => {
      if (path === PAGE && source === release.published) {
        begun.resolve();
        await held.promise;
      }
      return renderTinyPage(path, source);
    };
    const { current, url } = await startInProcess(t, { release, render });
    const asked = ask(url, PAGE, { headers: { Accept } });
    await begun.promise;
    current.swap(after);
    held.resolve();
    const { status, text } = await asked;
    assert.equal(status, 410);
    assert.doesNotMatch(text, /kept me informed|Jane/);
  }
});

test('another form that is made during the takedown is 410', async () => {
  const current = new CurrentRelease();
  const held = Promise.withResolvers<void>();
  const slow = { ...release.published, head: () => held.promise.then(release.published.head) };
  current.swap({ ...release, published: slow });
  const sources = { current, answers: new Answers(current), tools: NO_TOOLS };
  const asked = replyWithView(sources, MARKDOWN, { method: 'GET', headers: {} });
  await setImmediate();
  current.swap(after);
  held.resolve();
  await assert.rejects(async () => asked, { status: 410 });
});
