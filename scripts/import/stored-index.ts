import type { IncomingReview } from './incoming-review.ts';
import type { StoredContent, StoredFile, UnreadableFile } from './stored-content.ts';

/** Finds stored files by what an incoming review is known by. */
export type StoredIndex = {
  /** The files of a review, wherever they lie: by the source's own id, else by the review id. */
  readonly filesOf: (id: string, incoming: IncomingReview) => readonly StoredFile[];
  readonly unreadableFileOf: (id: string) => UnreadableFile | undefined;
  readonly hasFile: (file: string) => boolean;
};

export function createStoredIndex({ files, unreadable }: StoredContent): StoredIndex {
  const byId = Map.groupBy(files, ({ review }) => review.id);
  const bySource = Map.groupBy(files, ({ review: { source } }) => keyOf(source.name, source.id));
  const paths = new Set([...files, ...unreadable].map(({ file }) => file));
  const broken = new Map(unreadable.flatMap((file) => file.ids.map((id) => [id, file])));
  return {
    filesOf: (id, { sourceName, sourceId }) => {
      const own = sourceId === undefined ? undefined : bySource.get(keyOf(sourceName, sourceId));
      return own ?? byId.get(id) ?? [];
    },
    unreadableFileOf: (id) => broken.get(id),
    hasFile: (file) => paths.has(file),
  };
}

function keyOf(sourceName: string, sourceId: string | undefined): string {
  return `${sourceName}\n${sourceId ?? ''}`;
}
