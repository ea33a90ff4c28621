/** Reads the files of clients at their known places. Starts nothing, changes nothing, keeps nothing. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { ClientFile, ClientImport, ClientName, ClientPreview, ClientSnapshot } from '#contract/client'
import { AppError, messageOf } from '#contract/errors'
import type { NewServer } from '#contract/server'
import { readClientEntry } from '#engine/clients/clientEntry'
import { type ClientContent, readContent } from '#engine/clients/clientLayout'
import { type ClientHome, clientNames, clientTitle, type KnownPlace, knownPlaces } from '#engine/clients/knownPlaces'
import { type FoundEntry, type Known, type MergedEntry, mergeEntries } from '#engine/clients/mergeEntries'

/** Nobody writes so many servers by hand; what is larger would hold up everything else while it is read. */
const mostBytes = 64 * 1024 * 1024

interface ReadPlace {
  readonly place: KnownPlace
  readonly text: string
  readonly content: ClientContent | null
  readonly problem: string | null
}

interface ReadClient {
  readonly files: readonly ClientFile[]
  readonly merged: readonly MergedEntry[]
  readonly consent: string
}

export class ClientReader {
  readonly #home: ClientHome

  constructor(home: ClientHome) {
    this.#home = home
  }

  async list(folder: string | undefined, known: Known): Promise<ClientSnapshot[]> {
    return Promise.all(
      clientNames.map(async (client) => {
        const { files, merged } = await this.#read(client, folder, known)
        const servers = merged.filter(({ candidate }) => candidate.standing !== 'own').length
        return { client, title: clientTitle(client), files: [...files], servers }
      }),
    )
  }

  async preview(client: ClientName, folder: string | undefined, known: Known): Promise<ClientPreview> {
    const { files, merged, consent } = await this.#read(client, folder, known)
    return { files: [...files], candidates: merged.map(({ candidate }) => candidate), consent }
  }

  /** What is to be taken over, if the files are still what was previewed. */
  async choose({ client, folder, consent, names }: ClientImport, known: Known): Promise<ChosenEntry[]> {
    const read = await this.#read(client, folder, known)
    if (read.consent !== consent)
      throw new AppError(
        'CONFLICT',
        `The files of ${clientTitle(client)} have changed since they were shown. Look again.`,
      )
    return chosen(read.merged, names)
  }

  /** A file that a person names, or its text alone. */
  readText(text: string, path: string | undefined, known: Known): MergedEntry[] {
    return readClientText(text, path, this.#home.folder, known)
  }

  async #read(client: ClientName, folder: string | undefined, known: Known): Promise<ReadClient> {
    const user = await this.#readPlaces(knownPlaces(client, this.#home, []))
    const told = user.flatMap(({ content }) => content?.folders ?? [])
    const folders = [...new Set([...told, ...(folder === undefined ? [] : [folder])])]
    const ofProjects = knownPlaces(client, this.#home, folders).filter(({ scope }) => scope === 'project')
    const read = [...user, ...(await this.#readPlaces(ofProjects))]
    return {
      files: read.map(({ place, content, problem }) => ({
        path: place.path,
        scope: place.scope,
        servers: content?.maps.reduce((sum, { servers }) => sum + servers.length, 0) ?? 0,
        problem,
      })),
      merged: mergeEntries(
        read.flatMap((one) => this.#entries(one)),
        known,
      ),
      consent: hashOf(read),
    }
  }

  #entries({ place, content }: ReadPlace): FoundEntry[] {
    return content === null ? [] : entriesOf(content, place.path, place.folder, this.#home.folder)
  }

  async #readPlaces(places: readonly KnownPlace[]): Promise<ReadPlace[]> {
    const real = await Promise.all(places.map(expand))
    return (await Promise.all(real.flat().map(readPlace))).filter((one) => one !== null)
  }
}

export function readClientText(text: string, path: string | undefined, home: string, known: Known): MergedEntry[] {
  const content = readContent(text)
  return mergeEntries(entriesOf(content, path ?? '', path === undefined ? null : projectFolder(path), home), known)
}

/** One that can be taken over. */
export type ChosenEntry = MergedEntry & { readonly server: NewServer }

export function chosen(merged: readonly MergedEntry[], names: readonly string[]): ChosenEntry[] {
  return names.map((name) => {
    const found = merged.find(({ candidate }) => candidate.name === name)
    if (found === undefined) throw new AppError('INVALID_INPUT', `There is no server ${name}.`)
    const { candidate, server } = found
    if (server === null) throw new AppError('INVALID_INPUT', candidate.problem ?? `${name} cannot be taken over.`)
    if (candidate.standing === 'own')
      throw new AppError('INVALID_INPUT', `${name} leads to Switchboard itself and is not taken over.`)
    return { ...found, server }
  })
}

function entriesOf(content: ClientContent, file: string, folder: string | null, home: string): FoundEntry[] {
  return content.maps.flatMap((map) => {
    const ofFolder = map.folder ?? folder
    const surroundings = content.isOurs ? null : { home, folder: ofFolder, separator: sep }
    return map.servers.map(([name, value]) => {
      const entry = readClientEntry(name, value, [...map.path, name], surroundings)
      const off = map.switchedOff.has(name)
      return {
        ...entry,
        config: off ? switchedOff(entry.config) : entry.config,
        file,
        origin: basename(ofFolder ?? dirname(file)),
      }
    })
  })
}

function switchedOff<C extends FoundEntry['config']>(config: C): C {
  const server = config.server === null ? null : { ...config.server, enabled: false }
  return { ...config, server, candidate: { ...config.candidate, enabled: false } }
}

/** Of a file that lies where a client has its project's file. */
function projectFolder(path: string): string | null {
  const folder = dirname(path)
  if (basename(path) === '.mcp.json') return folder
  return ['.vscode', '.cursor', '.zed'].includes(basename(folder)) ? dirname(folder) : null
}

/** Fills the part of a path that ends in `*`. */
async function expand(place: KnownPlace): Promise<KnownPlace[]> {
  const [before, pattern, after] = /^(.*)[\\/]([^\\/]+)\*[\\/](.*)$/.exec(place.path)?.slice(1) ?? []
  if (before === undefined || pattern === undefined || after === undefined) return [place]
  const names = await readdir(before).catch(() => [])
  return names
    .filter((name) => name.startsWith(pattern))
    .sort()
    .map((name) => ({ ...place, path: join(before, name, after) }))
}

/** Null where there is no file. */
async function readPlace(place: KnownPlace): Promise<ReadPlace | null> {
  try {
    const { size } = await stat(place.path)
    if (size > mostBytes) throw new AppError('INVALID_INPUT', `it has more than ${mostBytes / 1024 / 1024} MB`)
    const text = await readFile(place.path, 'utf8')
    return { place, text, ...contentOf(text) }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    return { place, text: '', content: null, problem: messageOf(thrown) }
  }
}

function contentOf(text: string): Pick<ReadPlace, 'content' | 'problem'> {
  // Editors make such files empty at first.
  if (text.trim() === '') return { content: null, problem: null }
  try {
    return { content: readContent(text), problem: null }
  } catch (thrown) {
    return { content: null, problem: messageOf(thrown) }
  }
}

/** Of the servers alone: some clients write other things to the same file all the time. */
function hashOf(read: readonly ReadPlace[]): string {
  const seen = read.map(({ place, content, problem }) => [
    place.path,
    problem,
    content?.maps.map(({ servers }) => servers),
  ])
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}
