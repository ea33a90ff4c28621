/**
 * Chooses a server's icon from those in its description of itself. Nothing is fetched. SVG is refused, because it can
 * contain scripts and references. Pure.
 */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { pictureSize } from '#engine/policies/icons/pictureSize'

/** The maximum length of an icon's address, because the icon is part of every snapshot of the server. */
const maxCharacters = 24_000
/** The maximum width and height. A small file can claim a size that fills the memory of the program that shows it. */
const maxSide = 1024
const maxLookedAt = 16

const picture = /^data:image\/(png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/

/** The icon as a `data:` address. Null if the server gives none that can be shown. */
export function serverIcon(icons: unknown): string | null {
  if (!Array.isArray(icons)) return null
  for (const icon of icons.slice(0, maxLookedAt) as unknown[]) {
    const src = isObject(icon) ? icon['src'] : null
    if (typeof src === 'string' && isShowable(src)) return src
  }
  return null
}

function isShowable(src: string): boolean {
  if (src.length > maxCharacters) return false
  const [, type, data = ''] = picture.exec(src) ?? []
  if (type === undefined) return false
  const size = pictureSize(Buffer.from(data, 'base64'))
  if (size === null || size.type !== type) return false
  const isFit = (side: number) => side > 0 && side <= maxSide
  return isFit(size.width) && isFit(size.height)
}
