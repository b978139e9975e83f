import { artifactAt } from '#artifacts/catalog.ts';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { openDataPack } from '#release/data-pack.ts';
import { readManifest } from '#release/manifest-file.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { type Candidate, findReleases } from '../../sidecar/release/find-release.ts';
import { readBodies } from '../../sidecar/release/read-bodies.ts';

/** What is sent to the subscribers of a topic. */
export type TopicContent = {
  readonly topic: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
};

type Places = { readonly outDir: string; readonly stateDir: string; readonly baseUrl: string };

/**
 * Reads the topics as the newest release on disk holds them: what the service last published for
 * this origin. Releases that cannot be read are passed over. Empty where there is none.
 */
export function readTopics({ baseUrl, ...places }: Places): readonly TopicContent[] {
  const isOurs = (key: ReleaseKey) => key.baseUrl === baseUrl;
  for (const candidate of findReleases(places, isOurs)) {
    try {
      const topics = readCandidate(candidate, isOurs);
      if (topics.length > 0) return topics.map((one) => ({ ...one, topic: baseUrl + one.topic }));
    } catch {
      // Damaged, or gone since the folder was read: the one before is as good for a trial.
    }
  }
  return [];
}

function readCandidate(
  { kind, path }: Candidate,
  isOurs: (key: ReleaseKey) => boolean,
): TopicContent[] {
  if (kind === 'folder') {
    const entries = readManifest(path)?.entries ?? [];
    return entries.flatMap((entry) => topicAt(entry.path, () => readBodies(path, entry).identity));
  }
  const pack = openDataPack(path);
  if (!isOurs(ReleaseHead.parse(pack.meta).key)) return [];
  return pack.paths().flatMap((name) =>
    topicAt(name, () => {
      const file = pack.get(name);
      if (file && strongEtag(file.bodies.identity) === file.entry.variants.identity.etag) {
        return file.bodies.identity;
      }
      throw new Error(`${path} is damaged.`);
    }),
  );
}

function topicAt(path: string, read: () => Uint8Array): TopicContent[] {
  const kind = artifactAt(path);
  return kind?.topic ? [{ topic: path, mediaType: kind.mediaType, body: read() }] : [];
}
