/** Names of hosted servers' volumes. Pure. */
import { createHash } from 'node:crypto'

/**
 * A volume's name depends on store, slug and path, so a server that is hosted again under its slug gets its volumes
 * back.
 */
export function volumeName(owner: string, slug: string, path: string): string {
  const plain = path.replace(/\/+/g, '/').replace(/\/$/, '')
  const mark = createHash('sha256').update(`${owner}\n${plain}`).digest('hex').slice(0, 12)
  return `switchboard-${slug}-${mark}`
}
