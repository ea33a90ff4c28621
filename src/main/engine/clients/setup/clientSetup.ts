/** Connects other clients to Switchboard, and disconnects them: one at a time, and only after showing the changes. */
import type { ClientWish, SetupDone, SetupPlan } from '#contract/clients/clientSetup'
import { type ClientName, clientTitles } from '#contract/clients/clientNames'
import { AppError } from '#contract/errors'
import type { WrittenLaunch } from '#contract/servers/server'
import type { ClientHome } from '#engine/clients/knownPlaces'
import type { Known } from '#engine/clients/mergeEntries'
import type { ChosenEntry } from '#engine/clients/readClients'
import { connectPlan } from '#engine/clients/setup/connectPlan'
import { disconnectPlan } from '#engine/clients/setup/disconnectPlan'
import { hashOf, type Plan, type PlannedFile, shownPlan } from '#engine/clients/setup/plan'
import { setupForm } from '#engine/clients/setup/setupForms'
import { needsToken } from '#engine/clients/setup/setupLaunch'
import { setupPlaces } from '#engine/clients/setup/setupPlaces'
import { type PutAside, type SetupRecord, SetupRecords } from '#engine/clients/setup/setupRecords'
import { changeTextFile, readTextFile, type TextFile } from '#engine/clients/setup/textFile'
import type { Clock } from '#engine/ports'

export interface SetupParts {
  readonly home: ClientHome
  readonly dataFolder: string
  readonly clock: Pick<Clock, 'now'>
  readonly setAside: PutAside
  /** Imports servers. Resolves with their slugs. */
  readonly addServers: (servers: readonly ChosenEntry[], projectId: string | undefined) => Promise<string[]>
  /** Undoes `addServers`. */
  readonly removeServers: (slugs: readonly string[]) => Promise<void>
  /** Sets the rights of the client that connects under this name. Rights that its owner has already set stay. */
  readonly admit: (client: ClientName, title: string) => Promise<{ readonly clientId: string }>
  readonly createToken: (clientId: string) => Promise<{ readonly id: string; readonly token: string }>
  readonly revokeToken: (id: string) => Promise<void>
}

/** Facts about this installation that a client needs. */
export interface SetupFacts {
  readonly known: Known
  /** The launch for Switchboard's entry: the bridge, or the endpoint's address. `token` is null in a preview. */
  readonly launch: (wish: ClientWish, token: string | null) => WrittenLaunch
}

export class ClientSetup {
  readonly #parts: SetupParts
  readonly #records: SetupRecords
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: SetupParts) {
    this.#parts = parts
    this.#records = new SetupRecords(parts.dataFolder, parts.setAside)
  }

  async previewConnect(wish: ClientWish, facts: SetupFacts): Promise<SetupPlan> {
    return shownPlan(await this.#planConnect(wish, facts, null))
  }

  async previewDisconnect(client: ClientName, facts: SetupFacts): Promise<SetupPlan> {
    return shownPlan(await this.#planDisconnect(client, facts))
  }

  connect({ consent, ...wish }: ClientWish & { readonly consent: string }, facts: SetupFacts): Promise<SetupDone> {
    return this.#inTurn(async () => {
      const shown = await this.#planConnect(wish, facts, null)
      agree(shown, consent, wish.client)
      const { client, via, projectId } = wish
      // Even if the file is already correct, the owner may have revoked the client's rights since.
      const { clientId } = await this.#parts.admit(client, clientTitles[client])
      if (shown.files.length === 0) return done(shown, [], [])
      const made = needsToken[via] ? await this.#parts.createToken(clientId) : null
      const plan = made === null ? shown : await this.#planConnect(wish, facts, made.token)
      const taken = await this.#parts.addServers(plan.taken.filter(isChosen), projectId)
      const written: SetupRecord[] = []
      try {
        for (const planned of plan.files) written.push(await this.#write(client, planned, made?.id ?? null))
      } catch (thrown) {
        // Nothing was written, so nothing is imported either.
        if (written.length === 0) {
          await this.#parts.removeServers(taken)
          if (made !== null) await this.#parts.revokeToken(made.id)
        }
        throw thrown
      } finally {
        await this.#records.write([...(await this.#records.all()), ...written])
      }
      return done(plan, written, taken)
    })
  }

  disconnect(client: ClientName, consent: string, facts: SetupFacts): Promise<SetupDone> {
    return this.#inTurn(async () => {
      const plan = await this.#planDisconnect(client, facts)
      agree(plan, consent, client)
      const written: SetupRecord[] = []
      for (const planned of plan.files) written.push(await this.#write(client, planned, null))
      const records = await this.#records.all()
      await this.#records.write(records.filter((record) => record.client !== client))
      for (const { client: of, tokenId } of records)
        if (of === client && tokenId !== null) await this.#parts.revokeToken(tokenId)
      return done(plan, written, [])
    })
  }

  async #planConnect(wish: ClientWish, { known, launch }: SetupFacts, token: string | null): Promise<Plan> {
    const { client, via } = wish
    if (!setupForm(client).doors.includes(via))
      throw new AppError('INVALID_INPUT', `${clientTitles[client]} accepts only servers that it starts itself.`)
    const { home } = this.#parts
    const files = await readAll(await setupPlaces(client, home))
    return connectPlan(wish, { files, launch: launch(wish, token), known, home: home.folder })
  }

  async #planDisconnect(client: ClientName, { known }: SetupFacts): Promise<Plan> {
    const { home } = this.#parts
    const records = (await this.#records.all()).filter((record) => record.client === client)
    const paths = new Set([...(await setupPlaces(client, home)), ...records.map(({ path }) => path)])
    return disconnectPlan(client, { files: await readAll([...paths]), records, known, home: home.folder })
  }

  async #write(
    client: ClientName,
    { file, after, name, taken }: PlannedFile,
    tokenId: string | null,
  ): Promise<SetupRecord> {
    const stamp = new Date(this.#parts.clock.now()).toISOString().slice(0, 19).replaceAll(':', '-')
    const backup = await changeTextFile(file, after, stamp)
    return { client, path: file.path, name, backup, hash: hashOf(after ?? ''), taken: [...taken], tokenId }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}

function readAll(paths: readonly string[]): Promise<TextFile[]> {
  return Promise.all(paths.map(readTextFile))
}

function isChosen(entry: Plan['taken'][number]): entry is ChosenEntry {
  return entry.server !== null
}

function agree(plan: Plan, consent: string, client: ClientName): void {
  if (plan.consent === consent) return
  throw new AppError(
    'CONFLICT',
    `The files of ${clientTitles[client]} have changed since they were shown. Preview them again.`,
  )
}

function done({ notes, next }: Plan, written: readonly SetupRecord[], taken: readonly string[]): SetupDone {
  return {
    files: written.map(({ path, backup }) => ({ path, backup })),
    taken: [...taken],
    notes: [...notes],
    next: written.length === 0 ? '' : next,
  }
}
