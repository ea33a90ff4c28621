/** Takes the secrets out of a launch that a person or a file gave us in clear: the vault keeps them, the launch names them. */
import { AppError, messageOf } from '#contract/errors'
import type { Launch } from '#contract/server'
import type { Log } from '#engine/ports'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import { secretNamePattern } from '#engine/secrets/redaction'
import {
  isLiteral,
  literalValue,
  type NamedValue,
  namedValues,
  referenceText,
  withNamedValues,
} from '#engine/secrets/references'
import { createOneByOne } from '#engine/secrets/vaults/oneByOne'

export interface ReceivedServer {
  readonly id: string
  readonly slug: string
  readonly projectId: string
  readonly launch: Launch
}

/** The launch with references in place of secrets; where there is no vault, as it came. */
export type KeepSecrets = (server: ReceivedServer) => Promise<Launch>

/** The named values that are secrets and stand in the launch in clear. */
export function plainSecrets(launch: Launch): NamedValue[] {
  return namedValues(launch).filter(
    ({ name, value }) => value.trim() !== '' && secretNamePattern.test(name) && isLiteral(value),
  )
}

export function createSecretKeeper(secrets: ProjectSecrets, log: Log): KeepSecrets {
  // A free name is looked for and then taken: nobody else may take it in between.
  const oneByOne = createOneByOne()
  return (server) =>
    plainSecrets(server.launch).length === 0 ? Promise.resolve(server.launch) : oneByOne(() => keep(server))

  async function keep({ id, slug, projectId, launch }: ReceivedServer): Promise<Launch> {
    // A server that comes again, for example with a newer product, takes its own names again.
    const others = (await secrets.list(projectId)).filter((row) => row.serverId !== id)
    const taken = new Set(others.map((row) => row.name))
    const references = new Map<string, string>()
    try {
      for (const named of plainSecrets(launch)) {
        const name = freeName(`${slug}.${named.name}`, taken)
        await secrets.set(projectId, name, literalValue(named.value), id)
        taken.add(name)
        references.set(keyOf(named), referenceText({ source: 'vault', name }))
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'VAULT_UNAVAILABLE') throw error
      log.warn({ server: slug, reason: messageOf(error) }, 'secrets of a server stay with its settings, in clear')
    }
    return withNamedValues(launch, (named) => references.get(keyOf(named)) ?? named.value)
  }
}

function keyOf({ part, name }: NamedValue): string {
  return `${part}.${name}`
}

/** A name that a reference can hold, and that nothing else has. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const plain = wanted.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 190)
  let name = plain
  for (let number = 2; taken.has(name); number += 1) name = `${plain}-${number}`
  return name
}
