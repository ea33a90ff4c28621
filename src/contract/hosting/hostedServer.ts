/** Servers in containers that the engine owns, as every side sees them. */
import { z } from 'zod'

export const providerName = z.enum(['gvisor', 'firecracker', 'e2b', 'plain'])
export type ProviderName = z.infer<typeof providerName>
