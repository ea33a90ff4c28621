/** Getting to know a server: which eras it speaks, which version, what it calls itself. One process, no second one for probing. */
import { AppError } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'
import { within } from '#engine/structures/waits'
import { type ClientIdentity, modernMeta } from '#engine/connections/peer/envelope'
import type { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { legacyServerVersions, metaKeys, modernVersion, newestLegacyVersion } from '#engine/policies/protocolVersions'
import { capText } from '#engine/structures/textCap'
import type { Clock } from '#engine/ports'

export interface Handshake {
  readonly era: ProtocolEra
  /** The other era, where it is known to speak both. */
  readonly alsoSpeaks?: ProtocolEra
  readonly protocolVersion: string
  readonly implementation: { readonly name: string; readonly version: string }
  readonly capabilities: Readonly<Record<string, unknown>>
  /** What it says to models about its tools; empty when it says nothing. */
  readonly instructions: string
}

export interface HandshakeOptions {
  readonly identity: ClientIdentity
  readonly capabilities: Readonly<Record<string, unknown>>
  /** What an earlier handshake found; null when unknown or stale. */
  readonly knownEra: ProtocolEra | null
  /** The only era to speak; null: whichever the server speaks. */
  readonly wantedEra: ProtocolEra | null
  /**
   * A server that has answered the probe is asked for the legacy era as well, in the same process, and that one is spoken
   * where it has both: tools can ask their callers in both ways then.
   */
  readonly prefersLegacy: boolean
  readonly clock: Clock
  /** Called as soon as the version is known, before anything more is sent. */
  readonly onNegotiated: (protocolVersion: string) => void
  /** Called when the probe has shown that it speaks the modern era. */
  readonly onDiscovered: () => void
  /** How long a probe is waited for before the legacy handshake is tried beside it. */
  readonly probeGraceMs: number
}

/** A JSON-RPC error as an exception, for the parts that are not on the hot path. */
export class RemoteError extends Error {
  readonly rpc: JsonRpcError

  constructor(rpc: JsonRpcError) {
    super(rpc.message)
    this.name = 'RemoteError'
    this.rpc = rpc
  }
}

const unsupportedVersion = -32022
/** Limit for a server's name and version, which every snapshot of its state repeats. */
const maxNameBytes = 500

/** Limit for an answer to the handshake, which is kept as long as the session and shown. In characters. */
const maxAnswerLength = 1_000_000

export interface SizedResult {
  readonly result: Record<string, unknown>
  /** Characters of the message that it came in. */
  readonly length: number
}

export async function ask(peer: JsonRpcPeer, method: string, params: unknown): Promise<Record<string, unknown>> {
  const { result, length } = await askAnySize(peer, method, params)
  if (length <= maxAnswerLength) return result
  throw tooLarge(`The server answered ${method} with more than ${maxAnswerLength / 1_000_000} MB.`)
}

/** For observers that check the size of the result, and with `takesDeep` its depth, too. */
export function askAnySize(
  peer: JsonRpcPeer,
  method: string,
  params: unknown,
  takesDeep = false,
): Promise<SizedResult> {
  return new Promise((resolve, reject) => {
    peer.request(method, params, {
      takesDeep,
      onResult: (result, length = 0) => resolve({ result, length }),
      onError: (error) => reject(new RemoteError(error)),
      onLost: (reason, error) => reject(error ?? new AppError('SERVER_LOST', reason)),
    })
  })
}

export function tooLarge(message: string): AppError {
  return new AppError('HANDSHAKE_FAILED', message, { known: { code: 'answer-too-large', about: {} } })
}

/**
 * A server known to be legacy alone is not probed. Otherwise `server/discover` is asked first; any error means legacy.
 * A server that ignores it, or is still being downloaded, gets `initialize` after a grace: the first good answer decides.
 */
export async function shakeHands(peer: JsonRpcPeer, options: HandshakeOptions): Promise<Handshake> {
  if (options.wantedEra !== null)
    return options.wantedEra === 'legacy' ? initialize(peer, options) : discover(peer, options)
  if (options.knownEra === 'legacy')
    return initialize(peer, options).catch((refusal: unknown) =>
      discover(peer, options).catch(() => Promise.reject(refusal)),
    )
  const probe = discover(peer, options)
  let asked: Promise<Handshake> | null = null
  const askLegacy = () => (asked ??= initialize(peer, options))
  const legacy = afterProbe(probe, options).then(askLegacy)
  // The probe's failure is no news; what the legacy handshake says about itself is.
  const first = await Promise.any([probe, legacy]).catch(() => legacy)
  if (first.era === 'legacy') return first
  options.onDiscovered()
  // What was asked already decides, too: a process speaks the era that it was opened in last.
  return options.prefersLegacy || asked !== null ? legacyBeside(first, askLegacy(), options) : first
}

/** The legacy handshake of a server that speaks the modern era; one that refuses it, or says nothing to it, has none. */
async function legacyBeside(
  modern: Handshake,
  legacy: Promise<Handshake>,
  { clock, probeGraceMs }: HandshakeOptions,
): Promise<Handshake> {
  try {
    return { ...(await within(clock, probeGraceMs, legacy)), alsoSpeaks: 'modern' }
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'SERVER_LOST') throw thrown
    return modern
  }
}

