/** Runs only the engine's sign-ins, with a real store, a vault in memory, and real HTTP. */
import { onTestFinished } from 'vitest'
import { AppError } from '#contract/errors'
import type { SignInSettings } from '#contract/servers/signInSettings'
import { Background } from '#engine/background'
import { systemClock } from '#engine/clock'
import { createHttpRoutes } from '#engine/net/httpRoutes'
import type { Clock, Vault } from '#engine/ports'
import { createRedactor } from '#engine/secrets/redaction'
import { SignIns } from '#engine/signIn/signIns'
import type { SignInServer } from '#engine/signIn/signInParts'
import { openStore, type Store } from '#engine/store/openStore'
import { type Returned, signInByBrowser } from '#test/support/signIn/browser'
import { recordingLog, type RecordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

export interface RoomOptions {
  readonly address: string
  readonly settings?: SignInSettings
  readonly folder?: string
  /** The store of another room. */
  readonly store?: Store
  /** Whether rooms on one store share their sign-ins, as engines with a shared vault do. */
  readonly sharedVault?: boolean
  readonly vault?: MemoryVault
  readonly clock?: Clock
  readonly metadataDocument?: string
  readonly engine?: string
}

export interface MemoryVault extends Vault {
  readonly items: Map<string, string>
  /** Whether the vault is locked, so that it can be neither read nor written. */
  locked: boolean
}

export function memoryVault(before: Iterable<[string, string]> = []): MemoryVault {
  const items = new Map(before)
  const open = () => {
    if (vault.locked) throw new AppError('VAULT_UNAVAILABLE', 'The vault of the test is locked.')
  }
  const vault: MemoryVault = {
    items,
    locked: false,
    get: async (name) => {
      open()
      return items.get(name) ?? null
    },
    set: async (name, value) => {
      open()
      items.set(name, value)
    },
    remove: async (name) => {
      open()
      items.delete(name)
    },
  }
  return vault
}

export interface Room {
  readonly signIns: SignIns
  readonly account: string
  readonly vault: MemoryVault
  readonly store: Store
  readonly log: RecordingLog
  readonly folder: string
  /** Facts about the server, which a test may change. */
  server: SignInServer
  header(): string | null
  /** Sends the server a request with the room's sign-in, and repeats the request as a transport would. */
  call(): Promise<Response>
  /** Plays a person who signs in. Resolves when the sign-in has succeeded or failed. */
  signIn(): Promise<Returned>
  /** Closes the room in an orderly way. */
  close(): Promise<void>
}

export const roomAccount = 'server-1'
const maxTries = 3

export async function openRoom(options: RoomOptions): Promise<Room> {
  const folder = options.folder ?? (await temporaryFolder())
  const { vault = memoryVault(), clock = systemClock } = options
  const log = recordingLog()
  const store = options.store ?? (await openStore({ dataFolder: folder, databaseUrl: null, log, clock }))
  const background = new Background(log)
  const address = new URL(options.address)
  const routes = createHttpRoutes({ environment: {}, clock, log })
  const redactor = createRedactor()
  const signIns = new SignIns({
    vault,
    sharedVault: options.sharedVault ?? false,
    store: store.signIns,
    engine: options.engine ?? 'engine',
    serverOf: async () => room.server,
    exchangeParts: () => Promise.resolve({ routes, clock }),
    metadataDocument: () => options.metadataDocument ?? null,
    redactor,
    clock,
    log,
    random: () => 0.5,
    background,
  })
  await signIns.open()
  await background.drained()
  let isClosed = false
  const room: Room = {
    signIns,
    account: roomAccount,
    vault,
    store,
    log,
    folder,
    server: { account: roomAccount, slug: 'notion', address, settings: options.settings ?? {} },
    header: () => signIns.credentialsFor(roomAccount, room.server.address).headerFor(room.server.address),
    async call() {
      const { href } = room.server.address
      const credentials = signIns.credentialsFor(roomAccount, room.server.address)
      for (let tries = 1; ; tries += 1) {
        const sent = credentials.headerFor(room.server.address)
        const response = await request(href, sent)
        if (![401, 403].includes(response.status) || tries === maxTries) return response
        const challenge = response.headers.get('www-authenticate')
        await response.body?.cancel()
        await credentials.refused({
          status: response.status,
          challenges: challenge === null ? [] : [challenge],
          sent,
        })
      }
    },
    signIn: async () => signInByBrowser((await signIns.begin(roomAccount)) ?? ''),
    async close() {
      if (isClosed) return
      isClosed = true
      await signIns.close()
      await background.drained()
      if (options.store === undefined) await store.close()
    },
  }
  onTestFinished(() => room.close())
  return room
}

function request(url: string, authorization: string | null): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization !== null && { authorization }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }),
  })
}
