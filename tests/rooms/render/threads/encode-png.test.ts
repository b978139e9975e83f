import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodePng } from '../../../../sidecar/render/threads/encode-png.ts';
import { readPng } from '../../../support/read-png.ts';

/** As many pixels as there are colours, each with its own. */
function paint(colours: readonly number[], width: number) {
  const pixels = Buffer.from(
    colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]),
  );
  return { width, height: colours.length / width, pixels };
}

const rgbOf = (colours: readonly number[]) =>
  Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));

const COLOUR = fc.integer({ min: 0, max: 0xffffff });

test('a bitmap of up to 256 colours is the same in PNG', () => {
  const bitmaps = fc.integer({ min: 1, max: 16 }).chain((width) => {
    const lines = fc.array(fc.array(COLOUR, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 16,
    });
    return lines.map((rows) => ({ width, colours: rows.flat() }));
  });
  fc.assert(
    fc.property(bitmaps, ({ width, colours }) => {
      const read = readPng(encodePng(paint(colours, width)));
      assert.deepEqual([read.width, read.height], [width, colours.length / width]);
      assert.ok(read.colours.equals(rgbOf(colours)));
    }),
  );
});

test('of more colours those become one that nobody can tell apart', () => {
  // Grey, and as many shades of three others.
  const shades = Array.from({ length: 256 }, (_, one) => one);
  const colours = shades.flatMap((one) => [one * 0x010101, one << 16, one << 8, one]);
  const read = readPng(encodePng(paint(colours, 64)));
  const expected = rgbOf(colours);
  const off = expected.map((byte, at) => Math.abs(byte - (read.colours[at] ?? 0)));
  assert.ok(Math.max(...off) < 8);
  assert.deepEqual(read.colours.subarray(0, 3), expected.subarray(0, 3));
});
