/** A stretch of a list and what stands in its place in the list after; either may be empty. */
export type ListChange = {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
};

/** How far around a difference every pair of places is tried. */
const NEARBY = 16;

/**
 * Where two lists differ, from left to right; between the changes stand the same items, known by
 * their identity. Only references are compared, so that a hundred thousand items cost next to
 * nothing. A few edits make changes as small as they are, many at once maybe larger ones.
 */
export function listChanges(before: readonly object[], after: readonly object[]): ListChange[] {
  const changes: ListChange[] = [];
  const beforeLength = before.length;
  const afterLength = after.length;
  let from = 0;
  let to = 0;
  for (;;) {
    // Unlike ===, which looks at the type of objects first, this does not touch their memory.
    while (from < beforeLength && to < afterLength && Object.is(before[from], after[to])) {
      from++;
      to++;
    }
    if (from === beforeLength && to === afterLength) return changes;
    const [gone, come] = distanceToMeeting(before, after, from, to);
    changes.push({
      beforeStart: from,
      beforeEnd: from + gone,
      afterStart: to,
      afterEnd: to + come,
    });
    from += gone;
    to += come;
  }
}

/** How many items to pass over in both lists until they go on alike, or end. */
function distanceToMeeting(
  before: readonly object[],
  after: readonly object[],
  from: number,
  to: number,
): [gone: number, come: number] {
  const beforeLeft = before.length - from;
  const afterLeft = after.length - to;
  if (beforeLeft === 0 || afterLeft === 0) return [beforeLeft, afterLeft];
  const meet = (gone: number, come: number) =>
    gone < beforeLeft && come < afterLeft && before[from + gone] === after[to + come];
  for (let far = 1; far <= NEARBY; far++) {
    for (let near = 0; near <= far; near++) {
      if (meet(far, near)) return [far, near];
      if (meet(near, far)) return [near, far];
    }
  }
  // Farther away only one edit is looked for: a run that is gone, has come, or was replaced.
  for (let far = NEARBY + 1; far < Math.max(beforeLeft, afterLeft); far++) {
    if (meet(far, 0)) return [far, 0];
    if (meet(0, far)) return [0, far];
    if (meet(far, far)) return [far, far];
  }
  return [beforeLeft, afterLeft];
}
