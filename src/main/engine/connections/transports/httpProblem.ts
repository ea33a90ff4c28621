/** Error texts about a remote server, for the person who configured it. */
import { AppError, type AppErrorOptions } from '#contract/errors'
import type { Cause } from '#contract/servers/cause'
import { shortText } from '#contract/text/shortText'
import { failureCode, isCertificateCode } from '#engine/net/failureCode'
import type { HttpAnswer, HttpFailure } from '#engine/net/httpExchange'
import type { HttpRoutes } from '#engine/net/httpRoutes'
import { ProxyRefusal } from '#engine/net/httpTunnel'
import { nodeHttp } from '#engine/net/nodeHttp'

/** The error for a request that got no answer: the server could not be reached, or the connection was lost. */
export async function failureError(failure: HttpFailure, routes: HttpRoutes): Promise<AppError> {
  const { url, sent, cause } = failure
  const code = failureCode(cause)
  if (isCertificateCode(code)) {
    const certificate = await routes.certificateOf(url).catch(() => null)
    const shown = certificate === null ? '' : ` (${certificate})`
    const message =
      `The certificate of ${url.host}${shown} is not trusted: ${failure.message}. ` +
      'If your company issues its own certificates, set NODE_EXTRA_CA_CERTS to the file of its certificate authority.'
    return new AppError('SERVER_UNAVAILABLE', message, {
      cause,
      known: { code: 'certificate-not-trusted', about: { host: url.host } },
    })
  }
  if (cause instanceof AppError) return cause
  if (cause instanceof ProxyRefusal) return new AppError('SERVER_UNAVAILABLE', `${cause.message}.`, { cause })
  if (sent)
    return new AppError('SERVER_LOST', `The connection to ${url.host} was lost (${failure.message}).`, { cause })
  return new AppError('SERVER_UNAVAILABLE', `Could not reach the server: ${reasonOf(code, url, failure)}.`, {
    cause,
    ...knownCause(code, url),
  })
}

function knownCause(code: string, { hostname, host, port }: URL): Pick<AppErrorOptions, 'known'> {
  switch (code) {
    case 'ECONNREFUSED':
      return { known: { code: 'connection-refused', about: { host: hostname, port } } }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { known: { code: 'host-not-found', about: { host: hostname } } }
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return { known: { code: 'offline', about: { host } } }
    default:
      return {}
  }
}

function reasonOf(code: string, url: URL, failure: HttpFailure): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing is listening at ${url.host} (connection refused)`
    case 'ENOTFOUND':
      return `the host name ${url.hostname} does not exist (DNS)`
    case 'EAI_AGAIN':
      return `the host name ${url.hostname} cannot be resolved at the moment (DNS); is this machine online?`
    case 'ETIMEDOUT':
      return `${url.host} did not respond`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${url.host} is unreachable; is this machine online?`
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return `${url.host} does not speak TLS; should the address begin with http://?`
    case 'ERR_INVALID_CHAR':
      return 'a configured header has a value that is not allowed in HTTP'
    default:
      return `${url.host}: ${failure.message}`
  }
}

const addressWrong: Cause = { code: 'address-wrong', about: {} }

/** An error for an HTTP status other than success. `body`: the response's text, or its beginning. */
export function statusError(answer: HttpAnswer, body: string, configured: readonly string[]): AppError {
  const { status } = answer
  const name = `HTTP ${status} ${nodeHttp.STATUS_CODES[status] ?? ''}`.trim()
  if (status === 401 || status === 403) return signInError(answer, name, body, configured)
  if (status === 407) return new AppError('SERVER_UNAVAILABLE', `The proxy requires authentication (${name}).`)
  const excerpt = excerptOf(body, answer.headers['content-type'])
  const meaning = status === 404 || status === 405 ? ' Check the address: many servers expect a path such as /mcp.' : ''
  return new AppError('SERVER_LOST', `The server answered ${name}${excerpt}.${meaning}`, {
    data: { status },
    ...(meaning !== '' && { known: addressWrong }),
  })
}

function signInError(answer: HttpAnswer, name: string, body: string, configured: readonly string[]): AppError {
  const challenge = answer.headers['www-authenticate'] ?? ''
  const scheme = /^[A-Za-z]+/.exec(challenge)?.[0]
  const given = configured.find((header) => header.toLowerCase() === 'authorization') ?? configured[0]
  const wants =
    scheme === undefined
      ? 'It does not say how; look up the required header in its documentation.'
      : `It expects "Authorization: ${scheme} …".`
  const advice =
    given === undefined ? 'No header is configured for it.' : `It did not accept the configured header ${given}.`
  const message = `The server requires authentication (${name}${excerptOf(body, answer.headers['content-type'])}). ${wants} ${advice}`
  const data = { status: answer.status }
  const known: Cause =
    given === undefined
      ? { code: 'header-missing', about: scheme === undefined ? {} : { header: 'Authorization', scheme } }
      : { code: 'header-refused', about: { header: given, ...(scheme !== undefined && { scheme }) } }
  return new AppError('SIGN_IN_REQUIRED', message, { data, known })
}

/** The error for a request that the server did not process, because it no longer knows the session. */
export function forgottenError(): AppError {
  return new AppError('SERVER_UNAVAILABLE', 'The server no longer knows the session. Switchboard is opening a new one.')
}

/** The error for a response with a success status whose body is not MCP. */
export function contentError(answer: HttpAnswer, body: string): AppError {
  const type = answer.headers['content-type'] ?? 'nothing'
  const what = /html/i.test(type) ? `a web page${titleOf(body)} instead of MCP` : `${type} instead of MCP`
  return new AppError(
    'SERVER_LOST',
    `The server answered with ${what}. Check the address: many servers expect a path such as /mcp.`,
    { known: addressWrong },
  )
}

function excerptOf(body: string, type: string | undefined): string {
  if (type !== undefined && /html/i.test(type)) return titleOf(body)
  const text = body.replace(/\s+/g, ' ').trim()
  return text === '' ? '' : `: ${shortText(text, 200)}`
}

function titleOf(body: string): string {
  const title = /<title[^<>]*>([^<]{1,100})/i.exec(body)?.[1]?.trim()
  return title === undefined || title === '' ? '' : ` ("${title}")`
}
