import type { Pieces } from '#search/pieces.ts';
import type { HubWorld } from '../../../../scripts/hub/hub.ts';
import type { TrialParts } from '../../../../scripts/hub/test-callback.ts';
import type { Answered, Unreached } from '../../../../sidecar/hub/callback/callback-client.ts';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import { BASE_URL } from './fake-store.ts';

type Sent = {
  readonly callback: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pieces;
};

type Circumstances = {
  readonly addresses?: readonly string[];
  readonly answer?: Answered | Unreached;
  readonly topics?: TrialParts['topics'];
  readonly columns?: number;
  readonly hasColours?: boolean;
  readonly stdin?: string;
};

const isAllowed = createAddressJudge([]);

/** A world around the commands that remembers what they print and send. */
export function createFakeWorld(store: HubStore, circumstances: Circumstances = {}) {
  const printed: string[] = [];
  const errors: string[] = [];
  const sent: Sent[] = [];
  const opened: boolean[] = [];
  let elapsed = 0;
  const { addresses = ['93.184.216.34'], topics = [] } = circumstances;
  const { answer = { kind: 'answered', status: 204, retryAfter: undefined } } = circumstances;
  const world: HubWorld = {
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    writeOut: async (text) => {
      printed.push(text);
    },
    stdin: (async function* () {
      yield Buffer.from(circumstances.stdin ?? '');
    })(),
    columns: circumstances.columns,
    hasColours: circumstances.hasColours ?? false,
    baseUrl: BASE_URL,
    openStore: async (mayCreate) => {
      opened.push(mayCreate);
      return store;
    },
    createTrialParts: () => ({
      store,
      client: {
        get: async () => {
          throw new Error('A trial never asks a callback.');
        },
        post: async (callback, headers, body) => {
          sent.push({ callback, headers, body });
          return answer;
        },
        canReach: async () => true,
        close: async () => {},
      },
      rules: { ports: [{ first: 443, last: 443 }], isAllowed },
      resolve: async () => {
        if (addresses.length === 0) throw new Error('queryA ENOTFOUND me.example');
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
      topics,
      hubUrl: `${BASE_URL}/api/websub/hub`,
      algorithm: 'sha256',
      monotonic: () => {
        elapsed += 31;
        return elapsed;
      },
    }),
  };
  return { world, printed, errors, sent, opened };
}
