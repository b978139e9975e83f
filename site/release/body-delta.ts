import { z } from 'zod';

/**
 * How one body follows from another: stretches of the earlier one, and new bytes before, between
 * and after them.
 */
export type BodyDelta = {
  readonly steps: readonly DeltaStep[];
  /** All new bytes, one behind the other. */
  readonly added: Uint8Array;
};

/** So many new bytes, then a stretch of the earlier body. */
export const DeltaStep = z.strictObject({
  added: z.int().nonnegative(),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});
export type DeltaStep = z.infer<typeof DeltaStep>;

/** A stretch that two bodies share, and where it starts in each. */
export type SharedStretch = {
  readonly before: number;
  readonly after: number;
  readonly length: number;
};

/** Describes a body by what it shares with an earlier one: stretches that ascend in it. */
export function createDelta(body: Uint8Array, shared: Iterable<SharedStretch>): BodyDelta {
  const steps: DeltaStep[] = [];
  const pieces: Uint8Array[] = [];
  let end = 0;
  const add = (stretch: SharedStretch) => {
    pieces.push(body.subarray(end, stretch.after));
    const from = stretch.before;
    steps.push({ added: stretch.after - end, from, to: from + stretch.length });
    end = stretch.after + stretch.length;
  };
  for (const stretch of shared) if (stretch.length > 0) add(stretch);
  if (end < body.length) add({ before: 0, after: body.length, length: 0 });
  return { steps, added: Buffer.concat(pieces) };
}

/** The body that a delta describes. Whether the earlier one was the right one, its ETag tells. */
export function applyDelta(before: Uint8Array, { steps, added }: BodyDelta): Buffer {
  const length = steps.reduce((sum, step) => sum + step.added + step.to - step.from, 0);
  const body = Buffer.alloc(length);
  let position = 0;
  let taken = 0;
  for (const step of steps) {
    body.set(added.subarray(taken, taken + step.added), position);
    taken += step.added;
    position += step.added;
    const stretch = before.subarray(step.from, step.to);
    body.set(stretch, position);
    position += step.to - step.from;
  }
  return body;
}
