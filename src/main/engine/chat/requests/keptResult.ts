/**
 * Cuts a tool's result to the part that a conversation stores and the model reads. The call's record has the full
 * result. Pure.
 */
import type { JsonObject } from '#contract/jsonRpc/jsonObject'
import { capResult } from '#engine/policies/resultCap'
import { capMiddle } from '#engine/structures/textCap'

const maxBytes = 100_000
const maxParts = 200

export interface KeptResult {
  readonly content?: unknown[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

/** `callId`: the id for reading the full result; null if it is not recorded. Images have already been removed. */
export function keptResult(result: JsonObject, callId: string | null): KeptResult {
  const all = result['content']
  const readable = Array.isArray(all) ? { ...result, content: (all as unknown[]).map(withoutData) } : result
  const advice =
    callId === null
      ? '[The result was too long: this is a part of it.]'
      : `[This is a part of the result. Read the full result with the tool read_result, call ${callId}.]`
  const { content, structuredContent, isError } = capResult(readable, { maxBytes, maxParts, cut: capMiddle, advice })
  return {
    ...(Array.isArray(content) ? { content: content as unknown[] } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
  }
}

/** Removes the data of audio and files. Models accept neither, and a person gets them from the record. */
function withoutData(part: unknown): unknown {
  const { data, ...rest } = Object(part) as JsonObject
  if (typeof data === 'string') return { ...rest, bytes: bytesOf(data) }
  const { resource } = rest
  const { blob, ...inner } = Object(resource) as JsonObject
  return typeof blob === 'string' ? { ...rest, resource: { ...inner, bytes: bytesOf(blob) } } : part
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4)
}
