/** Makes the header before each file of a tar, and the padding after it. Pure. */

const blockBytes = 512
/** All users may read and execute, because a server may run as any user. */
const mode = '0000755'

/** `name` has at most 99 ASCII characters. */
export function tarHeader(name: string, bytes: number): Uint8Array {
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write(`${mode}\0`, 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The bytes that fill a file's last block. */
export function tarPadding(bytes: number): Uint8Array {
  return new Uint8Array((blockBytes - (bytes % blockBytes)) % blockBytes)
}
