import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { chromium } from 'playwright';
import { parse } from 'yaml';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { renderConfig } from '../../scripts/content/cms/cms.ts';
import { findChromium } from '../../scripts/find-chromium.js';
import { installPeer, peerFile } from '../../scripts/peers/peers.ts';
import { problemsOf } from '../support/content-files.ts';
import { REPOSITORY } from '../support/run-script.ts';

/** The CMS whose pages `npm run cms` writes, as its makers publish it, in a browser. */
installPeer('cms', (line) => process.stderr.write(`${line}\n`));
const PROGRAM = readFileSync(peerFile('cms', 'dist/sveltia-cms.js'));

const PLACE = { backend: 'github', repo: 'a-firm/reviews', branch: 'main', prefix: '' };
const config = renderConfig(PLACE);
const PAGE = readFileSync(join(REPOSITORY, 'scripts/content/cms/admin/index.html'), 'utf8');

test('the configuration is one by the schema that the CMS publishes', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schema = JSON.parse(readFileSync(peerFile('cms', 'schema/sveltia-cms.json'), 'utf8'));
  const validate = ajv.compile(schema);
  assert.ok(validate(parse(config)), JSON.stringify(validate.errors?.slice(0, 5)));
  assert.ok(!validate(parse(config.replace('delete: false', 'delete: never'))));
});

test('the page and the configuration name this version, and the hash of its file', () => {
  const { version } = JSON.parse(readFileSync(peerFile('cms', 'package.json'), 'utf8'));
  assert.ok(PAGE.includes(`/@sveltia/cms@${version}/dist/`));
  assert.ok(config.includes(`/@sveltia/cms@${version}/schema/`));
  const digest = createHash('sha384').update(PROGRAM).digest('base64');
  assert.ok(PAGE.includes(`integrity="sha384-${digest}"`));
});

const REVIEW = 'reviews/2026/10/2026-10-03-google-1a2b3c4d.md';
const FILES = {
  'business.yaml': `id: a-firm
name: A firm
description: It is small.
url: https://a-firm.example/
timeZone: America/Chicago
knowsLanguage: [en]
feedAuthority: a-firm.example,2026
`,
  'technicians.yaml': `- id: elena-munoz
  name: Elena Muñoz
  jobTitle: Attorney
  aliases: [Ms. Muñoz]
- { id: linh-tran, name: Linh Tran, jobTitle: Paralegal }
`,
  [REVIEW]: `---
id: google-1a2b3c4d
author: { name: Jane D. }
datePublished: 2026-10-03
rating: 4.5
source:
  name: Google
  id: AbFvOqmSk2vT
  digest: bcdfghjkmnpqrt rating=bcdfghjkmn
verification: { status: verified, method: client-record, date: 2026-10-05 }
aspects: { communication: positive, fees: { about: other } }
quotes: never
---
They called: "me back", the *same* day.

Twice.
`,
};

/** A place that browsers hold for secure. */
const SITE = 'http://localhost:4321';

/** The folder in which the CMS keeps its test repository (Origin Private File System). */
const FOLDER = 'sveltia-cms-test';

test('what the CMS saves is read as it was, but for what was edited', async () => {
  const page = await openCms();
  await page.getByText('Jane D.').click();
  await page.locator('[data-key-path="author.name"] input').fill('Janet D.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Entry saved').waitFor();
  // The CMS returns to its list by itself, and would leave an editor that is opened before.
  await page.waitForURL('**/#/collections/reviews');
  await page.goto(`${page.url().split('#')[0]}#/collections/files/entries/technicians`);
  await page.getByRole('button', { name: 'Expand All' }).click();
  await page.locator('[data-key-path$="jobTitle"] input').first().fill('Managing attorney');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Entry saved').last().waitFor();
  await page.waitForURL('**/#/collections/files');

  const before = parseReview(REVIEW, FILES[REVIEW] ?? '').value;
  const after = parseReview(REVIEW, await readSaved(page, REVIEW)).value;
  assert.deepEqual(after, { ...before, author: { name: 'Janet D.' } });
  const technicians = await readSaved(page, 'technicians.yaml');
  // It writes what is false anyway.
  const [elena, linh] = parse(FILES['technicians.yaml']);
  assert.deepEqual(parse(technicians), [
    { ...elena, jobTitle: 'Managing attorney', unambiguous: false },
    { ...linh, unambiguous: false },
  ]);
  const saved = { ...FILES, 'technicians.yaml': technicians };
  assert.deepEqual(
    problemsOf(saved).filter((problem) => !problem.includes('aspects')),
    [],
  );
});

/** Opens the CMS with its own test repository, which holds the files. */
async function openCms() {
  const offline = config.replace(/name: github\n(?: {2}\w+: .*\n)+/, 'name: test-repo\n');
  const html = PAGE.replace(/src="[^"]*"/, 'src="/sveltia-cms.js"');
  const served = new Map<string, readonly [type: string, body: string | Buffer]>([
    ['/empty', ['text/html', '<p>']],
    ['/admin/', ['text/html', html]],
    ['/admin/config.yml', ['text/yaml', offline]],
    ['/sveltia-cms.js', ['text/javascript', PROGRAM]],
  ]);
  const executablePath = await findChromium(process.env);
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  // Its fonts, and whether there is a newer version: nothing here leaves the browser.
  await page.route('**', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const [contentType, body] = (origin === SITE && served.get(pathname)) || [];
    return contentType && body ? route.fulfill({ contentType, body }) : route.abort();
  });
  await page.goto(`${SITE}/empty`);
  await page.evaluate(
    async ({ folder, files }) => {
      const top = await navigator.storage.getDirectory();
      for (const [path, text] of Object.entries(files)) {
        let parent = top;
        const folders = [folder, ...path.split('/')];
        const name = folders.pop() ?? '';
        for (const one of folders) parent = await parent.getDirectoryHandle(one, { create: true });
        const file = await parent.getFileHandle(name, { create: true });
        const writable = await file.createWritable();
        await writable.write(text);
        await writable.close();
      }
    },
    { folder: FOLDER, files: FILES },
  );
  await page.goto(`${SITE}/admin/`);
  await page.getByRole('button', { name: /Test Repository/i }).click();
  return page;
}

function readSaved(page: Awaited<ReturnType<typeof openCms>>, path: string): Promise<string> {
  return page.evaluate(
    async ({ folder, path: wanted }) => {
      let parent = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
      const [name = '', ...folders] = wanted.split('/').reverse();
      for (const one of folders.reverse()) parent = await parent.getDirectoryHandle(one);
      return (await (await parent.getFileHandle(name)).getFile()).text();
    },
    { folder: FOLDER, path },
  );
}
