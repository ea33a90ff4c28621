/** Advice about a container that does not serve MCP. Pure. */
import type { AppError, ErrorCode } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'
import type { Advice, CauseCode } from '#contract/servers/cause'
import type { ExaminationPhase } from '#contract/servers/doctor'
import { causesIn } from '#engine/policies/printed/causes'

export interface ContainerCase {
  /** The memory limit as written, such as "512M". */
  readonly memory: string
  readonly network: ContainerLaunch['network']['mode']
  readonly isOutOfMemory: boolean
  /** Whether the container is running but not answering the heartbeat. */
  readonly isSilent: boolean
}

export interface FailedContainer {
  readonly phase: ExaminationPhase
  readonly error: AppError
  readonly exit: { readonly code: number | null } | null
  readonly stderr: readonly string[]
  readonly stray: readonly string[]
}

/** The advice for each error code of a failed start. */
const refusals: Readonly<Partial<Record<ErrorCode, readonly [CauseCode, string]>>> = {
  RUNTIME_UNAVAILABLE: [
    'runtime-missing',
    'Install the runtime that is named above, or choose another one. Hosting lists the available runtimes.',
  ],
  IMAGE_NOT_FOUND: [
    'docker-image-missing',
    "Check the image's name and tag. For a private image, run docker login on the machine of the container engine.",
  ],
  LIMIT_NOT_ENFORCEABLE: [
    'limit-not-enforceable',
    'Host the server without the limits that cannot be enforced here, or with a runtime that can enforce them.',
  ],
  PORT_TAKEN: [
    'port-taken',
    'Stop the program that uses this port of the machine, or host the server without a fixed port, so that it gets any free one.',
  ],
}

/** Advice about this machine's network, which does not apply to a container without a network. */
const networkCauses: ReadonlySet<CauseCode> = new Set([
  'offline',
  'host-not-found',
  'registry-unreachable',
  'connection-refused',
])

const killed = 137

/** The advice; null if nothing is known except how the container exited. */
export function containerAdvice(container: ContainerCase, failed: FailedContainer): Advice[] | null {
  const { error, exit, stderr, stray } = failed
  const refusal = refusals[error.code]
  if (refusal !== undefined) return [{ code: refusal[0], about: {}, text: refusal[1] }]
  const { memory, isOutOfMemory } = container
  if (isOutOfMemory)
    return [
      {
        code: 'out-of-memory',
        about: {},
        text: `It needs more than its ${memory} of memory. Host it again with more.`,
      },
    ]
  const printed = causesIn([...stray, ...stderr])
  if (printed.length > 0) return printed.map((cause) => inContainer(container, cause))
  if (exit?.code === killed)
    return [
      {
        code: 'out-of-memory',
        about: {},
        text: `It was killed, most often because it needs more than its ${memory} of memory. Host it again with more.`,
      },
    ]
  return null
}

export function silenceAdvice(container: ContainerCase | null): Advice[] {
  if (container?.isSilent !== true) return []
  return [
    {
      code: 'unresponsive',
      about: {},
      text: 'It runs but does not answer the heartbeat. It may be busy. If it stays so, restart it under Hosting, or run: switchboard host restart NAME',
    },
  ]
}

function inContainer({ network, memory }: ContainerCase, cause: Advice): Advice {
  if (network === 'none' && networkCauses.has(cause.code))
    return { ...cause, text: 'It needs a network but has none. Host it again with the network that it needs.' }
  if (network === 'allow' && networkCauses.has(cause.code))
    return { ...cause, text: 'It needs a host that it may not reach. Host it again with that host allowed.' }
  const ours = textsInContainer[cause.code]
  return ours === undefined ? cause : { ...cause, text: ours(memory) }
}

/** Causes whose advice differs in a container, because the container's limits are not the machine's. */
const textsInContainer: Readonly<Partial<Record<CauseCode, (memory: string) => string>>> = {
  'out-of-memory': (memory) => `It needs more than its ${memory} of memory. Host it again with more.`,
  'disk-full': () =>
    'Files outside its volumes are kept in memory, up to half of its memory limit. Host it with a volume for that folder, or with more memory.',
}
