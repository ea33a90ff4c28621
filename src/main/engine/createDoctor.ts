/** Connects the doctor to the rest of the engine, so that it starts servers with the engine's own parts. */
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import { environmentOfLoginShell } from '#engine/connections/environment/loginShell'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import type { OpenTransport } from '#engine/connections/transport'
import type { ContainerWard } from '#engine/doctor/containerWard'
import { Doctor } from '#engine/doctor/doctor'
import type { Ports } from '#engine/ports'
import type { PrepareLaunch } from '#engine/registry/servers/connectionFactory'
import { patientOf } from '#engine/registry/servers/patient'
import type { SignIns } from '#engine/signIn/signIns'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

export interface DoctorParts {
  readonly registry: ServerRegistry
  readonly keeper: ProcessKeeper
  readonly openTransport: OpenTransport
  readonly prepareLaunch: PrepareLaunch
  readonly ward: ContainerWard
  readonly signIns: Pick<SignIns, 'snapshotOf'>
}

export function createDoctor(
  ports: Ports,
  { registry, keeper, openTransport, prepareLaunch, ward, signIns }: DoctorParts,
): Doctor {
  return new Doctor({
    patient: patientOf(registry, prepareLaunch),
    keeper,
    openTransport,
    ward,
    signInOf: (account) => signIns.snapshotOf(account),
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
