/**
 * Caches the engine's code as V8 compiled it, after the engine has run. Node's own compile cache stores a file as it
 * was when loaded, without its functions, so each start would compile them again. Works on the built CommonJS chunks,
 * which import only by `require`.
 */
import { randomUUID } from 'node:crypto'
import {
  fstatSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import module from 'node:module'
import { basename, dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { type Owned, isOursAlone, keptText, readKept } from '#main/cli/keptCodeRules'

interface Loaded {
  exports: unknown
}
type Load = (loaded: Loaded, file: string) => void

interface Ran {
  readonly file: string
  readonly source: Buffer
  readonly script: Script
}

export interface KeptCodePlace {
  /** The folder whose files are cached. */
  readonly codeFolder: string
  readonly keptFolder: string
}

const [before, after] = module.wrap('|').split('|') as [string, string]

/**
 * Loads files of the folder from the cache from now on. Returns a function that stores the files that were not cached;
 * call it after they have run.
 */
export function loadAsKept({ codeFolder, keptFolder }: KeptCodePlace): () => void {
  const extensions = (module as unknown as { _extensions: Record<string, Load> })._extensions
  const usual = extensions['.js']
  if (usual === undefined) return () => undefined
  const tag = cachedDataVersionTag()
  const folder = join(keptFolder, `engine-${tag.toString(16)}`)
  const toKeep: Ran[] = []
  extensions['.js'] = (loaded, file) => {
    // Code that was loaded with other V8 flags cannot be cached.
    if (dirname(file) !== codeFolder || cachedDataVersionTag() !== tag) return usual(loaded, file)
    const source = readFileSync(file)
    const kept = readKeptFile(join(folder, keptName(file)), statSync(file))
    const cachedData = kept === null ? null : readKept(kept, source)
    const script = new Script(wrapped(source), {
      filename: file,
      columnOffset: -before.length,
      ...(cachedData !== null && { cachedData }),
    })
    if (cachedData === null || script.cachedDataRejected === true) toKeep.push({ file, source, script })
    const run = script.runInThisContext() as (this: unknown, ...given: readonly unknown[]) => void
    run.call(loaded.exports, loaded.exports, module.createRequire(file), loaded, file, dirname(file))
  }
  return () => {
    for (const each of toKeep.splice(0)) keep(folder, each)
  }
}

/** A user who may not write to this folder runs without the cache. */
function keep(folder: string, { file, source, script }: Ran): void {
  const path = join(folder, keptName(file))
  const unfinished = `${path}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(unfinished, keptText(script.createCachedData(), source), { mode: 0o600, flag: 'wx' })
    renameSync(unfinished, path)
  } catch {
    discard(unfinished)
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The file could not be written, so it does not exist.
  }
}

function keptName(file: string): string {
  return `${basename(file)}.kept`
}

function readKeptFile(path: string, code: Owned): Buffer | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    return isOursAlone(fstatSync(file), { code, user: process.getuid?.() ?? null }) ? readFileSync(file) : null
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

/** The build writes only ASCII, which V8 stores in one byte per character. The source is copied once. */
function wrapped(source: Buffer): string {
  return Buffer.concat([Buffer.from(before), source, Buffer.from(after)]).toString('latin1')
}
