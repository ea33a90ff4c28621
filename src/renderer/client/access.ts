/** The access token of the engine, in the browser: arrives in the address, leaves it at once, lives as long as the tab. */
const storageKey = 'switchboard.token'

export interface Access {
  token(): string | null
  use(token: string): void
  forget(): void
}

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createAccess(storage: TokenStorage): Access {
  return {
    token: () => storage.getItem(storageKey),
    use: (token) => storage.setItem(storageKey, token),
    forget: () => storage.removeItem(storageKey),
  }
}

/** The token in `#token=…` of an address, or in anything that was pasted: the address, its fragment or the bare token. */
export function tokenIn(text: string): string | null {
  const inFragment = /#token=([^&\s]+)/.exec(text)?.[1]
  if (inFragment === undefined) return null
  try {
    return decodeURIComponent(inFragment)
  } catch {
    return null
  }
}

export function pastedToken(text: string): string | null {
  const trimmed = text.trim()
  const token = tokenIn(trimmed) ?? trimmed
  return token !== '' && /^[\x21-\x7e]+$/.test(token) ? token : null
}
