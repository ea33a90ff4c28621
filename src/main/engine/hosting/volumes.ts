/** Names of the volumes of hosted servers. Pure. */
import { createHash } from 'node:crypto'

/** By store, server and path: a server that is hosted again with its slug gets its volumes back. */
export function volumeName(owner: string, slug: string, path: string): string {
  const plain = path.replace(/\/+/g, '/').replace(/\/$/, '')
  const mark = createHash('sha256').update(`${owner}\n${plain}`).digest('hex').slice(0, 12)
  return `switchboard-${slug}-${mark}`
}
