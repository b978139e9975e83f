import { main } from './command.ts';
import { confirm } from './content/confirm-vanished.ts';

// An entry of its own: the image has no other commands but this one and hub.
await main(confirm);
