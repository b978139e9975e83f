import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodePng } from '../../../../sidecar/render/threads/encode-png.ts';
import { readPng } from '../../../support/read-png.ts';

/** As many pixels as there are colors, each with its own. */
function paint(colors: readonly number[], width: number) {
  const pixels = Buffer.from(
    colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255, 255]),
  );
  return { width, height: colors.length / width, pixels };
}

const rgbOf = (colors: readonly number[]) =>
  Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));

const COLOUR = fc.integer({ min: 0, max: 0xffffff });

test('a bitmap of up to 256 colors is the same in PNG', () => {
  const bitmaps = fc.integer({ min: 1, max: 16 }).chain((width) => {
    const lines = fc.array(fc.array(COLOUR, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 16,
    });
    return lines.map((rows) => ({ width, colors: rows.flat() }));
  });
  fc.assert(
    fc.property(bitmaps, ({ width, colors }) => {
      const read = readPng(encodePng(paint(colors, width)));
      assert.deepEqual([read.width, read.height], [width, colors.length / width]);
      assert.ok(read.colors.equals(rgbOf(colors)));
    }),
  );
});

test('more colors than a palette holds change by less than 8 steps of 256', () => {
  // Grey, and as many shades of three others.
  const shades = Array.from({ length: 256 }, (_, one) => one);
  const colors = shades.flatMap((one) => [one * 0x010101, one << 16, one << 8, one]);
  const read = readPng(encodePng(paint(colors, 64)));
  const expected = rgbOf(colors);
  const off = expected.map((byte, at) => Math.abs(byte - (read.colors[at] ?? 0)));
  assert.ok(Math.max(...off) < 8);
  assert.deepEqual(read.colors.subarray(0, 3), expected.subarray(0, 3));
});
