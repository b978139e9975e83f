import { HUB_PATH } from '#artifacts/catalog.ts';
import { ConfigError, publicOrigin, readConfig } from '../../sidecar/config/config.ts';
import { createCallbackClient } from '../../sidecar/hub/callback/callback-client.ts';
import { createCallbackRules } from '../../sidecar/hub/callback/callback-url.ts';
import { createResolveName } from '../../sidecar/hub/callback/guarded-connect.ts';
import { createUserAgent } from '../../sidecar/hub/hub-context.ts';
import { allowClosedPipe, readAndWarn } from '../command.ts';
import { asksForHelp } from '../run-task.ts';
import { runHub } from './hub.ts';
import { HELP } from './options.ts';
import { openHubStore, readTopics } from './stored.ts';

async function main(args: readonly string[]): Promise<number> {
  if (asksForHelp(args)) {
    console.log(HELP);
    return 0;
  }
  const config = readConfig(readAndWarn());
  const baseUrl = publicOrigin(config);
  const hubUrl = baseUrl + HUB_PATH;
  const { hub } = config;
  const rules = createCallbackRules(hub);
  const resolve = createResolveName();
  return runHub(args, {
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    writeOut: (text) =>
      new Promise((written, failed) => {
        process.stdout.write(text, (error) => (error ? failed(error) : written()));
      }),
    stdin: process.stdin,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    hasColours: process.stdout.isTTY && process.stdout.hasColors(),
    baseUrl,
    openStore: (mayCreate) => openHubStore(config, mayCreate),
    createTrialDeps: (store) => ({
      store,
      client: createCallbackClient({
        userAgent: createUserAgent(baseUrl),
        timeoutMs: hub.timeout * 1000,
        verificationTimeoutMs: hub.timeout * 1000,
        rules,
        resolve,
        connectionsPerHost: 1,
      }),
      rules,
      resolve,
      topics: readTopics({ ...config, baseUrl }),
      hubUrl,
      algorithm: hub.signatureAlgorithm,
      monotonic: () => performance.now(),
    }),
  });
}

allowClosedPipe();

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
