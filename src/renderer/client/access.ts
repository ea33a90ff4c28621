/**
 * How a browser signs in: with a single-use ticket, or with the access token. Either arrives in the page's address, and
 * is removed from it immediately. The token is kept as long as the tab. A ticket is kept until it is exchanged for the
 * token.
 */
const storageKey = 'switchboard.token'

export type SignIn =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'ticket'; readonly ticket: string }

export interface Access {
  token(): string | null
  /** Null once the ticket was exchanged. */
  ticket(): string | null
  use(signIn: SignIn): void
  forgetTicket(): void
  forget(): void
}

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createAccess(storage: TokenStorage): Access {
  let ticket: string | null = null
  return {
    token: () => storage.getItem(storageKey),
    ticket: () => ticket,
    use(signIn) {
      ticket = signIn.kind === 'ticket' ? signIn.ticket : null
      if (signIn.kind === 'token') storage.setItem(storageKey, signIn.token)
    },
    forgetTicket: () => (ticket = null),
    forget: () => storage.removeItem(storageKey),
  }
}

/** The ticket or token in an address: `#ticket=…` or `#token=…`. */
export function signInOf(address: string): SignIn | null {
  const [, kind, value = ''] = /#(ticket|token)=([^&\s]+)/.exec(address) ?? []
  if (kind === undefined) return null
  try {
    const given = decodeURIComponent(value)
    return kind === 'token' ? { kind, token: given } : { kind: 'ticket', ticket: given }
  } catch {
    return null
  }
}

/** The sign-in in pasted text: an address, its fragment or a bare token. Null if an HTTP header could not carry it. */
export function pastedSignIn(text: string): SignIn | null {
  const trimmed = text.trim()
  const signIn = signInOf(trimmed) ?? { kind: 'token', token: trimmed }
  return /^[\x21-\x7e]+$/.test(signIn.kind === 'token' ? signIn.token : signIn.ticket) ? signIn : null
}
