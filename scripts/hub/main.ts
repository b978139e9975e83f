import { createCallbackClient } from '../../sidecar/hub/callback/callback-client.ts';
import { createCallbackRules } from '../../sidecar/hub/callback/callback-url.ts';
import { createResolveName } from '../../sidecar/hub/callback/guarded-connect.ts';
import { createUserAgent } from '../../sidecar/hub/hub-context.ts';
import { main } from '../command.ts';
import { createHubCommand } from './hub.ts';
import { openHubStore, readTopics } from './stored.ts';

const command = createHubCommand({
  openStore: openHubStore,
  createTrial: (config, baseUrl) => {
    const rules = createCallbackRules(config.hub, baseUrl);
    const resolve = createResolveName();
    const client = createCallbackClient({
      ...{ rules, resolve, timeoutMs: config.hub.timeout * 1000 },
      userAgent: createUserAgent(baseUrl),
      connectionsPerHost: 1,
    });
    const topics = readTopics({ ...config, baseUrl });
    return { client, rules, resolve, topics };
  },
});

await main(command);
