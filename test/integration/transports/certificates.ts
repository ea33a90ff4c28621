/** A test's own certificate authority, and a certificate that it issued, made by openssl. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'
import { temporaryFolder } from '#test/support/temporaryFolder'

export interface TestCertificates {
  /** The authority's certificate file, for NODE_EXTRA_CA_CERTS. */
  readonly authorityFile: string
  readonly key: string
  readonly cert: string
}

export const hasCertificates = hasPart('certificates')

/**
 * Makes certificates for these names and addresses. The files go to `place`, or to a folder that is removed when the
 * test is over.
 */
export async function makeCertificates(names: readonly string[], place?: string): Promise<TestCertificates> {
  const folder = place ?? (await temporaryFolder())
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync(commandPath('openssl'), args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test Authority')
  openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', `/CN=${names[0]}`)
  const alternatives = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',')
  writeFileSync(file('names.conf'), `subjectAltName=${alternatives}\n`)
  const request = ['-req', '-in', 'request.pem', '-out', 'cert.pem', '-days', '2', '-extfile', 'names.conf']
  openssl('x509', ...request, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial')
  return {
    authorityFile: file('ca.pem'),
    key: readFileSync(file('key.pem'), 'utf8'),
    cert: readFileSync(file('cert.pem'), 'utf8'),
  }
}
