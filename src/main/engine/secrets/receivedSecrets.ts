/** Takes the secrets out of a launch that a person or a file gave us in clear: the vault keeps them, the launch names them. */
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
}

export interface KeptLaunch {
  /** With references in place of secrets; where there is no vault, as it came. That of a container is refused then. */
  readonly launch: Launch
  /** The places of those references that do not stand for what they stood for before. */
  readonly newValues: ReadonlySet<string>
}

export type KeepSecrets = (server: ReceivedServer) => Promise<KeptLaunch>

export interface SecretKeeper {
  readonly keepSecrets: KeepSecrets
  /** What keeping them would come to. Nothing is kept. */
  readonly foreseeSecrets: KeepSecrets
}

/** Each is sealed and written by itself, under a name of its own. */
const maxSecrets = 200

/** Says whether the name has another value, or none, before. */
type Take = (projectId: string, name: string, value: string, serverId: string) => Promise<boolean>

export function createSecretKeeper(secrets: ProjectSecrets, log: Log): SecretKeeper {
  // A free name is looked for and then taken: nobody else may take it in between.
  const oneByOne = createOneByOne()
  return {
    keepSecrets: (server) => oneByOne(() => withReferences(server, secrets.set.bind(secrets), warnOf(server))),
    foreseeSecrets: (server) => withReferences(server, secrets.differs.bind(secrets)),
  }

  function warnOf({ slug }: ReceivedServer) {
    return (reason: string) =>
      log.warn({ server: slug, reason }, 'secrets of a server stay with its settings, in clear')
  }

  async function withReferences(
    { id, slug, projectId, launch }: ReceivedServer,
    take: Take,
    onRefused?: (reason: string) => void,
  ): Promise<KeptLaunch> {
    const found = plainSecrets(launch)
    if (found.length === 0) return { launch, newValues: new Set() }
    if (found.length > maxSecrets) throw tooManySecrets(found.length)
    // Whichever of its projects it comes by: all of them use its own secrets.
    const home = (await secrets.homeOf(id)) ?? projectId
    // A server that comes again, for example with a newer product, takes its own names again: those it no longer uses.
    const others = (await secrets.list(home)).filter((row) => row.serverId !== id)
    const freeName = createFreeNames(new Set([...others, ...referencesIn(launch)].map(({ name }) => name)))
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
    `At most ${maxSecrets} values of one server can be kept as secrets; these settings hold ${count}. ` +
    'Put them into a file that the server reads.'
  return new AppError('INVALID_INPUT', message)
}
