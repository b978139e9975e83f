import { quote } from '#dataset/shorten.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { busyMessage } from './busy-message.ts';
import { resolveResource } from './resource-resolution.ts';
import type { ResolvedResource } from './resource-revision.ts';

/** More than most models can take at once, and little enough to be made while others wait. */
export const MAX_RESOURCE_BYTES = 2 * 1024 * 1024;

/** A resource as it was read, or what to do instead. */
export type ResourceReading =
  | {
      readonly ok: true;
      /** JSON text, in pieces: a list of one, in the terms of MCP's TextResourceContents. */
      readonly contents: readonly Uint8Array[];
    }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'too-large' | 'busy';
      readonly message: string;
    };

/** Reads a resource: the very bytes that are published, as text. */
export async function readResource(uri: string, source: ReviewSource): Promise<ResourceReading> {
  try {
    return readingOf(uri, await resolveResource(uri, source));
  } catch (error) {
    const message = busyMessage(error);
    if (message === undefined) throw error;
    return { ok: false, reason: 'busy', message };
  }
}

function readingOf(uri: string, resource: ResolvedResource | undefined): ResourceReading {
  if (!resource) {
    const message = `There is no resource ${quote(uri, 200)}; resources/list and resources/templates/list say what there is.`;
    return { ok: false, reason: 'unknown', message };
  }
  if (resource.size > MAX_RESOURCE_BYTES) {
    const message = `${resource.uri} has ${resource.size} bytes, and at most ${MAX_RESOURCE_BYTES} are read here; download the URL itself, or use search_reviews to get only what a question needs.`;
    return { ok: false, reason: 'too-large', message };
  }
  const { mimeType, etag, escaped } = resource;
  const facts = JSON.stringify({ uri: resource.uri, mimeType, _meta: { etag } });
  const start = Buffer.from(`[${facts.slice(0, -1)},"text":"`);
  return { ok: true, contents: [start, ...escaped(), END] };
}

const END = Buffer.from('"}]');
