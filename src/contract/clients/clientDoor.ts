/** The way in which a client connects. */
import { z } from 'zod'

/**
 * `stdio`: the client starts the bridge. `http`: the client calls the running engine's address with a token of its own.
 */
export const clientDoor = z.enum(['stdio', 'http'])
export type ClientDoor = z.infer<typeof clientDoor>
