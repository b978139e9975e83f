import { expect, fetchPage, pagePaths, REMOVED_REVIEW, test } from './service.ts';
import { validateHtml } from './validate-html.ts';

test('html-validate finds nothing in any page', async ({ service, published }) => {
  test.setTimeout(120_000);
  const findings: string[] = [];
  for (const path of [...pagePaths(published), '/no-such-page/', REMOVED_REVIEW]) {
    const response = await fetchPage(service.url + path);
    const found = await validateHtml(await response.text());
    findings.push(...found.map((finding) => `${path} ${finding}`));
  }
  expect(findings).toEqual([]);
});
