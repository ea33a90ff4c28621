/** How the key of the model source, and its headers, are kept in a vault: with the address that they are for, and no other. */
import { z } from 'zod'

export const keptKeyItem = 'model-source'

const keptKey = z.object({ address: z.string(), key: z.string().nullable(), headers: z.record(z.string(), z.string()) })
export type KeptKey = z.infer<typeof keptKey>

/** Null when it is for another address. */
export function readKeptKey(text: string, address: string): KeptKey | null {
  const kept = keptKey.safeParse(JSON.parse(text)).data
  return kept?.address === address ? kept : null
}
