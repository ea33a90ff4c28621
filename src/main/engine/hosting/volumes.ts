/** What the volumes of hosted servers are called. Pure. */
import { createHash } from 'node:crypto'

/** By store, server and path: a server that is hosted again under its slug has them again. */
export function volumeName(owner: string, slug: string, path: string): string {
  const plain = path.replace(/\/+/g, '/').replace(/\/$/, '')
  const mark = createHash('sha256').update(`${owner}\n${plain}`).digest('hex').slice(0, 12)
  return `switchboard-${slug}-${mark}`
}
