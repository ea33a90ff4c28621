/** Opens one issuer, one server that requires the issuer's tokens, and one engine, for one test. */
import { expect, onTestFinished, vi } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import type { SignInKind, SignInSnapshot } from '#contract/servers/signIn'
import type { Ports } from '#engine/ports'
import {
  type Added,
  type MemoryVault,
  memoryVault,
  openSignInEngine,
  type SignInEngine,
} from '#test/integration/signIn/signInEngine'
import { type Issuer, type IssuerOptions, issuerForTest } from '#test/support/signIn/issuer'
import { type ProtectedOptions, protectedForTest, type ProtectedServer } from '#test/support/signIn/protectedServer'
import { patience } from '#test/support/patience'
import { type RecordingLog, recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

export const far = 'far'

export interface BenchOptions {
  readonly issuer?: IssuerOptions
  readonly server?: Omit<ProtectedOptions, 'issuer'>
  readonly ports?: Partial<Ports>
  readonly added?: Added
}

export interface FollowedEngine extends SignInEngine {
  /** Waits for this state of the sign-in. */
  becomes(kind: SignInKind): Promise<SignInSnapshot>
  reaches(kind: ConnectionState['kind']): Promise<void>
  close(): Promise<void>
}

export interface Bench {
  readonly issuer: Issuer
  readonly server: ProtectedServer
  readonly vault: MemoryVault
  readonly log: RecordingLog
  readonly folder: string
  readonly one: FollowedEngine
  /** Starts another run of the engine on the same folder and vault. */
  readonly again: () => Promise<FollowedEngine>
}

export async function followedEngine(folder: string, ports: Partial<Ports>): Promise<FollowedEngine> {
  const opened = await openSignInEngine(folder, ports)
  const close = () => opened.engine.close()
  onTestFinished(close)
  return {
    ...opened,
    close,
    becomes: (kind) =>
      vi.waitFor(async () => {
        const found = await opened.state(far)
        expect(found).toMatchObject({ state: kind })
        return found
      }, patience),
    reaches: (kind) =>
      vi.waitFor(async () => {
        const servers = await opened.client.servers.list()
        expect(servers.find(({ slug }) => slug === far)).toMatchObject({ state: { kind } })
      }, patience),
  }
}

/** Adds the server and waits until it needs a sign-in, unless the options say otherwise. */
export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const issuer = await issuerForTest(options.issuer)
  const server = await protectedForTest({ ...options.server, issuer })
  const vault = memoryVault()
  const log = recordingLog()
  const folder = await temporaryFolder()
  const ports = { vault, log, ...options.ports }
  const one = await followedEngine(folder, ports)
  await one.add(far, server.url, options.added)
  return { issuer, server, vault, log, folder, one, again: () => followedEngine(folder, ports) }
}

/** Returns a bench whose person has signed in and whose server is ready. */
export async function signedInBench(options: BenchOptions = {}): Promise<Bench> {
  const bench = await openBench(options)
  await bench.one.becomes('needed')
  await bench.one.signIn(far)
  await bench.one.becomes('signedIn')
  await bench.one.reaches('ready')
  return bench
}
