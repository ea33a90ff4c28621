/** Clients' random requests during a soak, and their JSON form. Pure functions. */
import type { SeededRandom } from '#test/soak/seededRandom'
import { entryOwners, owners, remoteOwners } from '#test/soak/soakServers'

export interface SoakCall {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read'
  /** The tool's or prompt's name, or the resource's address. */
  readonly target: string
  readonly nonce: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** The number of milliseconds after which the client cancels the call. Null if it does not cancel. */
  readonly cancelAfterMs: number | null
}

/** Returns the request's params. The nonce is also the progress token. */
export function paramsOf(call: SoakCall, meta: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const _meta = { ...meta, progressToken: call.nonce }
  return call.method === 'resources/read'
    ? { uri: call.target, _meta }
    : { name: call.target, arguments: call.arguments, _meta }
}

export function makeCall(random: SeededRandom, nonce: string): SoakCall {
  if (random.chance(0.1)) return entryCall(random, nonce)
  const owner = random.pick([...owners, ...entryOwners, ...remoteOwners])
  const at = (tool: string, args: Record<string, unknown>, cancelAfterMs: number | null = null): SoakCall => ({
    method: 'tools/call',
    target: `${owner}__${tool}`,
    nonce,
    arguments: args,
    cancelAfterMs,
  })
  const dice = random.next()
  if (dice < 0.5) return at('echo', { text: nonce })
  if (dice < 0.75) {
    const ms = random.whole(20, 400)
    return at('slow', { ms, text: nonce }, random.chance(0.4) ? random.whole(0, ms) : null)
  }
  const isRemote = remoteOwners.includes(owner)
  if (dice < 0.85) return isRemote ? at('echo', { text: nonce }, random.whole(0, 5)) : at('logs', { text: nonce })
  if (dice < 0.93) return at('big', { bytes: random.whole(1, random.chance(0.1) ? 4_000_000 : 50_000) })
  if (dice < 0.96) return at('no_such_tool', {})
  return isRemote ? at('cut', { text: nonce }) : at(random.chance(0.5) ? 'fail' : 'rpcError', {})
}

function entryCall(random: SeededRandom, nonce: string): SoakCall {
  const owner = random.pick(entryOwners)
  const shared = { nonce, cancelAfterMs: null }
  if (random.chance(0.5)) {
    const target = `resource://${owner}/test://template/${nonce}/data`
    return { ...shared, method: 'resources/read', target, arguments: {} }
  }
  const target = `${owner}__test_prompt_with_arguments`
  return { ...shared, method: 'prompts/get', target, arguments: { arg1: nonce, arg2: owner } }
}
