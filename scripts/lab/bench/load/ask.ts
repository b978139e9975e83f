import { Agent, request } from 'node:http';

/** A request that is sent again and again. */
export type BenchRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Answer = {
  readonly status: number;
  /** Names and values as they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** What the whole answer took on the wire. */
  readonly wireBytes: number;
};

/** Sends one request as load generators do, on a connection of its own that is kept alive. */
export async function ask(asked: BenchRequest): Promise<Answer> {
  const agent = new Agent({ keepAlive: true });
  try {
    return await askOn(agent, asked);
  } finally {
    agent.destroy();
  }
}

function askOn(agent: Agent, { url, headers }: BenchRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        const line = `HTTP/1.1 ${status} ${response.statusMessage}`;
        const fields = pairsOf(response.rawHeaders);
        const head = [line, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''];
        const body = Buffer.concat(chunks);
        const wireBytes = head.join('\r\n').length + body.length;
        resolve({ status, headers: fields, body, wireBytes });
      });
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

export function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

/** Why two answers are not comparable: another status or other bytes; undefined where they are. */
export function findDifference(ours: Answer, other: Answer): string | undefined {
  if (other.status !== ours.status) return `it answers ${other.status}, we answer ${ours.status}`;
  if (!other.body.equals(ours.body)) return 'it sends other bytes than we do';
  return undefined;
}

/** The names of headers that another answer has beside those of this one. */
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
