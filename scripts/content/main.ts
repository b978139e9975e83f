import { type Command, main } from '../command.ts';

/** Each is loaded when it is called. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init/init.ts')).init,
  cms: async () => (await import('./cms/cms.ts')).cms,
  new: async () => (await import('./new-review.ts')).newReview,
  remove: async () => (await import('./remove-review.ts')).removeReview,
  restore: async () => (await import('./restore-review.ts')).restoreReview,
  verify: async () => (await import('./verify-reviews.ts')).verifyReviews,
  reply: async () => (await import('./reply-to-review.ts')).replyToReview,
  status: async () => (await import('./status.ts')).showStatus,
};

const [name = '', ...args] = process.argv.slice(2);
const load = COMMANDS[name];
if (!load)
  throw new Error(
    `There is no command "${name}"; the commands are ${Object.keys(COMMANDS).join(', ')}.`,
  );
await main(await load(), args);
