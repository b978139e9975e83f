import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeShows, openShows } from '#release/pack-shows.ts';

const id = fc.constantFrom('anna', 'bert', 'carl', 'dora', 'emil');

test('the places of a review are those of the files that name it', () => {
  const shows = fc.array(fc.option(fc.array(id, { maxLength: 6 }), { nil: undefined }));
  fc.assert(
    fc.property(shows, id, (files, wanted) => {
      const table = openShows(encodeShows(files));
      const expected = files.flatMap((ids, place) => (ids?.includes(wanted) ? [place] : []));
      assert.deepEqual(table.placesOf(wanted), expected);
    }),
  );
});
