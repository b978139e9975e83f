import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** What came back for a POST. */
export type Posted = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What the whole answer took on the wire. */
  readonly wireBytes: number;
};

/** Sends a body. The agent's connections carry one request at a time. */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  agent: Agent,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    let before = 0;
    const length = `${Buffer.byteLength(body)}`;
    const fields = { ...headers, 'Content-Length': length };
    const outgoing = request(url, { method: 'POST', headers: fields, agent }, (response) => {
      const { socket } = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          wireBytes: socket.bytesRead - before,
        }),
      );
    });
    outgoing.once('socket', (socket) => {
      before = socket.bytesRead;
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** The message of an answer, be it JSON or a stream of one event. Throws where there is none. */
export function messageOf({ status, headers, body }: Posted): unknown {
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  const text = isStream ? /^data: (\{.*)$/m.exec(body)?.[1] : body;
  try {
    return JSON.parse(text ?? '');
  } catch (error) {
    const start = body.slice(0, 200);
    throw new Error(`it answers ${status} with something else than JSON: ${start}`, {
      cause: error,
    });
  }
}
