import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, fetchPage, pagePaths, test } from './service.ts';

const CONTENT = join(import.meta.dirname, '../../content');

/** What no page may show: ids, and the words of reviews that are pending or withheld. */
async function secrets(): Promise<string[]> {
  const removed = await readFile(join(CONTENT, 'removed.yaml'), 'utf8');
  const found = [...removed.matchAll(/^- id: (\S+)$/gm)].map(([, id = '']) => id);
  const entries = await readdir(join(CONTENT, 'reviews'), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    if (/^verification: .*status: verified/m.test(text)) continue;
    const [, , body = ''] = text.split(/^---$/m);
    found.push(/^id: (\S+)$/m.exec(text)?.[1] ?? '');
    if (body.trim()) found.push(body.trim().split('\n')[0]?.slice(0, 60) ?? '');
  }
  return found;
}

test('no page shows a review that is pending, withheld or removed', async ({
  service,
  published,
}) => {
  const hidden = await secrets();
  expect(hidden.length).toBeGreaterThan(10);
  const ids = new Set(published.reviews.map(({ id }) => id));
  for (const path of [...pagePaths(published), '/no-such-page/']) {
    const html = await (await fetchPage(service.url + path)).text();
    // Markup is undone, so that a text with quotes is found as well.
    const text = html.replace(/&(?:quot|#39);/g, (entity) => (entity === '&quot;' ? '"' : "'"));
    for (const secret of hidden) expect(text.includes(secret), `${path}: ${secret}`).toBe(false);
  }
  for (const secret of hidden.filter((one) => /^[a-z]+-[a-z0-9]+$/.test(one))) {
    expect(ids.has(secret)).toBe(false);
    const response = await fetch(`${service.url}/reviews/${secret}/`);
    expect([404, 410]).toContain(response.status);
  }
});
