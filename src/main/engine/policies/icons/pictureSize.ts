/** Reads a picture's format and size from its first bytes. Pure. */

export interface PictureSize {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp'
  readonly width: number
  readonly height: number
}

/** Null if the picture is cut off, or not a PNG, GIF, WebP or JPEG. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return pngSize(view) ?? gifSize(view) ?? webpSize(view) ?? jpegSize(view)
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, place) => view.getUint8(at + place)))
}

function pngSize(view: DataView): PictureSize | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || textAt(view, 12, 4) !== 'IHDR')
    return null
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(view: DataView): PictureSize | null {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6))) return null
  return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webpSize(view: DataView): PictureSize | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null
  const low = (at: number) => view.getUint16(at, true)
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return { type: 'webp', width: low(26) & 0x3fff, height: low(28) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return {
        type: 'webp',
        width: (low(24) | (view.getUint8(26) << 16)) + 1,
        height: (low(27) | (view.getUint8(29) << 16)) + 1,
      }
    default:
      return null
  }
}

/** Skips segments up to the frame header, which contains the size. */
function jpegSize(view: DataView): PictureSize | null {
  if (view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return null
}
