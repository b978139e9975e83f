import { artifactAt } from '#artifacts/catalog.ts';
import { readBodies } from '#release/load.ts';
import { readDataManifest } from '#release/manifest.ts';
import { type Config, publicOrigin } from '../../sidecar/config/config.ts';
import {
  type CallbackClient,
  createCallbackClient,
} from '../../sidecar/hub/callback/callback-client.ts';
import {
  type CallbackRules,
  createCallbackRules,
} from '../../sidecar/hub/callback/callback-url.ts';
import { createResolveName, type ResolveName } from '../../sidecar/hub/callback/guarded-connect.ts';
import { createUserAgent, type HeldTopic } from '../../sidecar/hub/hub-context.ts';
import { folderOf, ordinalsIn } from '../../sidecar/publish/store/release-folders.ts';

type TopicContent = Omit<HeldTopic, 'hash'>;

/** The network of a trial, and the topics that it delivers. */
export type Trial = {
  readonly client: CallbackClient;
  readonly rules: CallbackRules;
  readonly resolve: ResolveName;
  /** The last published topics; empty if there are none. */
  readonly topics: readonly TopicContent[];
};

/** Creates a trial as the service would do it. */
export function createTrial(config: Config): Trial {
  const baseUrl = publicOrigin(config);
  const rules = createCallbackRules(config.hub, baseUrl);
  const resolve = createResolveName();
  const client = createCallbackClient({
    ...{ rules, resolve, timeoutMs: config.hub.timeout * 1000 },
    userAgent: createUserAgent(baseUrl),
    connectionsPerHost: 1,
  });
  return { client, rules, resolve, topics: readTopics(config, baseUrl) };
}

/**
 * Reads the topics of the newest readable release of this origin on disk; empty if there is none.
 */
export function readTopics(
  { outDir, stateDir }: Pick<Config, 'outDir' | 'stateDir'>,
  baseUrl: string,
): readonly TopicContent[] {
  const stored = ordinalsIn(stateDir).map((ordinal) => folderOf(stateDir, ordinal));
  for (const folder of [...stored, outDir]) {
    try {
      const manifest = readDataManifest(folder);
      if (manifest?.key.baseUrl !== baseUrl) continue;
      const topics = manifest.entries.filter(({ path }) => artifactAt(path)?.isTopic);
      return topics.map((entry) => ({
        topic: baseUrl + entry.path,
        mediaType: entry.mediaType,
        body: readBodies(folder, entry).identity,
      }));
    } catch {
      // Damaged, or replaced meanwhile: another is as good for a trial.
    }
  }
  return [];
}
