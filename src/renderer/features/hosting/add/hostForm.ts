/** The form of a new hosted server: its values, and their conversion to a registration or to errors by field. Pure. */
import type { ProviderName } from '#contract/hosting/container'
import { pathsIn, type SharedFolder } from '#contract/hosting/package'
import { type HostedRegistrationInput, hostedRegistration } from '#contract/hosting/registration'
import { wordsIn } from '#contract/pasted/commandWords'
import type { ServerSnapshot } from '#contract/servers/server'
import { environmentError, environmentOf, type EnvironmentRow } from '#renderer/parts/values/environmentRows.ts'

export type FolderAccess = 'none' | 'read' | 'write'

export interface HostForm {
  readonly name: string
  readonly image: string
  /** The version of the package that runs in the image; empty: the image runs no package. */
  readonly packageVersion: string
  /** The arguments of the package, written as on a command line. */
  readonly args: string
  /** What the container may do with each folder, by path. */
  readonly access: Readonly<Record<string, FolderAccess>>
  readonly projectId: string
  readonly speaks: 'bridge' | 'port'
  readonly port: string
  readonly path: string
  readonly environment: readonly EnvironmentRow[]
  /** One entry per line, also in `hosts`. */
  readonly volumes: string
  readonly network: 'full' | 'allow' | 'none'
  readonly hosts: string
  readonly cpu: string
  readonly memory: string
  readonly disk: string
  readonly provider: 'auto' | ProviderName
  readonly allowWeaker: boolean
  readonly allowCloud: boolean
  readonly restart: ServerSnapshot['restart']
  readonly callTimeoutSeconds: string
}

export const emptyHostForm: HostForm = {
  name: '',
  image: '',
  packageVersion: '',
  args: '',
  access: {},
  projectId: 'default',
  speaks: 'bridge',
  port: '8080',
  path: '/mcp',
  environment: [],
  volumes: '',
  network: 'full',
  hosts: '',
  cpu: '',
  memory: '',
  disk: '',
  provider: 'auto',
  allowWeaker: false,
  allowCloud: false,
  restart: 'always',
  callTimeoutSeconds: '30',
}

export type HostErrors = Partial<Record<keyof HostForm, string>>
export type CheckedHost =
  | { readonly ok: true; readonly registration: HostedRegistrationInput }
  | { readonly ok: false; readonly errors: HostErrors }

/** The form field for each field of the registration, by its path or by the beginning of its path. */
const fieldOfPath: Readonly<Record<string, keyof HostForm>> = {
  name: 'name',
  image: 'image',
  package_version: 'packageVersion',
  package_args: 'args',
  folders: 'access',
  package: 'packageVersion',
  project_id: 'projectId',
  'ports.0.path': 'path',
  ports: 'port',
  environment: 'environment',
  volumes: 'volumes',
  network: 'hosts',
  'resource_limits.cpu': 'cpu',
  'resource_limits.memory': 'memory',
  'resource_limits.disk': 'disk',
  provider: 'provider',
  restart_policy: 'restart',
  call_timeout_ms: 'callTimeoutSeconds',
}

export function fieldAt(path: string): keyof HostForm | null {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const field = fieldOfPath[parts.slice(0, length).join('.')]
    if (field !== undefined) return field
  }
  return null
}

/** The image's name without its registry and version. */
export function nameOfImage(image: string): string {
  const last = image.trim().split('/').at(-1) ?? ''
  return last.split(/[:@]/, 1)[0] ?? ''
}

/** The arguments as a list. Null: a quote is not closed. */
export function argumentsOf({ args }: Pick<HostForm, 'args'>): string[] | null {
  try {
    return wordsIn(args)
  } catch {
    return null
  }
}

/** The folders that a person can share: those chosen before, and those named by the arguments. */
export function foldersToChoose(form: Pick<HostForm, 'args' | 'access'>): string[] {
  return [...new Set([...Object.keys(form.access), ...pathsIn(argumentsOf(form) ?? [])])]
}

/** The folders among these that the container may use, each with its chosen access. */
export function foldersOf(paths: readonly string[], { access }: Pick<HostForm, 'access'>): SharedFolder[] {
  return paths.flatMap((path) => {
    const chosen = access[path] ?? 'none'
    return chosen === 'none' ? [] : [{ path, writable: chosen === 'write' }]
  })
}

function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Checks the form. `needsConsent`: only a plain container or a cloud is available, which a person must allow. */
export function checkHost(form: HostForm, needsConsent = false): CheckedHost {
  const limits = Object.fromEntries(
    (['cpu', 'memory', 'disk'] as const).map((name) => [name, form[name].trim()]).filter(([, text]) => text !== ''),
  )
  const registration: HostedRegistrationInput = {
    project_id: form.projectId,
    name: form.name.trim() || nameOfImage(form.image),
    image: form.image,
    stdio_bridge: form.speaks === 'bridge',
    restart_policy: form.restart,
    environment: environmentOf(form.environment),
    ports: form.speaks === 'port' ? [{ container: Number(form.port), path: form.path.trim() }] : [],
    volumes: linesOf(form.volumes),
    resource_limits: limits,
    provider: form.provider,
    allow_weaker: form.allowWeaker,
    allow_cloud: form.allowCloud,
    network: { mode: form.network, hosts: form.network === 'allow' ? linesOf(form.hosts) : [] },
    call_timeout_ms: Math.round(Number(form.callTimeoutSeconds) * 1000),
  }
  const parsed = hostedRegistration.safeParse(registration)
  const errors: HostErrors = {}
  const environment = environmentError(form.environment)
  if (environment !== undefined) errors.environment = environment
  if (argumentsOf(form) === null) errors.args = 'a quote is not closed'
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldAt(path.map(String).join('.'))
    if (field !== null) errors[field] ??= message
  }
  if (needsConsent && form.provider === 'auto' && !form.allowWeaker && !form.allowCloud)
    errors.provider = 'no safe runtime is available: give your consent below, or install another runtime'
  // Without an image there is no default name, so only the missing image is reported.
  if (errors.image !== undefined && form.name.trim() === '') delete errors.name
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, registration } : { ok: false, errors }
}

const fieldOfCode: Readonly<Record<string, keyof HostForm>> = {
  CONFLICT: 'name',
  IMAGE_NOT_FOUND: 'image',
  PORT_TAKEN: 'port',
}

/** The field that shows the engine's error; null: no field. */
export function refusedField(thrown: unknown): keyof HostForm | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null
  const data = 'data' in thrown ? (thrown.data as { readonly path?: unknown } | null | undefined) : null
  const path = data?.path
  return (typeof path === 'string' ? fieldAt(path) : null) ?? fieldOfCode[String(thrown.code)] ?? null
}
