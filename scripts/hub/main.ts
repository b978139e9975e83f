import { main } from '../command.ts';
import { hub } from './hub.ts';

// An entry of its own: the image has no other commands but this one and confirm.
await main(hub);
