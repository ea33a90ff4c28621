/** Finds the scope that an address stands for. */
import type { Views } from '#engine/registry/catalog/catalogView'
import type { Scope } from '#engine/registry/catalog/scope'

const allScope: Scope = { kind: 'all' }

export interface Address {
  readonly scope: Scope
  /** Whether the address asks for the three search tools: `?mode=search`. */
  readonly searches: boolean
}

/** `path`: what follows `/mcp`. A project can be named by its id or its name. Null: the address does not exist. */
export function addressOf(path: string, projects: Pick<Views, 'projectId'>): Address | null {
  const end = path.indexOf('?')
  const scope = scopeOf(end === -1 ? path : path.slice(0, end), projects)
  if (scope === null) return null
  return { scope, searches: end !== -1 && new URLSearchParams(path.slice(end)).get('mode') === 'search' }
}

function scopeOf(path: string, projects: Pick<Views, 'projectId'>): Scope | null {
  if (path === '' || path === '/') return allScope
  const parts = path.split('/')
  if (parts.length !== 3) return null
  const name = decode(parts[2])
  if (name === null) return null
  if (parts[1] === 's') return { kind: 'server', slug: name }
  const projectId = parts[1] === 'p' ? projects.projectId(name) : null
  return projectId === null ? null : { kind: 'project', projectId }
}

function decode(part: string | undefined): string | null {
  if (part === undefined || part === '') return null
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
