import { createCallbackClient } from '../../sidecar/hub/callback/callback-client.ts';
import { createCallbackRules } from '../../sidecar/hub/callback/callback-url.ts';
import { createResolveName } from '../../sidecar/hub/callback/guarded-connect.ts';
import { createUserAgent } from '../../sidecar/hub/hub-context.ts';
import { MAX_VERIFICATION_MS } from '../../sidecar/hub/hub-settings.ts';
import { main } from '../command.ts';
import { createHubCommand } from './hub.ts';
import { openHubStore, readTopics } from './stored.ts';

const command = createHubCommand({
  stdin: process.stdin,
  screen: {
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    hasColours: process.stdout.isTTY && process.stdout.hasColors(),
  },
  openStore: openHubStore,
  createTrial: (config, baseUrl) => {
    const rules = createCallbackRules(config.hub);
    const resolve = createResolveName();
    const timeoutMs = config.hub.timeout * 1000;
    const client = createCallbackClient({
      ...{ rules, resolve, timeoutMs },
      verificationTimeoutMs: Math.min(timeoutMs, MAX_VERIFICATION_MS),
      userAgent: createUserAgent(baseUrl),
      connectionsPerHost: 1,
    });
    const topics = readTopics({ ...config, baseUrl });
    return { client, rules, resolve, topics, monotonic: () => performance.now() };
  },
});

await main(command);
