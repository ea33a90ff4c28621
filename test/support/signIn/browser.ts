/**
 * Acts as the browser of a person who signs in: follows an authorization address until it leads back to the
 * application.
 */

export interface Returned {
  /** The address to which the issuer sent the browser. */
  readonly address: string
  readonly status: number
  readonly text: string
}

const mostRedirects = 20

/**
 * Resolves with the address at which the browser would reach the application. Null if the issuer shows a page instead.
 */
export async function authorize(authorizationUrl: string): Promise<string | null> {
  const { searchParams } = new URL(authorizationUrl)
  const redirectUri = searchParams.get('redirect_uri') ?? ''
  const cookies = new Map<string, string>()
  let address = authorizationUrl
  for (let redirects = 0; redirects < mostRedirects; redirects += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    await response.body?.cancel()
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) return null
    address = new URL(location, address).href
    if (isBack(address, redirectUri)) return address
  }
  throw new Error(`The issuer redirects for ever, at last to ${address}`)
}

/** Follows the whole way, back into the application. */
export async function signInByBrowser(authorizationUrl: string): Promise<Returned> {
  const address = await authorize(authorizationUrl)
  if (address === null) throw new Error(`The issuer shows a page at ${authorizationUrl}`)
  return visit(address)
}

export async function visit(address: string): Promise<Returned> {
  const response = await fetch(address)
  return { address, status: response.status, text: await response.text() }
}

function isBack(address: string, redirectUri: string): boolean {
  const [one, other] = [new URL(address), new URL(redirectUri)]
  return one.origin === other.origin && one.pathname === other.pathname
}
