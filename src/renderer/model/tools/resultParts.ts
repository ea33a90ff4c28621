/**
 * A tool's result as parts that are safe to show. The result is untrusted: everything is text, except images of known
 * types. Pure.
 */
import type { ToolResult } from '#contract/tools/tool'
import { isObject } from '#contract/jsonRpc/jsonObject'

export interface Picture {
  readonly kind: 'image'
  readonly source: string
  readonly mimeType: string
  /** The size of the decoded image. */
  readonly bytes: number
}

export type ResultPart =
  | { readonly kind: 'text'; readonly text: string; readonly cut: number }
  | Picture
  | { readonly kind: 'json'; readonly label: string; readonly text: string; readonly cut: number }

/** Formats without scripts and external references. SVG can have both. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const maxTextLength = 100_000
const maxPictureLength = 16_000_000

function cutText(text: string) {
  return { text: text.slice(0, maxTextLength), cut: Math.max(0, text.length - maxTextLength) }
}

function json(label: string, value: unknown): ResultPart {
  return { kind: 'json', label, ...cutText(JSON.stringify(value, null, 2) ?? 'null') }
}

function partOf(block: unknown): ResultPart {
  if (!isObject(block)) return json('value', block)
  const { type, text } = block
  if (type === 'text' && typeof text === 'string') return { kind: 'text', ...cutText(text) }
  return pictureOf(block) ?? json(typeof type === 'string' ? type.slice(0, 64) : 'value', block)
}

/** The size of the bytes that the base64 text encodes. */
export function decodedBytes(data: string): number {
  return Math.floor((data.replace(/(?<!=)=+$/, '').length * 3) / 4)
}

/** The picture in a block. Null: the block is not an image, or its type is not shown. */
export function pictureOf(block: unknown): Picture | null {
  if (!isObject(block)) return null
  const { type, data, mimeType } = block
  if (type !== 'image' || typeof data !== 'string' || typeof mimeType !== 'string') return null
  const sound = pictureTypes.has(mimeType) && data.length <= maxPictureLength && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
  if (!sound) return null
  return { kind: 'image', source: `data:${mimeType};base64,${data}`, mimeType, bytes: decodedBytes(data) }
}

export function resultParts(result: ToolResult): ResultPart[] {
  const parts = (result.content ?? []).map(partOf)
  if (result['structuredContent'] !== undefined) parts.push(json('structured content', result['structuredContent']))
  return parts
}
