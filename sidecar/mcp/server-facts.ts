import { instructionsFor } from '#agents/instructions.ts';
import type { ReviewSource } from '#agents/review-source.ts';
import { serverInfoOf } from '#agents/server-info.ts';
import { memoize } from '#dataset/memoize.ts';

/** How a server introduces itself, made once a release. */
export const factsOf = memoize(({ baseUrl, head: { business } }: ReviewSource) => {
  const { icons, ...info } = serverInfoOf({ baseUrl, business });
  return {
    // The SDKs' types want lists that they could change.
    info: { ...info, icons: icons.map((icon) => ({ ...icon })) },
    instructions: instructionsFor(business),
  };
});
