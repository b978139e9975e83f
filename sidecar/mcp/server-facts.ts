import { rememberOnce } from '#agents/remember.ts';
import { instructionsFor, serverInfoOf } from '#agents/server-info.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** How a server introduces itself, made once a release. */
export const factsOf = rememberOnce(async ({ baseUrl, head }: ReviewSource) => {
  const { business } = await head();
  const { icons, ...info } = serverInfoOf({ baseUrl, business });
  return {
    // The SDKs' types want lists that they could change.
    info: { ...info, icons: icons.map((icon) => ({ ...icon })) },
    instructions: instructionsFor(business),
  };
});
