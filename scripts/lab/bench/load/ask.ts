import { Agent, request } from 'node:http';

/** A request; with a body it is a POST. */
export type BenchRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'HEAD';
  readonly body?: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly wireBytes: number;
  /** When its head and its last byte came (performance.now). */
  readonly headAt: number;
  readonly wholeAt: number;
};

export async function ask(asked: BenchRequest): Promise<Answer> {
  const agent = new Agent({ keepAlive: true });
  try {
    return await send(asked, agent);
  } finally {
    agent.destroy();
  }
}

/** Sends one request. The agent's connections carry one at a time. */
export function send({ url, headers, method, body }: BenchRequest, agent: Agent): Promise<Answer> {
  const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
  const options = {
    method: body === undefined ? (method ?? 'GET') : 'POST',
    headers: { ...headers, ...length },
    agent,
  };
  return new Promise((resolve, reject) => {
    let bytesBefore = 0;
    const outgoing = request(url, options, (response) => {
      const headAt = performance.now();
      const { socket } = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          wholeAt: performance.now(),
          headAt,
          status: response.statusCode ?? 0,
          headers: pairsOf(response.rawHeaders),
          body: Buffer.concat(chunks),
          wireBytes: socket.bytesRead - bytesBefore,
        }),
      );
    });
    outgoing.once('socket', (socket) => {
      bytesBefore = socket.bytesRead;
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

export async function fetchBody(
  url: string,
  headers: BenchRequest['headers'] = {},
): Promise<Buffer> {
  const { status, body } = await ask({ url, headers });
  if (status !== 200) throw new Error(`${new URL(url).pathname} answers ${status}`);
  return body;
}

export function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

export function findDifference(ours: Answer, other: Answer): string | undefined {
  if (other.status !== ours.status) return `it answers ${other.status}, we answer ${ours.status}`;
  if (!other.body.equals(ours.body)) return 'it sends other bytes than we do';
  return undefined;
}

export function headersMissingIn(answer: Answer, of: Answer): string[] {
  return of.headers.map(([name]) => name).filter((name) => headerOf(answer, name) === undefined);
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) {
    pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  }
  return pairs;
}
