import { resolveResource } from './resource-resolution.ts';
import type { ReviewSource } from './review-source.ts';

/** More than a model can take, and than a server should hold a second time for an answer. */
export const MAX_RESOURCE_BYTES = 8 * 1024 * 1024;

/** In the terms of MCP's TextResourceContents. */
export type ResourceContents = {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly _meta: { readonly etag: string };
};

/** A resource as it was read, or what to do instead. */
export type ResourceReading =
  | { readonly ok: true; readonly contents: readonly [ResourceContents] }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'too-large';
      readonly message: string;
    };

/** Reads a resource: the very bytes that are published, as text. */
export function readResource(uri: string, source: ReviewSource): ResourceReading {
  const resource = resolveResource(uri, source);
  if (!resource) {
    const shown = JSON.stringify(uri.slice(0, 200));
    const message = `There is no resource ${shown}; resources/list and resources/templates/list say what there is.`;
    return { ok: false, reason: 'unknown', message };
  }
  if (resource.size > MAX_RESOURCE_BYTES) {
    const message = `${resource.uri} has ${resource.size} bytes, and at most ${MAX_RESOURCE_BYTES} are read here; download the URL itself, or use search_reviews to get only what a question needs.`;
    return { ok: false, reason: 'too-large', message };
  }
  const { mimeType, etag, text } = resource;
  return { ok: true, contents: [{ uri: resource.uri, mimeType, text: text(), _meta: { etag } }] };
}
