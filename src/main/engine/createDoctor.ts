/** Gives the doctor what it needs of the rest of the engine: it starts servers with the parts that start them otherwise. */
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import { environmentOfLoginShell } from '#engine/connections/environment/loginShell'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import type { OpenTransport } from '#engine/connections/transport'
import { Doctor } from '#engine/doctor/doctor'
import type { Ports } from '#engine/ports'
import type { PrepareLaunch } from '#engine/registry/servers/connectionFactory'
import { patientOf } from '#engine/registry/servers/patient'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

export interface DoctorParts {
  readonly registry: ServerRegistry
  readonly keeper: ProcessKeeper
  readonly openTransport: OpenTransport
  readonly prepareLaunch: PrepareLaunch
}

export function createDoctor(ports: Ports, { registry, keeper, openTransport, prepareLaunch }: DoctorParts): Doctor {
  return new Doctor({
    patient: patientOf(registry, prepareLaunch),
    keeper,
    openTransport,
    identity: { name: 'switchboard', version: ports.version },
    budgets: defaultBudgets,
    clock: ports.clock,
    random: ports.random,
    redact: (text) => ports.redactor.redact(text),
    environment: ports.environment,
    shellEnvironment: environmentOfLoginShell({
      ...ports,
      keeper,
      shell: process.platform === 'win32' ? null : (ports.environment['SHELL'] ?? null),
    }),
  })
}
