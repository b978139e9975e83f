import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { atEnd } from '../../../support/at-end.ts';
import { freePort } from '../../../support/service.ts';
import { readCertificate } from '../../../support/tls.ts';

type Form = Readonly<Record<string, string>>;

export type FakeHub = {
  readonly topic: string;
  /** What a GET of the topic answers; a test may change it. */
  content: string;
  /** How the hub answers requests; a test may change it. */
  status: number;
  /** Resolves to the next request, or to one that nobody asked for yet. */
  nextForm(): Promise<Form>;
};

/** A topic and its hub over TLS. The hub sends nothing by itself: the test does that. */
export async function startFakeHub(t: TestContext): Promise<FakeHub> {
  const port = await freePort();
  const came = new EventEmitter<{ form: [] }>();
  const forms: Form[] = [];
  const hub: FakeHub = {
    topic: `https://127.0.0.1:${port}/topic.json`,
    content: 'as it was',
    status: 202,
    async nextForm() {
      if (forms.length === 0) await once(came, 'form');
      return forms.shift() ?? {};
    },
  };
  const server = createServer(readCertificate('subscriber'), async (request, response) => {
    if (request.url === '/hub') {
      forms.push(Object.fromEntries(new URLSearchParams(await text(request))));
      response.writeHead(hub.status).end('noted\n');
      came.emit('form');
    } else {
      const links = '</hub>; rel="hub", </topic.json>; rel="self"';
      response.setHeader('Link', links).end(hub.content);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return hub;
}
