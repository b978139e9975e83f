import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

const LICENSE = 'https://license.example/ü>1?a=b,c;d';
const ENCODED = 'https://license.example/%C3%BC%3E1?a=b,c;d';
const TOPIC = '<http://reviews.test:8787/api/websub/hub>; rel="hub", ';
const INTERFACE = `<${BASE_URL}/openapi.json>; rel="service-desc"`;

/** The Link field of each data file that has one. */
async function linksIn(business: string): Promise<ReadonlyMap<string, string | undefined>> {
  const { release } = await makeRelease({ ...SAMPLE_CONTENT, 'business.yaml': business });
  const fields = [...release.files.values()].map(({ path, sharedHeaders }) => {
    const at = sharedHeaders.indexOf('Link');
    return [path, at === -1 ? undefined : sharedHeaders[at + 1]] as const;
  });
  return new Map(fields);
}

test('datasets name the interface, their form and the license behind their topic, in one field', async () => {
  const business = String(SAMPLE_CONTENT['business.yaml']);
  const licensed = await linksIn(`${business}\nlicense: '${LICENSE}'\n`);
  const bare = await linksIn(business);
  for (const [path, schema] of [
    ['/reviews.json', '/schema/reviews.json'],
    ['/insights.json', '/schema/insights.json'],
    ['/api/feed.json', undefined],
    ['/feed.xml', undefined],
  ] as const) {
    const topic = path === '/insights.json' ? '' : `${TOPIC}<${BASE_URL}${path}>; rel="self", `;
    const form = schema ? `, <${BASE_URL}${schema}>; rel="describedby"` : '';
    assert.equal(bare.get(path), topic + INTERFACE + form);
    assert.equal(licensed.get(path), `${topic}${INTERFACE}${form}, <${ENCODED}>; rel="license"`);
  }
  for (const links of [licensed, bare]) {
    for (const path of ['/openapi.json', '/.well-known/openapi.json']) {
      assert.equal(links.get(path), `<${BASE_URL}/docs/>; rel="service-doc"`);
    }
    for (const path of ['/llms.txt', '/context.jsonld', '/mcp/server.json']) {
      assert.equal(links.get(path), undefined);
    }
  }
});