/** Resolves when the probe has failed or its grace is over; never when it succeeded. */
function afterProbe(probe: Promise<unknown>, options: HandshakeOptions): Promise<void> {
  return new Promise((resolve) => {
    const timer = options.clock.after(options.probeGraceMs, resolve)
    probe.then(
      () => timer.cancel(),
      () => {
        timer.cancel()
        resolve()
      },
    )
  })
}

/** A server may refuse the first question and name what it speaks; if that is what we speak, it is asked once more. */
function discover(peer: JsonRpcPeer, options: HandshakeOptions): Promise<Handshake> {
  return discoverOnce(peer, options).catch((refusal: unknown) => {
    if (refusal instanceof RemoteError && offersModern(refusal.rpc)) return discoverOnce(peer, options)
    throw refusal
  })
}

function offersModern({ code, data }: JsonRpcError): boolean {
  const { supported } = fieldsOf(data)
  return code === unsupportedVersion && Array.isArray(supported) && supported.includes(modernVersion)
}

async function discoverOnce(peer: JsonRpcPeer, options: HandshakeOptions): Promise<Handshake> {
  const result = await ask(peer, 'server/discover', {
    _meta: modernMeta(undefined, options.identity, options.capabilities),
  })
  const versions = result['supportedVersions']
  if (!Array.isArray(versions) || !versions.includes(modernVersion))
    throw new AppError('HANDSHAKE_FAILED', `The server does not speak ${modernVersion}.`)
  const meta = fieldsOf(result['_meta'])
  const namesLegacy = versions.some((version) => legacyServerVersions.has(String(version)))
  return {
    era: 'modern',
    ...(namesLegacy && { alsoSpeaks: 'legacy' }),
    protocolVersion: modernVersion,
    implementation: readImplementation(meta[metaKeys.serverInfo]),
    capabilities: fieldsOf(result['capabilities']),
    instructions: readText(result['instructions']),
  }
}

async function initialize(peer: JsonRpcPeer, options: HandshakeOptions): Promise<Handshake> {
  const result = await ask(peer, 'initialize', {
    protocolVersion: newestLegacyVersion,
    capabilities: options.capabilities,
    clientInfo: options.identity,
  })
  const version = result['protocolVersion']
  if (typeof version !== 'string' || !legacyServerVersions.has(version))
    throw new AppError(
      'HANDSHAKE_FAILED',
      `The server answered with protocol version ${JSON.stringify(version)}, which Switchboard does not speak.`,
    )
  options.onNegotiated(version)
  peer.notify('notifications/initialized')
  return {
    era: 'legacy',
    protocolVersion: version,
    implementation: readImplementation(result['serverInfo']),
    capabilities: fieldsOf(result['capabilities']),
    instructions: readText(result['instructions']),
  }
}

function readImplementation(value: unknown): Handshake['implementation'] {
  const { name, version } = fieldsOf(value)
  return { name: capText(readText(name), maxNameBytes), version: capText(readText(version), maxNameBytes) }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
