/**
 * Performs the handshake with a server: finds out its name, and which eras and version it supports. Probing the server
 * needs no second process.
 */
import { AppError } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'
import { within } from '#engine/structures/waits'
import { type ClientIdentity, modernMeta } from '#engine/connections/peer/envelope'
import type { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { serverIcon } from '#engine/policies/icons/serverIcon'
import { legacyServerVersions, metaKeys, modernVersion, newestLegacyVersion } from '#engine/policies/protocolVersions'
import { capText } from '#engine/structures/textCap'
import type { Clock } from '#engine/ports'

export interface ServerHandshake {
  readonly era: ProtocolEra
  /** The other era, if the server is known to support both. */
  readonly alsoSpeaks?: ProtocolEra
  readonly protocolVersion: string
  readonly implementation: { readonly name: string; readonly version: string }
  /** The server's icon, as a data URL that can be shown; null if it has none. */
  readonly icon: string | null
  readonly capabilities: Readonly<Record<string, unknown>>
  /** The server's instructions to models about its tools. Empty if there are none. */
  readonly instructions: string
}

export interface HandshakeOptions {
  readonly identity: ClientIdentity
  readonly capabilities: Readonly<Record<string, unknown>>
  /** The era found by an earlier handshake; null if unknown or outdated. */
  readonly knownEra: ProtocolEra | null
  /** The only era to use; null: any era that the server supports. */
  readonly wantedEra: ProtocolEra | null
  /**
   * Whether a server that answered the probe is also asked for the legacy era, in the same process. If it supports
   * both, legacy is used, because tools can then ask their callers both during a call and through its result.
   */
  readonly prefersLegacy: boolean
  readonly clock: Clock
  /** Called as soon as the version is known, before any other message is sent. */
  readonly onNegotiated: (protocolVersion: string) => void
  /** Called when the probe has shown that the server supports the modern era. */
  readonly onDiscovered: () => void
  /** How long to wait for the probe's answer before the legacy handshake is also tried. */
  readonly probeGraceMs: number
}

/** A JSON-RPC error as an exception, for code whose speed does not matter. */
export class RemoteError extends Error {
  readonly rpc: JsonRpcError

  constructor(rpc: JsonRpcError) {
    super(rpc.message)
    this.name = 'RemoteError'
    this.rpc = rpc
  }
}

const unsupportedVersion = -32022
/** Maximum length of a server's name and version, which are part of every snapshot of its state. */
const maxNameBytes = 500

/** Maximum length of a handshake answer, in characters. The answer is kept and shown as long as the session lasts. */
const maxAnswerLength = 1_000_000

export interface SizedResult {
  readonly result: Record<string, unknown>
  /** The number of characters in the message with the result. */
  readonly length: number
}

export async function ask(peer: JsonRpcPeer, method: string, params: unknown): Promise<Record<string, unknown>> {
  const { result, length } = await askAnySize(peer, method, params)
  if (length <= maxAnswerLength) return result
  throw tooLarge(`The server answered ${method} with more than ${maxAnswerLength / 1_000_000} MB.`)
}

/** Like `ask`, but the caller checks the result's size, and with `takesDeep` also its depth. */
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
 * A server known to support only the legacy era gets `initialize` without a probe, and the probe only if it refuses.
 * Otherwise `server/discover` is sent first, and any error means legacy. A server that ignores it, or is still being
 * downloaded, gets `initialize` after a grace period. The first successful answer decides.
 */
export async function shakeHands(peer: JsonRpcPeer, options: HandshakeOptions): Promise<ServerHandshake> {
  if (options.wantedEra !== null)
    return options.wantedEra === 'legacy' ? initialize(peer, options) : discover(peer, options)
  if (options.knownEra === 'legacy')
    return initialize(peer, options).catch((refusal: unknown) =>
      discover(peer, options).catch(() => Promise.reject(refusal)),
    )
  const probe = discover(peer, options)
  let asked: Promise<ServerHandshake> | null = null
  const askLegacy = () => (asked ??= initialize(peer, options))
  const legacy = afterProbe(probe, options).then(askLegacy)
  // If both fail, the legacy handshake's error is reported, because a failed probe says nothing about the server.
  const first = await Promise.any([probe, legacy]).catch(() => legacy)
  if (first.era === 'legacy') return first
  options.onDiscovered()
  // An `initialize` that was already sent counts as well, because a process uses the era in which it was last opened.
  return options.prefersLegacy || asked !== null ? legacyBeside(first, askLegacy(), options) : first
}

/**
 * Tries the legacy handshake with a server that supports the modern era. If the server refuses or ignores it, the
 * modern handshake stands.
 */
async function legacyBeside(
  modern: ServerHandshake,
  legacy: Promise<ServerHandshake>,
  { clock, probeGraceMs }: HandshakeOptions,
): Promise<ServerHandshake> {
  try {
    return { ...(await within(clock, probeGraceMs, legacy)), alsoSpeaks: 'modern' }
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'SERVER_LOST') throw thrown
    return modern
  }
}

