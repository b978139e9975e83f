import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

const LICENSE = 'https://license.example/ü>1?a=b,c;d$host{env.HOME}`\\n"&e:splat';
const ENCODED =
  'https://license.example/%C3%BC%3E1?a=b,c;d%24host%7Benv.HOME%7D%60%5Cn%22&e%3Asplat';

test('a license of any characters ends the Link field of a dataset', async () => {
  const business = `${SAMPLE_CONTENT['business.yaml']}\nlicense: '${LICENSE}'\n`;
  const { release } = await makeRelease({ ...SAMPLE_CONTENT, 'business.yaml': business });
  const headers = release.files.get('/insights.json')?.sharedHeaders ?? [];
  assert.equal(
    headers[headers.indexOf('Link') + 1],
    `<${BASE_URL}/openapi.json>; rel="service-desc", <${BASE_URL}/schema/insights.json>; rel="describedby", <${ENCODED}>; rel="license"`,
  );
});
