/** Which authorities a remote server's certificate may come from: Node's own, the system's, and those that the environment adds. */
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'

type Environment = Readonly<Record<string, string | undefined>>

/** Missing before Node 22. */
type ReadCertificates = (kind: 'system') => readonly string[]

/** Undefined where Node's own authorities are all there are. */
export function trustedAuthorities(environment: Environment, log: Log): readonly string[] | undefined {
  const added = [...systemAuthorities(log), ...namedAuthorities(environment['NODE_EXTRA_CA_CERTS'], log)]
  return added.length === 0 ? undefined : [...new Set([...tls.rootCertificates, ...added])]
}

function systemAuthorities(log: Log): readonly string[] {
  const read: ReadCertificates | undefined = Reflect.get(tls, 'getCACertificates')
  try {
    return read?.('system') ?? []
  } catch (thrown) {
    log.warn({ reason: messageOf(thrown) }, 'the certificates of the system cannot be read')
    return []
  }
}

/** Node itself reads this variable only when the process starts, and only the process's own. */
function namedAuthorities(file: string | undefined, log: Log): readonly string[] {
  if (file === undefined || file === '') return []
  try {
    return readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  } catch (thrown) {
    log.warn({ reason: messageOf(thrown) }, 'the file that NODE_EXTRA_CA_CERTS names cannot be read')
    return []
  }
}
