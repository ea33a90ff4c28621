/** A server that the doctor examines, with the launch that one project uses. */
import type { ConnectionState, Launch } from '#contract/servers/server'
import type { Prepared } from '#engine/connections/transport'
import { defaultProjectId } from '#contract/mainProject'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { PrepareLaunch } from '#engine/registry/servers/connectionFactory'
import { joined, type ServerDefinition, type ServerRow } from '#engine/store/servers/serverRow'

export interface PatientFacts {
  readonly slug: string
  /** The launch before its references are filled in. */
  readonly written: Launch
  readonly prepareLaunch: () => Promise<Prepared>
  readonly state: ConnectionState
}

/**
 * Without a project, uses the first project in which the server is switched on. A server in no project gets its launch
 * from the default project.
 */
export function patientOf(
  registry: Pick<ServerRegistry, 'reached' | 'wholeOf'>,
  prepareLaunch: PrepareLaunch,
): (slug: string, projectId?: string) => PatientFacts {
  return (slug, projectId) => {
    const { definition } = registry.wholeOf(slug)
    const at = registry.reached(slug, projectId)
    const row = at?.row ?? nowhere(definition)
    const state = at?.connection.state ?? { kind: 'stopped' }
    return { slug: definition.slug, written: row.launch, prepareLaunch: () => prepareLaunch(row), state }
  }
}

function nowhere(definition: ServerDefinition): ServerRow {
  const pair = {
    pairId: '',
    projectId: defaultProjectId,
    productId: null,
    enabled: false,
    group: null,
    fileSwitches: null,
  }
  return joined(definition, { ...pair, addedAt: 0 }, null)
}
