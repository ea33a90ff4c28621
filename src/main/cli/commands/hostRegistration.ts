/** Builds the registration for `host add`. No message shows an environment variable's value. Pure. */
import type { z } from 'zod'
import { type HostedRegistrationInput, hostedRegistration } from '#contract/hosting/registration'
import { UsageError } from '#main/cli/failure'
import type { PlaceOptions } from '#main/cli/sharedOptions'

export interface HostAddOptions extends PlaceOptions {
  readonly image: string
  readonly project?: string
  readonly env: readonly string[]
  readonly volume: readonly string[]
  readonly cpu?: string
  readonly memory?: string
  readonly disk?: string
  readonly port?: string
  readonly path?: string
  readonly provider?: HostedRegistrationInput['provider']
  readonly allowWeaker?: boolean
  readonly allowCloud?: boolean
  readonly network?: 'none' | 'allow' | 'full'
  readonly allow: readonly string[]
  readonly restart?: HostedRegistrationInput['restart_policy']
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The option for each field of a registration. */
const optionOf: Readonly<Record<string, string>> = {
  name: 'NAME',
  image: '--image',
  project_id: '--project',
  environment: '--env',
  volumes: '--volume',
  'resource_limits.cpu': '--cpu',
  'resource_limits.memory': '--memory',
  'resource_limits.disk': '--disk',
  ports: '--port',
  'ports.0.path': '--path',
  'network.hosts': '--allow',
}

export function registrationOf(
  name: string,
  options: HostAddOptions,
  environment: Environment,
): HostedRegistrationInput {
  const { image, project, cpu, memory, disk, port, path, provider, allowWeaker, allowCloud, network, allow, restart } =
    options
  if (path !== undefined && port === undefined)
    throw new UsageError('--path needs --port: it is the path of the HTTP endpoint.')
  const wanted: HostedRegistrationInput = {
    name,
    image,
    environment: environmentOf(options.env, environment),
    volumes: [...options.volume],
    resource_limits: {
      ...(cpu !== undefined && { cpu }),
      ...(memory !== undefined && { memory }),
      ...(disk !== undefined && { disk }),
    },
    ...(project !== undefined && { project_id: project }),
    ...(port !== undefined && { stdio_bridge: false, ports: [portOf(port, path)] }),
    ...(provider !== undefined && { provider }),
    ...(allowWeaker === true && { allow_weaker: true }),
    ...(allowCloud === true && { allow_cloud: true }),
    ...(restart !== undefined && { restart_policy: restart }),
    ...((network !== undefined || allow.length > 0) && { network: { mode: network ?? 'allow', hosts: [...allow] } }),
  }
  return checkedBy(hostedRegistration, wanted)
}

/** Checks the input. The error names the option that is wrong. */
export function checkedBy<Wanted>(schema: z.ZodType, wanted: Wanted): Wanted {
  const checked = schema.safeParse(wanted)
  if (checked.success) return wanted
  const [issue] = checked.error.issues
  throw new UsageError(`${said(issue?.path ?? [])}: ${issue?.message ?? 'this server cannot be hosted'}`)
}

/** Finds the option for the longest possible beginning of the path. */
function said(path: readonly PropertyKey[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const option = optionOf[path.slice(0, length).map(String).join('.')]
    if (option !== undefined) return option === '--env' ? `--env ${String(path[1])}` : option
  }
  return path.map(String).join('.')
}

export function environmentOf(given: readonly string[], environment: Environment): Record<string, string> {
  const entries = given.map((text) => {
    const equals = text.indexOf('=')
    if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)] as const
    if (equals === 0 || text === '') throw new UsageError('--env needs NAME=VALUE, or NAME alone.')
    const value = environment[text]
    if (value === undefined)
      throw new UsageError(`--env ${text}: this variable is not set here. Set it, or use NAME=VALUE.`)
    return [text, value] as const
  })
  return Object.fromEntries(entries)
}

/** Reads `8080`, or `9000:8080` for port 9000 on this machine. */
export function portOf(text: string, path: string | undefined) {
  const [, here, container] = /^(?:(\d{1,5}):)?(\d{1,5})$/.exec(text) ?? []
  if (container === undefined) throw new UsageError('--port needs a container port, or LOCAL_PORT:CONTAINER_PORT.')
  return {
    container: Number(container),
    ...(here !== undefined && { host: Number(here) }),
    ...(path !== undefined && { path }),
  }
}
