/** A client's settings, made from the request and the defaults for its program. Pure. */
import { givenFields } from '#engine/policies/givenFields'
import type { AccessClientChange, NewAccessClient } from '#contract/clients/access'
import { kindByName, nameLengthFor } from '#engine/access/clientKinds'
import type { ClientRow } from '#engine/store/accessStore'

interface NewFacts {
  readonly id: string
  readonly now: number
  /** A project's id, found by id or name. Throws if the project does not exist. */
  readonly projectId: (idOrName: string) => string
}

export function newClient(wanted: NewAccessClient, { id, now, projectId }: NewFacts): ClientRow {
  const kind = wanted.kind ?? kindByName(wanted.name)
  return {
    id,
    name: wanted.name,
    kind,
    projectId: typeof wanted.projectId === 'string' ? projectId(wanted.projectId) : null,
    choice: wanted.choice ?? { mode: 'except', servers: {} },
    approval: wanted.approval ?? 'none',
    callsPerMinute: wanted.callsPerMinute ?? null,
    concurrency: wanted.concurrency ?? null,
    maxNameLength: wanted.maxNameLength ?? nameLengthFor(kind),
    search: wanted.search ?? false,
    createdAt: now,
  }
}

export function changedClient(
  before: ClientRow,
  change: AccessClientChange,
  projectId: (idOrName: string) => string,
): ClientRow {
  const row = { ...before, maxNameLength: nameLengthAfter(before, change), ...givenFields(change) }
  return typeof change.projectId === 'string' ? { ...row, projectId: projectId(change.projectId) } : row
}

/** Another program has another default length. A length that a person chose stays. */
function nameLengthAfter({ kind: before, maxNameLength }: ClientRow, { kind }: AccessClientChange): number {
  return kind !== undefined && maxNameLength === nameLengthFor(before) ? nameLengthFor(kind) : maxNameLength
}