/** Resolves when the probe has failed or its grace period is over. Never resolves if the probe succeeded. */
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

/**
 * A server may refuse the first request and name the versions that it supports. If ours is among them, the server is
 * asked once more.
 */
function discover(peer: JsonRpcPeer, options: HandshakeOptions): Promise<ServerHandshake> {
  return discoverOnce(peer, options).catch((refusal: unknown) => {
    if (refusal instanceof RemoteError && offersModern(refusal.rpc)) return discoverOnce(peer, options)
    throw refusal
  })
}

function offersModern({ code, data }: JsonRpcError): boolean {
  const { supported } = fieldsOf(data)
  return code === unsupportedVersion && Array.isArray(supported) && supported.includes(modernVersion)
}

async function discoverOnce(peer: JsonRpcPeer, options: HandshakeOptions): Promise<ServerHandshake> {
  const result = await ask(peer, 'server/discover', {
    _meta: modernMeta(undefined, options.identity, options.capabilities),
  })
  const versions = result['supportedVersions']
  if (!Array.isArray(versions) || !versions.includes(modernVersion))
    throw new AppError('HANDSHAKE_FAILED', `The server does not support protocol version ${modernVersion}.`)
  const meta = fieldsOf(result['_meta'])
  const namesLegacy = versions.some((version) => legacyServerVersions.has(String(version)))
  return {
    era: 'modern',
    ...(namesLegacy && { alsoSpeaks: 'legacy' }),
    protocolVersion: modernVersion,
    implementation: readImplementation(meta[metaKeys.serverInfo]),
    icon: serverIcon(fieldsOf(meta[metaKeys.serverInfo])['icons']),
    capabilities: fieldsOf(result['capabilities']),
    instructions: readText(result['instructions']),
  }
}

async function initialize(peer: JsonRpcPeer, options: HandshakeOptions): Promise<ServerHandshake> {
  const result = await ask(peer, 'initialize', {
    protocolVersion: newestLegacyVersion,
    capabilities: options.capabilities,
    clientInfo: options.identity,
  })
  const version = result['protocolVersion']
  if (typeof version !== 'string' || !legacyServerVersions.has(version))
    throw new AppError(
      'HANDSHAKE_FAILED',
      `The server answered with protocol version ${JSON.stringify(version)}, which Switchboard does not support.`,
    )
  options.onNegotiated(version)
  peer.notify('notifications/initialized')
  return {
    era: 'legacy',
    protocolVersion: version,
    implementation: readImplementation(result['serverInfo']),
    icon: serverIcon(fieldsOf(result['serverInfo'])['icons']),
    capabilities: fieldsOf(result['capabilities']),
    instructions: readText(result['instructions']),
  }
}

function readImplementation(value: unknown): ServerHandshake['implementation'] {
  const { name, version } = fieldsOf(value)
  return { name: capText(readText(name), maxNameBytes), version: capText(readText(version), maxNameBytes) }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
