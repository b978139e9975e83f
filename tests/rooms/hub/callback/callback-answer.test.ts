import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { judgeChallenge } from '../../../../sidecar/hub/callback/callback-answer.ts';

const CHALLENGE = 'Q2hhbGxlbmdl-_';

test('a body is the challenge alone, or it is known how it differs', () => {
  for (const [body, code] of [
    [CHALLENGE, undefined],
    ['', 'EMPTY'],
    [`${CHALLENGE}\n`, 'LINE_FEED'],
    [`${CHALLENGE}\r\n`, 'LINE_FEED'],
    [`${CHALLENGE} `, 'SPACE'],
    [`${CHALLENGE}\n\n`, 'SPACE'],
    [`\uFEFF${CHALLENGE}`, 'SPACE'],
    [`"${CHALLENGE}"`, 'QUOTED'],
    [`<p>${CHALLENGE}</p>`, 'MORE'],
    [CHALLENGE.toUpperCase(), 'OTHER'],
    [CHALLENGE.slice(0, -1), 'OTHER'],
    [gzipSync(CHALLENGE), 'GZIP'],
  ] as const) {
    assert.equal(judgeChallenge(Buffer.from(body), CHALLENGE), code, String(body));
  }
});
