/** By which door a client comes in. */
import { z } from 'zod'

/** `stdio`: it starts the bridge. `http`: it calls the address of the running engine with a token of its own. */
export const clientDoor = z.enum(['stdio', 'http'])
export type ClientDoor = z.infer<typeof clientDoor>
