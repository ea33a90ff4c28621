/** Reads clients' files at their known places. Starts, changes and stores nothing. */
import { basename, dirname, sep } from 'node:path'
import type { ClientFile, ClientImport, ClientSnapshot, ClientSource } from '#contract/clients/client'
import { type ClientName, clientNames, clientTitles } from '#contract/clients/clientNames'
import { AppError } from '#contract/errors'
import type { NewServer } from '#contract/servers/server'
import { readClientEntry } from '#engine/clients/clientEntry'
import { consentTo, type ReadPlace, readPlaces } from '#engine/clients/clientFiles'
import { type ClientContent, readContent } from '#engine/clients/clientLayout'
import { type ClientHome, knownPlaces, projectFolderOf } from '#engine/clients/knownPlaces'
import { ownEntryOf } from '#engine/clients/setup/ownEntries'
import { setupForm } from '#engine/clients/setup/setupForms'
import { type FoundEntry, type Known, type MergedEntry, mergeEntries } from '#engine/clients/mergeEntries'

interface ReadClient {
  readonly files: readonly (ClientFile & { readonly client: ClientName })[]
  readonly found: readonly FoundEntry[]
  readonly read: readonly ReadPlace[]
}

export class ClientReader {
  readonly #home: ClientHome

  constructor(home: ClientHome) {
    this.#home = home
  }

  async list(folder: string | undefined, known: Known): Promise<ClientSnapshot[]> {
    return Promise.all(
      clientNames.map(async (client) => {
        const { files: named, found } = await this.#read(client, folder)
        const files = named.map(({ client: _client, ...file }) => file)
        const merged = mergeEntries(found, known)
        const own = found.map((entry) => ownEntryOf(entry, known)).filter((entry) => entry !== null)
        const doors = [...setupForm(client).doors]
        const servers = merged.filter(({ candidate }) => candidate.standing !== 'own').length
        return { client, title: clientTitles[client], files, servers, own, doors }
      }),
    )
  }

  async preview(source: ClientSource, folder: string | undefined, known: Known) {
    const clients = source === 'all' ? clientNames : [source]
    const each = await Promise.all(clients.map((client) => this.#read(client, folder)))
    const found = each.flatMap((one) => one.found)
    const merged = mergeEntries(source === 'all' ? found.map(byClient) : found, known)
    return {
      files: each.flatMap(({ files }) => files),
      looked: clients.flatMap((client) => knownPlaces(client, this.#home, []).map(({ path }) => ({ client, path }))),
      candidates: merged.map(({ candidate, places }) => ({ ...candidate, places: [...places] })),
      merged,
      consent: consentTo(each.flatMap(({ read }) => read)),
    }
  }

  /** The entries to import, if the files are still as in the preview. */
  async choose({ client, folder, consent, names }: NamedEntries, known: Known): Promise<ChosenEntry[]> {
    const read = await this.preview(client, folder, known)
    if (read.consent !== consent) {
      const whose = client === 'all' ? 'the clients' : clientTitles[client]
      throw new AppError('CONFLICT', `The files of ${whose} have changed since they were shown. Preview them again.`)
    }
    return chosen(read.merged, names)
  }

  /** Reads the text of a file that a person names, or pasted text without a path. */
  readText(text: string, path: string | undefined, known: Known): MergedEntry[] {
    return readClientText(text, path, this.#home.folder, known)
  }

  async #read(client: ClientName, folder: string | undefined): Promise<ReadClient> {
    const user = await readPlaces(knownPlaces(client, this.#home, []))
    const told = user.flatMap(({ content }) => content?.folders ?? [])
    const folders = [...new Set([...told, ...(folder === undefined ? [] : [folder])])]
    const isRead = new Set(user.map(({ place }) => place.path))
    // In the home folder, a project's file is the one that applies everywhere.
    const ofProjects = knownPlaces(client, this.#home, folders).filter(
      ({ scope, path }) => scope === 'project' && !isRead.has(path),
    )
    const read = [...user, ...(await readPlaces(ofProjects))]
    return {
      read,
      found: read.flatMap((one) => this.#entries(client, one)),
      files: read.map(({ place, content, problem }) => ({
        client,
        path: place.path,
        scope: place.scope,
        servers: content?.maps.reduce((sum, { servers }) => sum + servers.length, 0) ?? 0,
        problem,
      })),
    }
  }

  #entries(client: ClientName, { place, content }: ReadPlace): FoundEntry[] {
    if (content === null) return []
    return entriesOf(content, place.path, place.folder, this.#home.folder).map((entry) => ({ ...entry, client }))
  }
}

export function readClientText(text: string, path: string | undefined, home: string, known: Known): MergedEntry[] {
  const content = readContent(text)
  return mergeEntries(entriesOf(content, path ?? '', path === undefined ? null : projectFolderOf(path), home), known)
}

/** Entries from a preview, with the preview's consent. */
type NamedEntries = Pick<ClientImport, 'client' | 'folder' | 'consent' | 'names'>

/** An entry that can be imported. */
export type ChosenEntry = MergedEntry & { readonly server: NewServer }

export function chosen(merged: readonly MergedEntry[], names: readonly string[]): ChosenEntry[] {
  return names.map((name) => {
    const found = merged.find(({ candidate }) => candidate.name === name)
    if (found === undefined) throw new AppError('INVALID_INPUT', `Server ${name} does not exist in these files.`)
    const { candidate, server } = found
    if (server === null)
      throw new AppError('INVALID_INPUT', `${name} cannot be imported: ${candidate.problem ?? 'it has no launch'}.`)
    // The file's author may not be the person who runs it, so only that person can declare a server trusted.
    return { ...found, server: { ...server, trusted: false } }
  })
}

export function entriesOf(content: ClientContent, file: string, folder: string | null, home: string): FoundEntry[] {
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
        client: null,
        folder: ofFolder,
        origin: basename(ofFolder ?? dirname(file)),
      }
    })
  })
}

/** Names an entry's client as its origin, for a list of several clients. A project's entry keeps its folder. */
function byClient(entry: FoundEntry): FoundEntry {
  const { client, folder } = entry
  return client === null || folder !== null ? entry : { ...entry, origin: clientTitles[client] }
}

function switchedOff<C extends FoundEntry['config']>(config: C): C {
  const server = config.server === null ? null : { ...config.server, enabled: false }
  return { ...config, server, candidate: { ...config.candidate, enabled: false } }
}
