/** Advice about a container that does not serve. Pure. */
import type { AppError, ErrorCode } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'
import type { Advice, CauseCode } from '#contract/servers/cause'
import type { ExaminationPhase } from '#contract/servers/doctor'
import { causesIn } from '#engine/policies/printed/causes'

export interface ContainerCase {
  /** As it was written, such as "512M". */
  readonly memory: string
  readonly network: ContainerLaunch['network']['mode']
  readonly isOutOfMemory: boolean
  /** It runs, but answers no heartbeat. */
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
    'Install the runtime that it asks for, as is said above, or choose another one: Hosting lists what is there.',
  ],
  IMAGE_NOT_FOUND: [
    'docker-image-missing',
    'Check the name and the tag of the image; for a private one, sign in with docker login on the machine of the container engine.',
  ],
  LIMIT_NOT_ENFORCEABLE: [
    'limit-not-enforceable',
    'Host it without what cannot be held here, or with a runtime that can hold it.',
  ],
  PORT_TAKEN: [
    'port-taken',
    'End what listens at that port of this machine, or host it without a port of its own: any free one is taken then.',
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

/** Null: nothing is known but how it ended. */
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
        text: `It needs more than its ${memory} of memory: host it again with more.`,
      },
    ]
  const printed = causesIn([...stray, ...stderr])
  if (printed.length > 0) return printed.map((cause) => inContainer(container, cause))
  if (exit?.code === killed)
    return [
      {
        code: 'out-of-memory',
        about: {},
        text: `It was killed, most often because it needs more than its ${memory} of memory: host it again with more.`,
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
      text: 'It runs and answers no heartbeat: it may be at work for long. If it stays so, restart it under Hosting, or by: switchboard host restart',
    },
  ]
}

function inContainer({ network, memory }: ContainerCase, cause: Advice): Advice {
  if (network === 'none' && networkCauses.has(cause.code))
    return { ...cause, text: 'It wants the network and has none: host it again with the network that it needs.' }
  if (network === 'allow' && networkCauses.has(cause.code))
    return { ...cause, text: 'It wants a host that it may not reach: host it again with that host allowed.' }
  const ours = textsInContainer[cause.code]
  return ours === undefined ? cause : { ...cause, text: ours(memory) }
}

/** Causes whose advice differs in a container: its limits are not those of its machine. */
const textsInContainer: Readonly<Partial<Record<CauseCode, (memory: string) => string>>> = {
  'out-of-memory': (memory) => `It needs more than its ${memory} of memory: host it again with more.`,
  'disk-full': () =>
    'What it writes outside of its volumes is kept in memory, at most half of its limit: host it with a volume for that folder, or with more memory.',
}
