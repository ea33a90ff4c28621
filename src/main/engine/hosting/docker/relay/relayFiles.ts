/**
 * Finds the Node program for the relay, with its libraries, because a container's image may have neither. The program
 * is the engine's own Node: it needs no download, but runs only in containers with the engine's architecture.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The command that runs plain Node on the engine's machine. */
export interface NodeCommand {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

export interface RelayFile {
  /** The file's path on this machine. */
  readonly source: string
  readonly name: string
  readonly bytes: number
}

export interface RelayFiles {
  /** A hash of Node's version and the files' names and sizes. */
  readonly key: string
  /** The architecture, under Docker's name for it. */
  readonly architecture: string
  /** The dynamic loader's file name. */
  readonly loader: string
  readonly files: readonly RelayFile[]
}

const architectures: Readonly<Partial<Record<string, string>>> = { x64: 'x86_64', arm64: 'aarch64' }
const askMs = 10_000

/** Returns the files, or a sentence that says why they cannot be used. */
export async function findRelayFiles(node: NodeCommand, platform: NodeJS.Platform): Promise<RelayFiles | string> {
  if (platform !== 'linux')
    return 'A list of allowed hosts needs an engine on Linux, whose Node can run in the container.'
  if (Object.keys(node.env).length > 0)
    return 'A list of allowed hosts needs plain Node, which this app was packaged without.'
  const asked = '[process.version, process.arch, typeof process.execve].join()'
  const options = { timeout: askMs, env: {} }
  try {
    const { stdout: said } = await run(node.command, ['-p', asked], options)
    const [version = '', arch = '', execve] = said.trim().split(',')
    const architecture = architectures[arch]
    if (architecture === undefined || execve !== 'function')
      return `A list of allowed hosts needs Node 22.15 or newer, on x64 or arm64: this is ${version} on ${arch}.`
    // With this variable, the loader lists the libraries that it would load and starts nothing.
    const traced = await run(node.command, [], { ...options, env: { LD_TRACE_LOADED_OBJECTS: '1' } })
    const libraries = [...new Set([...traced.stdout.matchAll(/\/\S+/g)].map(([path]) => path))]
    const loader = libraries.map((path) => basename(path)).find((name) => name.startsWith('ld-linux'))
    if (loader === undefined) return 'A list of allowed hosts needs a Node that was built for glibc.'
    const files = await Promise.all([
      measured(node.command, 'node'),
      ...libraries.map((path) => measured(path, basename(path))),
    ])
    const text = JSON.stringify([version, arch, files.map(({ name, bytes }) => [name, bytes])])
    return { key: createHash('sha256').update(text).digest('hex').slice(0, 12), architecture, loader, files }
  } catch {
    return 'A list of allowed hosts needs this engine’s Node, which could not be read.'
  }
}

async function measured(source: string, name: string): Promise<RelayFile> {
  return { source, name, bytes: (await stat(source)).size }
}
