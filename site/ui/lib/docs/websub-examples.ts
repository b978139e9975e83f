import { notificationLink } from '#artifacts/catalog.ts';
import { explainEnd } from '#artifacts/hub-reasons.ts';

/** What the examples on the page about push are written with. */
type Example = {
  readonly hub: string;
  readonly topic: string;
  readonly mediaType: string;
};

/** A callback that belongs to nobody (RFC 2606), with a path that is hard to guess. */
const CALLBACK = 'https://subscriber.example.com/push/5b0c1f7e';
const CHALLENGE = 'xJ3pX7kQ0d0mJv6bqH2TnY9wLr4sUeAfCgZi8oPt1cE';

/** A request to the hub as a command. */
export function askCommand({ hub, topic }: Example, mode: 'subscribe' | 'unsubscribe'): string {
  const fields = [
    `hub.mode=${mode}`,
    `hub.topic=${topic}`,
    `hub.callback=${CALLBACK}`,
    ...(mode === 'subscribe' ? ['hub.secret=a-long-random-text', 'hub.lease_seconds=864000'] : []),
  ];
  return [`curl -i ${hub}`, ...fields.map((field) => `  --data-urlencode '${field}'`)].join(
    ' \\\n',
  );
}

/** A question about a subscription as a command. */
export function lookUpCommand({ hub, topic }: Pick<Example, 'hub' | 'topic'>): string {
  return `curl -G ${hub} \\
  --data-urlencode 'hub.topic=${topic}' \\
  --data-urlencode 'hub.callback=${CALLBACK}'`;
}

/** What the hub asks before it sends anything. */
export function verificationRequest({ topic }: Example): string {
  return getRequest({
    'hub.mode': 'subscribe',
    'hub.topic': topic,
    'hub.challenge': CHALLENGE,
    'hub.lease_seconds': '864000',
  });
}

/** How a callback agrees. */
export const VERIFICATION_ANSWER = `HTTP/1.1 200 OK
Content-Type: text/plain

${CHALLENGE}`;

export function notificationRequest({ hub, topic, mediaType }: Example): string {
  const { pathname, host } = new URL(CALLBACK);
  return `POST ${pathname} HTTP/1.1
Host: ${host}
Content-Type: ${mediaType}
Link: ${notificationLink(hub, topic)}
X-Hub-Signature: sha256=5f1c7d03…

(the whole of ${new URL(topic).pathname})`;
}

/** What a callback gets, until it answers, when the hub has given up on it. */
export function deniedRequest({ topic }: Example): string {
  return getRequest({
    'hub.mode': 'denied',
    'hub.topic': topic,
    'hub.reason': explainEnd('failed').message,
  });
}

/** A request of the hub, with its query folded so that it can be read. */
function getRequest(parameters: Readonly<Record<string, string>>): string {
  const { pathname, host } = new URL(CALLBACK);
  const query = String(new URLSearchParams(parameters)).replaceAll('&', '\n  &');
  return `GET ${pathname}\n  ?${query} HTTP/1.1\nHost: ${host}`;
}
