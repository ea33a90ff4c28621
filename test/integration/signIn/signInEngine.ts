/**
 * Starts an engine in this process with a vault in memory. Tests drive the engine through the contract, as a page or a
 * script does.
 */
import { createRouterClient } from '@orpc/server'
import type { SignInKind, SignInSnapshot } from '#contract/servers/signIn'
import type { SignInSettings } from '#contract/servers/signInSettings'
import { createEngine, type Engine } from '#engine/createEngine'
import { implementContract } from '#engine/handlers'
import type { Ports, Vault } from '#engine/ports'
import type { ContractClient } from '#main/host/control/controlClient'
import { signInByBrowser } from '#test/support/signIn/browser'
import { testHost } from '#test/support/testHost'
import { testPorts } from '#test/support/testPorts'

export interface MemoryVault extends Vault {
  readonly items: Map<string, string>
  /** The error with which every use of the vault fails, or null. */
  fault: Error | null
}

export function memoryVault(items = new Map<string, string>()): MemoryVault {
  const whole = <T>(use: () => T): Promise<T> => {
    const { fault } = vault
    return fault === null ? Promise.resolve(use()) : Promise.reject(fault)
  }
  const vault: MemoryVault = {
    items,
    fault: null,
    get: (name) => whole(() => items.get(name) ?? null),
    set: (name, value) => whole(() => void items.set(name, value)),
    remove: (name) => whole(() => void items.delete(name)),
  }
  return vault
}

export interface SignInEngine {
  readonly engine: Engine
  readonly client: ContractClient
  /** Adds a remote server. Its name is also its slug. */
  readonly add: (name: string, url: string, more?: Added) => Promise<void>
  readonly state: (name: string) => Promise<SignInSnapshot>
  readonly kind: (name: string) => Promise<SignInKind>
  /** Starts a sign-in, plays the browser, and brings the answer back. */
  signIn(name: string): Promise<void>
  /** Calls a tool. Returns the result's text, or rejects as the caller would see it. */
  readonly call: (tool: string, input?: Record<string, unknown>) => Promise<string>
}

export interface Added {
  readonly transport?: 'http' | 'sse'
  readonly headers?: Readonly<Record<string, string>>
  readonly auth?: SignInSettings
}

export async function openSignInEngine(dataFolder: string, ports: Partial<Ports> = {}): Promise<SignInEngine> {
  const engine = await createEngine({ ...testPorts(dataFolder), vault: memoryVault(), ...ports })
  const client = createRouterClient(implementContract(engine, testHost()), { context: {} })
  const state = (slug: string) => client.signIn.state({ slug })
  return {
    engine,
    client,
    async add(name, url, { transport = 'http', headers = {}, auth } = {}) {
      const launch = { transport, url, headers: { ...headers }, ...(auth !== undefined && { auth }) }
      await client.servers.add({ name, launch })
    },
    state,
    kind: async (slug) => (await state(slug)).state,
    async signIn(slug) {
      const { authorizationUrl } = await client.signIn.begin({ slug })
      if (authorizationUrl !== null) await signInByBrowser(authorizationUrl)
    },
    async call(name, input = {}) {
      const { content } = (await client.tools.call({ name, arguments: input })) as { content: { text: string }[] }
      return content[0]?.text ?? ''
    },
  }
}
