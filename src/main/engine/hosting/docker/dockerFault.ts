/** Turns Docker's errors into the engine's error codes and messages. */
import { AppError, type ErrorCode } from '#contract/errors'
import { hideSecrets } from '#engine/hosting/hiddenSecrets'

/** A dockerode error: a status and Docker's message, or a connection error. */
export interface DockerThrown {
  readonly statusCode?: number
  readonly json?: unknown
  readonly code?: string
  readonly message: string
}

export function isDockerThrown(thrown: unknown): thrown is DockerThrown {
  return thrown instanceof Error
}

export function isGone(thrown: unknown): boolean {
  return isDockerThrown(thrown) && thrown.statusCode === 404
}

/** Whether Docker could not be reached. */
export function isUnreachable(thrown: unknown): boolean {
  return isDockerThrown(thrown) && thrown.statusCode === undefined && /^E(?!RR_)/.test(thrown.code ?? '')
}

/** Whether Docker works but refused the request. */
export function isRefusal(thrown: unknown): boolean {
  const { statusCode } = isDockerThrown(thrown) ? thrown : {}
  return statusCode !== undefined && statusCode < 500
}

/** Whether the container's name is taken. Podman reports this only in the message. */
export function isNameTaken(thrown: unknown): boolean {
  return isDockerThrown(thrown) && (thrown.statusCode === 409 || wordsOf(thrown).includes(' is already in use'))
}

/** Docker's own message, without dockerode's additions. */
export function wordsOf(thrown: unknown): string {
  if (!isDockerThrown(thrown)) return String(thrown)
  const { json } = thrown
  const said = typeof json === 'object' && json !== null && 'message' in json ? json.message : null
  return (typeof said === 'string' ? said : thrown.message.replace(/^\(HTTP code \d+\) [^-]* - /, '')).trim()
}

const portWords = /port is already allocated|address already in use|ports are not available|bind for \S{1,80} failed/i
const limitWords =
  /quota size requested|no quota support|does not support .{0,80}limit|limit.{0,80} not supported|cgroup.{0,80} not (?:mounted|supported)|range of cpus is from/i
/** Messages about a missing runtime, or about containerd, which Docker needs and which may be down by itself. */
const runtimeWords =
  /unknown (?:or invalid )?runtime|invalid runtime name|requested OCI runtime \S+ is not available|containerd\.sock|transport is closing|database not open/i
const imageWords =
  /no such image|manifest unknown|manifest for \S{1,600} not found|repository does not exist|pull access denied|invalid reference format|image not known/i

/** The error for a container that could not be created or started. Hides `secrets` in the message. */
export function startFault(thrown: unknown, image: string, secrets: readonly string[]): AppError {
  if (thrown instanceof AppError) return thrown
  if (isUnreachable(thrown)) return unreachable(thrown)
  if (!isDockerThrown(thrown) || thrown.statusCode === undefined)
    return new AppError('INTERNAL', 'The container could not be started.', { cause: thrown })
  const words = hideSecrets(wordsOf(thrown), secrets)
  const code = codeOf(words)
  const sentence =
    code === 'COMMAND_FAILED' ? `The container could not be started: ${words}` : sentences[code](image, words)
  return new AppError(code, sentence)
}

type StartCode = Extract<
  ErrorCode,
  'PORT_TAKEN' | 'LIMIT_NOT_ENFORCEABLE' | 'RUNTIME_UNAVAILABLE' | 'IMAGE_NOT_FOUND' | 'COMMAND_FAILED'
>

function codeOf(words: string): StartCode {
  if (portWords.test(words)) return 'PORT_TAKEN'
  if (runtimeWords.test(words)) return 'RUNTIME_UNAVAILABLE'
  if (limitWords.test(words)) return 'LIMIT_NOT_ENFORCEABLE'
  return imageWords.test(words) ? 'IMAGE_NOT_FOUND' : 'COMMAND_FAILED'
}

const sentences: Readonly<Record<Exclude<StartCode, 'COMMAND_FAILED'>, (image: string, words: string) => string>> = {
  PORT_TAKEN: (_image, words) => `The port is in use: ${words}`,
  LIMIT_NOT_ENFORCEABLE: (_image, words) => `The runtime cannot enforce a limit: ${words}`,
  RUNTIME_UNAVAILABLE: (_image, words) => `The runtime is not available: ${words}`,
  IMAGE_NOT_FOUND: (image, words) => `The image ${image} was not found: ${words}`,
}

export function imageNotFound(image: string, words: string): AppError {
  return new AppError('IMAGE_NOT_FOUND', sentences.IMAGE_NOT_FOUND(image, words))
}

/** Explains a failed pull. The first entry whose pattern matches Docker's message applies. */
const pullSentences: readonly (readonly [RegExp, (image: string) => string])[] = [
  [
    /verification failed|digest .{0,200}mismatch|did not match/i,
    (image) => `The image ${image} does not match its digest`,
  ],
  [
    /connection refused|no such host|dial tcp|i\/o timeout|handshake timeout|deadline exceeded|unreachable|request canceled/i,
    (image) => `The image ${image} cannot be fetched because its registry cannot be reached`,
  ],
  [/not found|unknown|denied|does not exist/i, (image) => `The image ${image} does not exist`],
  [/(?:)/, (image) => `The image ${image} cannot be fetched`],
]

export function pullFault(image: string, words: string): AppError {
  const [, sentence] = pullSentences.find(([form]) => form.test(words)) ?? []
  return new AppError('IMAGE_NOT_FOUND', `${sentence?.(image)}: ${words}`)
}

export function unreachable(thrown: unknown): AppError {
  return new AppError('RUNTIME_UNAVAILABLE', `The container runtime cannot be reached: ${wordsOf(thrown)}`)
}

/** The error for any other request that failed. */
export function requestFault(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isUnreachable(thrown)) return unreachable(thrown)
  return new AppError(isGone(thrown) ? 'NOT_FOUND' : 'INTERNAL', `The container runtime refused: ${wordsOf(thrown)}`)
}
