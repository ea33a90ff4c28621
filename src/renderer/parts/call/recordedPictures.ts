/** A recorded result's pictures, and its text without their data. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import { type Picture, pictureOf } from '#renderer/model/tools/resultParts.ts'

export interface RecordedPictures {
  readonly pictures: readonly Picture[]
  /** The result's JSON, with each picture's size in place of its data. */
  readonly text: string
}

/** Whether the text may contain pictures, guessed cheaply from its beginning. */
export function seemsToHavePictures(text: string): boolean {
  return text.includes('"image"')
}

/** Returns null if the text has no pictures, or is incomplete. */
export function recordedPictures(text: string): RecordedPictures | null {
  const result = parsed(text)
  if (!isObject(result) || !Array.isArray(result['content'])) return null
  const pictures: Picture[] = []
  const content = result['content'].map((block: unknown) => {
    const picture = pictureOf(block)
    if (picture === null) return block
    pictures.push(picture)
    return { ...Object(block), data: `(${sizeText(picture.bytes)}, shown above)` } as unknown
  })
  return pictures.length === 0 ? null : { pictures, text: JSON.stringify({ ...result, content }) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
