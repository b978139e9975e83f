import { z } from 'zod';

/** No name that editors give is longer. */
export const MAX_NAME_LENGTH = 500;

/** Text that has to be given. */
export const requiredText = z.string({
  error: ({ input }) => (input === undefined ? 'is required' : 'must be text'),
});

/** A name or an id of something that editors named. */
export const entityName = requiredText.max(
  MAX_NAME_LENGTH,
  `must be at most ${MAX_NAME_LENGTH} characters`,
);
