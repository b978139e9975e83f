import { z } from 'zod';

/**
 * A request to the WebSub hub (WebSub §5.1), for the interface description: the hub reads it
 * itself, as a form has no types. Other parameters are ignored.
 */
export const HubForm = z
  .object({
    'hub.mode': z
      .enum(['subscribe', 'unsubscribe'])
      .describe('What is wanted. It takes effect once the callback agrees.'),
    'hub.topic': z.url().max(2048).meta({
      description:
        'The URL of a topic as its Link header names it with rel="self": /feed.xml, /api/feed.json or /reviews.json.',
      example: 'https://reviews.example/feed.xml',
    }),
    'hub.callback': z
      .url({ protocol: /^https$/ })
      .max(2048)
      .meta({
        description:
          'Where notifications go: an https URL at a public address, without fragment and user information. Requests are sent to exactly this URL.',
        example: 'https://subscriber.example/websub?id=7',
      }),
    'hub.lease_seconds': z.int().min(1).optional().meta({
      description:
        'How long the subscription is wanted. It is brought within the hub’s bounds, which GET tells; what is granted is told to the callback. Ignored where hub.mode is unsubscribe.',
      example: 864_000,
    }),
    'hub.secret': z.string().max(199).optional().meta({
      description:
        'Notifications carry an HMAC of their body with this key in X-Hub-Signature; fewer than 200 bytes of UTF-8. Ignored where hub.mode is unsubscribe.',
      example: 'correct-horse-battery-staple',
    }),
  })
  .meta({ id: 'HubForm', description: 'A request to subscribe or unsubscribe.' });
export type HubForm = z.infer<typeof HubForm>;
