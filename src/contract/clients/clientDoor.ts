/** The door that a client comes in by. */
import { z } from 'zod'

/** `stdio`: it starts the bridge. `http`: it calls the address of the running engine with its own token. */
export const clientDoor = z.enum(['stdio', 'http'])
export type ClientDoor = z.infer<typeof clientDoor>
