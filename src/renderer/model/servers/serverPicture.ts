/** The icon of a server as a picture that is safe to show. The rules are the same as for pictures in results. Pure. */
import { type Picture, pictureOf } from '#renderer/model/tools/resultParts.ts'

export function serverPicture(icon: string | null): Picture | null {
  const [, mimeType, data] = /^data:([\w/]+);base64,(.+)$/s.exec(icon ?? '') ?? []
  return pictureOf({ type: 'image', mimeType, data })
}

/** The first letter or digit of the name, counted in whole characters. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '·'
}
