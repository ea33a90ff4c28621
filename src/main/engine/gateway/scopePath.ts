/** What part of everything an address stands for. Pure. */
import type { Scope } from '#engine/registry/scope'

const allScope: Scope = { kind: 'all' }

/** `path` is what follows `/mcp`; null: no such address. A project is named by its name or its id. */
export function scopeOfPath(path: string): Scope | null {
  if (path === '' || path === '/') return allScope
  const parts = path.split('/')
  if (parts.length !== 3) return null
  const name = decode(parts[2])
  if (name === null) return null
  if (parts[1] === 's') return { kind: 'server', slug: name }
  if (parts[1] === 'p') return { kind: 'project', projectId: name }
  return null
}

function decode(part: string | undefined): string | null {
  if (part === undefined || part === '') return null
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
