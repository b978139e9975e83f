import type { HubForm } from '#artifacts/hub-form.ts';
import type { HubStatusDocument } from '#artifacts/hub-status.ts';
import { HUB_PATH } from '#artifacts/paths.ts';

export function exampleHubForm(baseUrl: string): HubForm {
  return {
    'hub.mode': 'subscribe',
    'hub.topic': `${baseUrl}/feed.xml`,
    'hub.callback': 'https://subscriber.example/websub?id=7',
    'hub.lease_seconds': 864_000,
    'hub.secret': 'correct-horse-battery-staple',
  };
}

export function exampleHubStatus(baseUrl: string): HubStatusDocument {
  return {
    hub: `${baseUrl}${HUB_PATH}`,
    topics: [
      {
        topic: `${baseUrl}/feed.xml`,
        lastPublished: '2026-10-08T09:30:00.000Z',
        subscriptions: { active: 12, pendingVerification: 1, pendingRemoval: 0, expired: 2 },
        undelivered: 0,
      },
    ],
    isPaused: false,
    leaseSeconds: { default: 864_000, min: 60, max: 2_592_000 },
    signature: { header: 'X-Hub-Signature', algorithm: 'sha256' },
    failureRule: {
      text: 'A notification is tried 3 times: at once, and then 10 and 60 seconds after the attempt before.',
      failedNotifications: 3,
      attempts: 3,
      retryDelaysSeconds: [10, 60],
    },
    limits: {
      formBytes: 8192,
      formParameters: 50,
      secretBytes: 199,
      requestsPerMinute: 30,
      waitingRequests: 1000,
      subscriptions: 100_000,
      subscriptionsPerHost: 100,
    },
  };
}
