import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readyJson, textOf } from '#agents/ready-json.ts';

test('a text is read back from its plain and from its escaped form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const ready = readyJson(text);
      assert.equal(textOf(ready), text);
      const quoted = `"${Buffer.concat(ready.escaped).toString('utf8')}"`;
      assert.equal(JSON.parse(quoted), text);
    }),
  );
});
