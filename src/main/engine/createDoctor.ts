/** Gives the doctor what it needs of the rest of the engine: it starts servers with the parts that start them otherwise. */
import { AppError } from '#contract/errors'
import { isContainer } from '#contract/servers/transports'
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import { environmentOfLoginShell } from '#engine/connections/environment/loginShell'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import type { OpenTransport } from '#engine/connections/transport'
import { Doctor } from '#engine/doctor/doctor'
import type { Ports } from '#engine/ports'
import type { PrepareLaunch } from '#engine/registry/servers/connectionFactory'
import { patientOf } from '#engine/registry/servers/patient'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

const onlyOne = new AppError(
  'CONFLICT',
  'It runs in a container, of which there can be only one: `switchboard host list` and `host logs` say how it is.',
)

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
    openTransport: (launch, label, events) =>
      isContainer(launch) ? Promise.reject(onlyOne) : openTransport(launch, label, events),
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
