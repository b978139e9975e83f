import { instructionsFor } from '#agents/instructions.ts';
import type { ReviewSource } from '#agents/review-source.ts';
import { serverInfoOf } from '#agents/server-info.ts';

/** How a server introduces itself. */
export type ServerFacts = ReturnType<typeof describe>;

const known = new WeakMap<ReviewSource, ServerFacts>();

/** The introduction to a release, made once. */
export function factsOf(source: ReviewSource): ServerFacts {
  const facts = known.get(source) ?? describe(source);
  known.set(source, facts);
  return facts;
}

function describe({ baseUrl, head: { business } }: ReviewSource) {
  const { icons, ...info } = serverInfoOf({ baseUrl, business });
  return {
    // The SDKs' types want lists that they could change.
    info: { ...info, icons: icons.map((icon) => ({ ...icon })) },
    instructions: instructionsFor(business),
  };
}
