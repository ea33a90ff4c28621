/** What the Engine says when it refuses something, as an error of ours. */
import { AppError, type ErrorCode } from '#contract/errors'

/** As dockerode throws it: a status and what the Engine said, or a fault of the connection. */
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

/** The connection, not the Engine, is at fault. */
export function isUnreachable(thrown: unknown): boolean {
  return isDockerThrown(thrown) && thrown.statusCode === undefined && /^E(?!RR_)/.test(thrown.code ?? '')
}

/** Podman says it without a status of its own. */
export function isNameTaken(thrown: unknown): boolean {
  return isDockerThrown(thrown) && (thrown.statusCode === 409 || wordsOf(thrown).includes(' is already in use'))
}

/** Its words, without what dockerode puts around them. */
export function wordsOf(thrown: unknown): string {
  if (!isDockerThrown(thrown)) return String(thrown)
  const { json } = thrown
  const said = typeof json === 'object' && json !== null && 'message' in json ? json.message : null
  return (typeof said === 'string' ? said : thrown.message.replace(/^\(HTTP code \d+\) [^-]* - /, '')).trim()
}

const portWords = /port is already allocated|address already in use|ports are not available|bind for \S{1,80} failed/i
const limitWords =
  /quota size requested|no quota support|does not support .{0,80}limit|limit.{0,80} not supported|cgroup.{0,80} not (?:mounted|supported)|range of cpus is from/i
const runtimeWords = /unknown (?:or invalid )?runtime|invalid runtime name|requested OCI runtime \S+ is not available/i
const imageWords =
  /no such image|manifest unknown|manifest for \S{1,600} not found|repository does not exist|pull access denied|invalid reference format|image not known/i

/** Of a container that could not be made or started. `secrets`: none of them may be in what is told. */
export function startFault(thrown: unknown, image: string, secrets: readonly string[]): AppError {
  if (thrown instanceof AppError) return thrown
  if (isUnreachable(thrown)) return unreachable(thrown)
  if (!isDockerThrown(thrown) || thrown.statusCode === undefined)
    return new AppError('INTERNAL', 'A container could not be started.', { cause: thrown })
  const words = hide(wordsOf(thrown), secrets)
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
  LIMIT_NOT_ENFORCEABLE: (_image, words) => `The runtime here cannot hold a limit: ${words}`,
  RUNTIME_UNAVAILABLE: (_image, words) => `The runtime is not there: ${words}`,
  IMAGE_NOT_FOUND: (image, words) => `The image ${image} is not there: ${words}`,
}

export function imageNotFound(image: string, words: string): AppError {
  return new AppError('IMAGE_NOT_FOUND', sentences.IMAGE_NOT_FOUND(image, words))
}

export function unreachable(thrown: unknown): AppError {
  return new AppError('RUNTIME_UNAVAILABLE', `The container runtime cannot be reached: ${wordsOf(thrown)}`)
}

/** Of any other request. */
export function requestFault(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isUnreachable(thrown)) return unreachable(thrown)
  return new AppError(isGone(thrown) ? 'NOT_FOUND' : 'INTERNAL', `The container runtime refused: ${wordsOf(thrown)}`)
}

/** Shorter ones are parts of ordinary words. */
const leastSecret = 4

function hide(words: string, secrets: readonly string[]): string {
  const longest = secrets
    .filter(({ length }) => length >= leastSecret)
    .toSorted((one, other) => other.length - one.length)
  return longest.reduce((text, secret) => text.replaceAll(secret, '***'), words)
}
