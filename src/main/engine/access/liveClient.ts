/** One client with its current settings, and its counters since the engine started. */
import type { ClientSettings } from '#contract/clients/access'
import { CallGate } from '#engine/access/callGate'
import type { GrantedClient } from '#engine/access/grant'
import { RequestBudget } from '#engine/access/requestBudget'
import { maxNameLength } from '#engine/registry/catalog/naming/naming'
import type { Clock } from '#engine/ports'
import { keyedChoice } from '#engine/registry/catalog/choice'
import { type Narrowing, projectOf, type Scope, withinProject } from '#engine/registry/catalog/scope'
import type { ClientRow } from '#engine/store/accessStore'

/** Whether a project has this server switched on. */
export type IsOnIn = (slug: string, projectId: string) => boolean

export class LiveClient implements GrantedClient {
  readonly gate: CallGate
  readonly budget: RequestBudget
  readonly #isOnIn: IsOnIn
  #row: ClientRow
  #narrowing: Narrowing

  constructor(row: ClientRow, clock: Pick<Clock, 'elapsed'>, isOnIn: IsOnIn) {
    this.#row = row
    this.#narrowing = narrowingOf(row)
    this.#isOnIn = isOnIn
    this.gate = new CallGate(clock, () => this.#row)
    this.budget = new RequestBudget(clock)
  }

  get row(): ClientRow {
    return this.#row
  }

  get id(): string {
    return this.#row.id
  }

  get name(): string {
    return this.#row.name
  }

  get approval(): ClientSettings['approval'] {
    return this.#row.approval
  }

  get search(): boolean {
    return this.#row.search
  }

  set(row: ClientRow): void {
    this.#row = row
    this.#narrowing = narrowingOf(row)
    this.gate.letIn()
  }

  narrow(scope: Scope): Scope | null {
    const { projectId } = this.#row
    if (projectId === null) return { ...scope, ...this.#narrowing }
    const only = projectOf(scope)
    const isSeen = only === null ? scope.kind !== 'server' || this.#isOnIn(scope.slug, projectId) : only === projectId
    return isSeen ? { ...withinProject(scope, projectId), ...this.#narrowing } : null
  }
}

/** Leaves out fields that narrow nothing, so that clients without restrictions share the same catalogs. */
function narrowingOf({ choice: chosen, maxNameLength: length }: ClientRow): Narrowing {
  const choice = keyedChoice(chosen)
  return {
    ...(choice !== undefined && { choice }),
    ...(length !== maxNameLength && { maxNameLength: length }),
  }
}
