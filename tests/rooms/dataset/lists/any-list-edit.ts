import fc from 'fast-check';

/** That many items, all of them different objects. */
export function listOf(count: number): { readonly number: number }[] {
  return Array.from({ length: count }, (_, number) => ({ number }));
}

const edit = fc.record({
  at: fc.nat(60),
  gone: fc.oneof(fc.nat(3), fc.nat(40)),
  come: fc.oneof(fc.nat(3), fc.nat(40)),
});

/** A list and what some edits made of it; now and then an item moves. */
export const anyListEdit = fc
  .record({ length: fc.nat(80), edits: fc.array(edit, { maxLength: 4 }), moved: fc.nat(79) })
  .map(({ length, edits, moved }) => {
    const before = listOf(length);
    const after = edits.reduce(
      (list, { at, gone, come }) => list.toSpliced(at, gone, ...listOf(come)),
      before,
    );
    const mover = before[moved];
    const place = mover ? after.indexOf(mover) : -1;
    return {
      before,
      after: mover && place >= 0 ? [...after.toSpliced(place, 1), mover] : after,
    };
  });

/** A list and what several edits made of it, one after another. */
export const anyListHistory = fc
  .array(anyListEdit, { minLength: 1, maxLength: 4 })
  .map((edits) => edits.flatMap(({ before, after }) => [before, after]));
