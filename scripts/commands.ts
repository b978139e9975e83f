import type { Command } from './command.ts';

/** The commands behind `npm run` by their names; each is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  import: async () => (await import('./import/import-command.ts')).importExport,
  init: async () => (await import('./content/init/init.ts')).init,
  cms: async () => (await import('./content/cms/cms.ts')).cms,
  new: async () => (await import('./content/new-review.ts')).newReview,
  verify: async () => (await import('./content/verify-reviews.ts')).verifyReviews,
  reply: async () => (await import('./content/reply-to-review.ts')).replyToReview,
  remove: async () => (await import('./content/remove-review.ts')).removeReview,
  restore: async () => (await import('./content/restore-review.ts')).restoreReview,
  confirm: async () => (await import('./content/confirm-vanished.ts')).confirm,
  backup: async () => (await import('./content/back-up.ts')).backup,
  status: async () => (await import('./content/status.ts')).showStatus,
  'check:content': async () => (await import('./check/check-content.ts')).check,
  insights: async () => (await import('./insights/insights.ts')).insights,
  generate: async () => (await import('./generate/generate-command.ts')).generate,
  hub: async () => (await import('./hub/hub.ts')).hub,
};
