import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { judgeChallenge } from '../../../../sidecar/hub/callback/callback-answer.ts';

const CHALLENGE = 'Q2hhbGxlbmdl-_';

for (const [body, problem] of [
  [CHALLENGE, undefined],
  [
    '',
    /^with an empty body, or one of more than 4096 bytes; send the value of hub\.challenge alone$/,
  ],
  [`${CHALLENGE}\n`, /^with a line feed behind the challenge; .*, without a line end$/],
  [`${CHALLENGE}\r\n`, /^with a line feed behind/],
  [`${CHALLENGE} `, /^with white space or a byte order mark around/],
  [`\uFEFF${CHALLENGE}`, /^with white space or a byte order mark around/],
  [`"${CHALLENGE}"`, /^with the challenge in quotes, as JSON/],
  [`<p>${CHALLENGE}</p>`, /^with more than the challenge/],
  [CHALLENGE.toUpperCase(), /^with something other than the challenge/],
  [CHALLENGE.slice(0, -1), /^with something other than the challenge/],
  [gzipSync(CHALLENGE), /^with a body compressed by gzip, which was not asked for/],
] as const) {
  test(`${JSON.stringify(String(body))} is ${problem ? 'refused with what to send' : 'the challenge alone'}`, () => {
    const found = judgeChallenge(Buffer.from(body), CHALLENGE);
    if (problem) assert.match(found ?? '', problem);
    else assert.equal(found, undefined);
  });
}
