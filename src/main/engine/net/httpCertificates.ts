/**
 * Gathers the certificate authorities that are trusted for remote servers: Node's own, the system's, and those that the
 * environment adds.
 */
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'

type Environment = Readonly<Record<string, string | undefined>>

/** `tls.getCACertificates`, which older versions of Node 22 lack. */
type ReadCertificates = (kind: 'system') => readonly string[]

/** The authorities, including Node's own; undefined if there are no others. */
export function trustedAuthorities(environment: Environment, log: Log): readonly string[] | undefined {
  const added = [...systemAuthorities(log), ...namedAuthorities(environment['NODE_EXTRA_CA_CERTS'], log)]
  return added.length === 0 ? undefined : [...new Set([...tls.rootCertificates, ...added])]
}

function systemAuthorities(log: Log): readonly string[] {
  const read: ReadCertificates | undefined = Reflect.get(tls, 'getCACertificates')
  try {
    return read?.('system') ?? []
  } catch (thrown) {
    log.warn({ reason: messageOf(thrown) }, 'the system certificates could not be read')
    return []
  }
}

/** Node itself reads this variable only from its own process's environment, and only at the start. */
function namedAuthorities(file: string | undefined, log: Log): readonly string[] {
  if (file === undefined || file === '') return []
  try {
    return readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  } catch (thrown) {
    log.warn({ reason: messageOf(thrown) }, 'the file named by NODE_EXTRA_CA_CERTS could not be read')
    return []
  }
}
