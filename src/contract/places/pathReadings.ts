/**
 * Finds the file or folder that a string may open on any system, as a list of names below a root. An ambiguous string
 * has several readings: a name with a colon may be a drive, and `...` may be a name or the parent folder. Pure.
 */

export interface PathReading {
  readonly root: 'absolute' | 'relative' | 'home'
  /** A drive letter; null if the string names none. */
  readonly drive: string | null
  /** Whether the drive was guessed from a folder's name. */
  readonly isMount: boolean
  readonly segments: readonly string[]
  readonly isFolder: boolean
}

const fileScheme = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?(?=\/))?/i
const verbatim = /^\/(?:\/[?.]|\?\?)\/(?:unc\/)?/i
const processRoot = /^\/+proc\/+(?:self|thread-self|\d+)(?:\/+task\/+\d+)?\/+root(?=\/|$)/i
const drivePattern = /^\/*([a-z]):/i
/** A Windows drive as a network share, WSL or Cygwin names it: `//host/c$`, `/mnt/c`, `/cygdrive/c`. */
const mountedDrive = /^\/(?:\/[^/]+\/([a-z])\$|(?:mnt\/|cygdrive\/)?([a-z]))(?=\/|$)/i
const homePattern = /^(?:~[^/]*|\$\{?HOME\}?|\$env:(?:HOME|USERPROFILE)|%(?:HOMEPATH|USERPROFILE)%)(?=\/|$)/i

/** Expects a string without control characters or surrounding blanks. */
export function pathReadings(text: string): PathReading[] {
  const slashed = readingsOf(text.replaceAll('\\', '/'))
  // Only Windows separates at a backslash: elsewhere `/etc/\..` is a file in /etc.
  return text.includes('\\') ? [...slashed, ...readingsOf(text)] : slashed
}

function readingsOf(path: string): PathReading[] {
  const local = path.replace(fileScheme, '').replace(processRoot, '/')
  const plain = local.replace(verbatim, '/')
  const home = homePattern.exec(plain)
  if (home !== null) return bothWays({ root: 'home' }, plain.slice(home[0].length))
  const drive = drivePattern.exec(plain)
  if (drive !== null) return bothWays({ drive: drive[1] }, plain.slice(drive[0].length))
  const asItIs = bothWays({ root: plain.startsWith('/') ? 'absolute' : 'relative' }, plain)
  const mount = mountedDrive.exec(local)
  if (mount === null) return asItIs
  return [...asItIs, ...bothWays({ drive: mount[1] ?? mount[2], isMount: true }, local.slice(mount[0].length))]
}

interface Beginning {
  readonly root?: PathReading['root']
  readonly drive?: string | undefined
  readonly isMount?: boolean
}

function bothWays({ root = 'absolute', drive, isMount = false }: Beginning, path: string): PathReading[] {
  const names = path.split('/').map((name) => name.toUpperCase().toLowerCase())
  const common = { root, drive: drive?.toLowerCase() ?? null, isMount, isFolder: /(?:^|\/)\.{0,2}$/.test(path) }
  const strictly = withoutDotSegments(names, false)
  const loosely = withoutDotSegments(names, true)
  const ways = strictly.join('/') === loosely.join('/') ? [strictly] : [strictly, loosely]
  return ways.map((segments) => ({ ...common, segments }))
}

/** `loosely`: reads names as Windows does, without dots and blanks at their end and without a stream. */
export function withoutDotSegments(names: readonly string[], loosely: boolean): string[] {
  const left: string[] = []
  for (const written of names) {
    const name = loosely && !isClimb(written) ? withoutStream(written).replace(/(?<![.\s])[.\s]+$/, '') : written
    if (name === '' || name === '.') continue
    if (name === '..' || (loosely && isClimb(written))) left.pop()
    else left.push(name)
  }
  return left
}

/** Windows opens a stream of a file by a name after a colon. */
function withoutStream(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(0, colon)
}

/** Whether a name consists of two or more dots. Blanks in it do not count, because some systems drop them. */
export function isClimb(name: string): boolean {
  return /^[.\s]+$/.test(name) && name.indexOf('.') !== name.lastIndexOf('.')
}
