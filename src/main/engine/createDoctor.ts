/** Makes the doctor of an engine, who starts servers as the engine does. */
import { environmentOfLoginShell } from '#engine/connections/environment/loginShell'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import { Doctor, type DoctorParts } from '#engine/doctor/doctor'
import type { Ports } from '#engine/ports'
import type { PrepareLaunch } from '#engine/registry/servers/connectionFactory'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

export interface DoctorNeighbours extends Pick<DoctorParts, 'keeper' | 'openTransport'> {
  readonly registry: ServerRegistry
  readonly prepareLaunch: PrepareLaunch
}

export function createDoctor(ports: Ports, neighbours: DoctorNeighbours): Doctor {
  const { clock, random, redactor, environment, version } = ports
  const { registry, keeper, openTransport, prepareLaunch } = neighbours
  return new Doctor({
    patient: (slug) => {
      const { row } = registry.held(slug)
      const { state } = registry.connection(slug)
      return { slug, written: row.launch, prepareLaunch: () => prepareLaunch(row), state }
    },
    keeper,
    openTransport,
    identity: { name: 'switchboard', version },
    budgets: defaultBudgets,
    clock,
    random,
    redact: (text) => redactor.redact(text),
    environment,
    shellEnvironment: environmentOfLoginShell({
      ...ports,
      keeper,
      shell: process.platform === 'win32' ? null : (environment['SHELL'] ?? null),
    }),
  })
}
