import type { ReviewSource } from '#search/review-source.ts';

/** A source in which some reviews have a page. */
export function withPages(source: ReviewSource, ids: readonly string[]): ReviewSource {
  const paths = new Map(ids.map((id) => [`/reviews/${id}/`, id]));
  return {
    ...source,
    file: async (path) => {
      const id = paths.get(path);
      if (id === undefined) return source.file(path);
      const html = `<!doctype html><title>Review ${id} – “${id}”</title>`;
      return {
        mediaType: 'text/html; charset=utf-8',
        body: [Buffer.from(html)],
        etag: `"page-${id}"`,
        lastModified: undefined,
      };
    },
  };
}
