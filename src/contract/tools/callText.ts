/** A recorded call's texts, which may be long and are therefore read in pages. */
import { z } from 'zod'

/** Ids sort by the time at which their calls began. */
export const callId = z.string().regex(/^[0-9a-z]{20}$/, 'this is not the id of a call')

export const callPart = z.enum(['arguments', 'result'])
export type CallPart = z.infer<typeof callPart>

/** Offsets count bytes of UTF-8; a page begins and ends between characters. */
export const textPage = z.object({
  text: z.string(),
  offset: z.number(),
  bytes: z.number(),
  /** Where the next page begins; null at the end. */
  next: z.number().nullable(),
})
export type TextPage = z.infer<typeof textPage>

export const textPageQuery = z.object({
  id: callId,
  part: callPart,
  offset: z.coerce.number().int().min(0).default(0),
  bytes: z.coerce.number().int().min(16).max(1_000_000).default(65_536),
})
