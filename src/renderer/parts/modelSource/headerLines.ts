/** Headers as typed, one per line. Pure. */
export type ReadHeaders =
  | { readonly ok: true; readonly headers: Record<string, string> }
  | { readonly ok: false; readonly message: string }

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/

export function readHeaders(text: string): ReadHeaders {
  const headers: Record<string, string> = {}
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    if (colon < 1 || !headerName.test(name))
      return { ok: false, message: `Not a valid header: ${line.trim().slice(0, 60)}` }
    headers[name] = line.slice(colon + 1).trim()
  }
  return { ok: true, headers }
}
