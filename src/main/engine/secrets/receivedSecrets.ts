/** Moves plain secrets out of a launch that was received: the vault stores them, and the launch refers to them. */
import { AppError, messageOf } from '#contract/errors'
import type { Launch } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import type { Log } from '#engine/ports'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import { createFreeNames } from '#engine/secrets/freeNames'
import { literalValue, referencesIn, referenceText } from '#engine/secrets/references'
import { changeSecrets, plainSecrets } from '#engine/secrets/secretPlaces'
import { createOneByOne } from '#engine/secrets/vaults/oneByOne'

export interface ReceivedServer {
  readonly id: string
  readonly slug: string
  readonly projectId: string
  readonly launch: Launch
  /** The server's previous launch. Secrets to which it refers keep their values. */
  readonly former?: Launch
}

export interface KeptLaunch {
  /**
   * The launch with references in place of secrets. If the vault cannot be used, the launch is unchanged, but a
   * container's launch is refused.
   */
  readonly launch: Launch
  /** Where in the launch the references are whose values have changed. */
  readonly newValues: ReadonlySet<string>
}

export type KeepSecrets = (server: ReceivedServer) => Promise<KeptLaunch>

export interface SecretKeeper {
  readonly keepSecrets: KeepSecrets
  /** Returns the same result without storing anything. */
  readonly foreseeSecrets: KeepSecrets
}

/** The maximum number of a server's secrets. Each is sealed and written separately. */
const maxSecrets = 200

/** Stores a value or only compares it. Returns whether the stored value is missing, or differs from this one. */
type Take = (projectId: string, name: string, value: string, serverId: string) => Promise<boolean>

export function createSecretKeeper(secrets: ProjectSecrets, log: Log): SecretKeeper {
  // Calls run one by one, because a name is first found to be free and then used.
  const oneByOne = createOneByOne()
  return {
    keepSecrets: (server) => oneByOne(() => withReferences(server, secrets.set.bind(secrets), warnOf(server))),
    foreseeSecrets: (server) => withReferences(server, secrets.differs.bind(secrets)),
  }

  function warnOf({ slug }: ReceivedServer) {
    return (reason: string) =>
      log.warn({ server: slug, reason }, "the server's secrets stay in its settings, unencrypted")
  }

  async function withReferences(
    { id, slug, projectId, launch, former }: ReceivedServer,
    take: Take,
    onRefused?: (reason: string) => void,
  ): Promise<KeptLaunch> {
    const found = plainSecrets(launch)
    if (found.length === 0) return { launch, newValues: new Set() }
    if (found.length > maxSecrets) throw tooManySecrets(found.length)
    // All projects that have the server share its own secrets.
    const home = (await secrets.homeOf(id)) ?? projectId
    // A server that is installed again, for example with a newer product, may reuse its own names if its launches no
    // longer refer to them.
    const others = (await secrets.list(home)).filter((row) => row.serverId !== id)
    const named = [launch, ...(former === undefined ? [] : [former])].flatMap(referencesIn)
    const freeName = createFreeNames(new Set([...others, ...named].map(({ name }) => name)))
    const references = new Map<string, string>()
    const newValues = new Set<string>()
    try {
      for (const { place, name: wanted, text } of found) {
        const name = freeName(`${slug}.${wanted}`)
        if (await take(home, name, literalValue(text), id)) newValues.add(place)
        references.set(place, referenceText({ source: 'vault', name }))
      }
    } catch (error) {
      const isKeptInClear = error instanceof AppError && error.code === 'VAULT_UNAVAILABLE' && !isContainer(launch)
      if (!isKeptInClear) throw error
      onRefused?.(messageOf(error))
    }
    return { launch: changeSecrets(launch, ({ place, text }) => references.get(place) ?? text), newValues }
  }
}

function tooManySecrets(count: number): AppError {
  const message =
    `A server can have at most ${maxSecrets} secrets; these settings contain ${count}. ` +
    'Put them into a file that the server reads.'
  return new AppError('INVALID_INPUT', message)
}
