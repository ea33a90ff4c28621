/** Reads the `curl` line with which a README tests a remote server: its address and headers. Pure. */
import type { WrittenLaunch } from '#contract/servers/server'
import { transportAt } from '#contract/servers/transports'
import { headerOf } from '#contract/pasted/mcpAdd'
import { refuse } from '#contract/pasted/pasted'

/** Options that take a value. */
const valued =
  /^(?:-[XdHuAbeomT]|--(?:request|data(?:-\w+)?|json|header|user|user-agent|cookie|referer|output|max-time|url|form))$/
/** Headers that belong to a single request, not to the server. */
const ofRequest = /^(?:content-type|accept|content-length|mcp-session-id|mcp-protocol-version|host)$/i

export function readCurl(args: readonly string[]): WrittenLaunch {
  const headers: Record<string, string> = {}
  let url: string | null = null
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) url ??= arg
    else if (valued.test(arg)) {
      const value = args[(at += 1)] ?? ''
      if (/^(?:-H|--header)$/.test(arg)) Object.assign(headers, headerOf(value))
      if (/^(?:-u|--user)$/.test(arg))
        refuse("curl's user and password are not supported. Add them as an Authorization header.")
      if (arg === '--url') url = value
    }
  }
  for (const name of Object.keys(headers)) if (ofRequest.test(name)) delete headers[name]
  if (url === null || !/^https?:\/\//i.test(url))
    return refuse('This curl command has no address that begins with https://.')
  return { transport: transportAt(url), url, headers }
}
