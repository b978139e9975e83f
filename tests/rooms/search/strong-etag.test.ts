import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { strongEtag } from '#search/strong-etag.ts';

test('the tag of nothing and of a known text are known', () => {
  // Computed with sha256sum: its first 40 hexadecimal digits in base64url.
  assert.equal(strongEtag(), '"47DEQpj8HBSa-_TImW-5JCeuQeQ"');
  assert.equal(strongEtag('hello\n'), '"WJG1tSLV3whtD_CxEPvZ0hu0_HE"');
  assert.equal(strongEtag('{"a":"ü"}'), '"_WIYIwAnBuJGBMuGip9PiFDW8B8"');
});

test('a tag is the first 160 bits of the SHA-256 of all pieces, whatever the cuts', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (pieces) => {
      const whole = Buffer.concat(pieces);
      const bits = createHash('sha256').update(whole).digest().subarray(0, 20);
      const etag = strongEtag(...pieces);
      assert.equal(etag, `"${bits.toString('base64url')}"`);
      assert.equal(etag, strongEtag(whole));
      assert.match(etag, /^"[\w-]{27}"$/);
    }),
  );
});
