import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyDelta, createDelta, type SharedStretch } from '#release/body-delta.ts';

test('a body is put together from what it shares and what is new', () => {
  const before = Buffer.from('one two three four');
  const body = Buffer.from('ONE two and three!');
  const shared = [
    { before: 3, after: 3, length: 5 },
    { before: 8, after: 12, length: 5 },
  ];
  const delta = createDelta(body, shared);
  assert.equal(Buffer.from(delta.added).toString(), 'ONEand !');
  assert.equal(applyDelta(before, delta).toString(), 'ONE two and three!');
});

test('a body that shares nothing, or everything, comes out as well', () => {
  const body = Buffer.from('anything');
  assert.deepEqual(applyDelta(Buffer.alloc(0), createDelta(body, [])), body);
  const all = createDelta(body, [{ before: 0, after: 0, length: body.length }]);
  assert.equal(all.added.length, 0);
  assert.deepEqual(applyDelta(body, all), body);
  assert.equal(applyDelta(body, createDelta(Buffer.alloc(0), [])).length, 0);
});

test('whatever is shared, the body comes out as it was', () => {
  const piece = fc.record({
    added: fc.uint8Array({ maxLength: 9 }),
    skipped: fc.uint8Array({ maxLength: 9 }),
    shared: fc.uint8Array({ maxLength: 9 }),
  });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const before = Buffer.concat(pieces.flatMap(({ skipped, shared }) => [skipped, shared]));
      const body = Buffer.concat(pieces.flatMap(({ added, shared }) => [added, shared]));
      const stretches: SharedStretch[] = [];
      let [from, to] = [0, 0];
      for (const { added, skipped, shared } of pieces) {
        from += skipped.length;
        to += added.length;
        stretches.push({ before: from, after: to, length: shared.length });
        from += shared.length;
        to += shared.length;
      }
      assert.deepEqual(applyDelta(before, createDelta(body, stretches)), body);
    }),
  );
});
