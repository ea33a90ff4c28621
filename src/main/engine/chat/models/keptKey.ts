/** How a vault stores the model source's key and headers: together with the address they are for. */
import { z } from 'zod'

export const keptKeyItem = 'model-source'

const keptKey = z.object({ address: z.string(), key: z.string().nullable(), headers: z.record(z.string(), z.string()) })
export type KeptKey = z.infer<typeof keptKey>

/** The key and headers in a vault item; null if they are for another address. */
export function readKeptKey(text: string, address: string): KeptKey | null {
  const kept = keptKey.safeParse(JSON.parse(text)).data
  return kept?.address === address ? kept : null
}
