/** Turns Docker's errors into ours. */
import { AppError, type ErrorCode } from '#contract/errors'
import { hideSecrets } from '#engine/hosting/hiddenSecrets'

/** As dockerode throws it: a status and Docker's message, or a connection error. */
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

/** The connection failed, not Docker. */
export function isUnreachable(thrown: unknown): boolean {
  return isDockerThrown(thrown) && thrown.statusCode === undefined && /^E(?!RR_)/.test(thrown.code ?? '')
}

/** Docker refused the request; Docker itself works. */
export function isRefusal(thrown: unknown): boolean {
  const { statusCode } = isDockerThrown(thrown) ? thrown : {}
  return statusCode !== undefined && statusCode < 500
}

/** Podman reports it without a status of its own. */
export function isNameTaken(thrown: unknown): boolean {
  return isDockerThrown(thrown) && (thrown.statusCode === 409 || wordsOf(thrown).includes(' is already in use'))
}

/** Docker's message, without what dockerode adds. */
export function wordsOf(thrown: unknown): string {
  if (!isDockerThrown(thrown)) return String(thrown)
  const { json } = thrown
  const said = typeof json === 'object' && json !== null && 'message' in json ? json.message : null
  return (typeof said === 'string' ? said : thrown.message.replace(/^\(HTTP code \d+\) [^-]* - /, '')).trim()
}

const portWords = /port is already allocated|address already in use|ports are not available|bind for \S{1,80} failed/i
const limitWords =
  /quota size requested|no quota support|does not support .{0,80}limit|limit.{0,80} not supported|cgroup.{0,80} not (?:mounted|supported)|range of cpus is from/i
/** Docker relies on another daemon, which may be down while Docker answers. */
const runtimeWords =
  /unknown (?:or invalid )?runtime|invalid runtime name|requested OCI runtime \S+ is not available|containerd\.sock|transport is closing|database not open/i
const imageWords =
  /no such image|manifest unknown|manifest for \S{1,600} not found|repository does not exist|pull access denied|invalid reference format|image not known/i

/** For a container that could not be created or started. `secrets`: none of them may appear in the error. */
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

/** What was said in place of an image: the first that fits. */
const pullSentences: readonly (readonly [RegExp, (image: string) => string])[] = [
  [
    /verification failed|digest .{0,200}mismatch|did not match/i,
    (image) => `The image ${image} is not what its digest says`,
  ],
  [
    /connection refused|no such host|dial tcp|i\/o timeout|handshake timeout|deadline exceeded|unreachable|request canceled/i,
    (image) => `The image ${image} cannot be fetched, its registry cannot be reached`,
  ],
  [/not found|unknown|denied|does not exist/i, (image) => `The image ${image} is not there`],
  [/(?:)/, (image) => `The image ${image} cannot be fetched`],
]

export function pullFault(image: string, words: string): AppError {
  const [, sentence] = pullSentences.find(([form]) => form.test(words)) ?? []
  return new AppError('IMAGE_NOT_FOUND', `${sentence?.(image)}: ${words}`)
}

export function unreachable(thrown: unknown): AppError {
  return new AppError('RUNTIME_UNAVAILABLE', `The container runtime cannot be reached: ${wordsOf(thrown)}`)
}

/** For every other request. */
export function requestFault(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isUnreachable(thrown)) return unreachable(thrown)
  return new AppError(isGone(thrown) ? 'NOT_FOUND' : 'INTERNAL', `The container runtime refused: ${wordsOf(thrown)}`)
}
