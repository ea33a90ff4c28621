/** A client whose calls need approval, and the server that it uses. */
import { modernRequest } from '#test/support/mcpClients'
import { serverFile } from '#test/support/testServers'

/** Resolves with the text of the result, or of the error. */
export type ClientCall = (tool: string, args?: object) => Promise<string>

export async function callApi(
  origin: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

export function launchOf(name: string, ...args: string[]) {
  const file = serverFile(name)
  return { transport: 'stdio', command: process.execPath, args: [file, ...args] }
}

/**
 * Adds the server `files`, and the client `Cursor`, which needs approval for tools that are not known to be read-only.
 */
export async function startAskedClient(origin: string, token: string, ...args: string[]): Promise<ClientCall> {
  await callApi(origin, token, 'POST', '/servers', { name: 'files', launch: launchOf('changing', ...args) })
  const client = await callApi(origin, token, 'POST', '/access/clients', { name: 'Cursor', approval: 'notReadOnly' })
  const made = await callApi(origin, token, 'POST', `/access/clients/${String(client['id'])}/tokens`, {})
  let calls = 0
  return async (tool, given = {}) => {
    const request = modernRequest(++calls, 'tools/call', { name: tool, arguments: given })
    const headers = { ...(request.headers as Record<string, string>), authorization: `Bearer ${String(made['token'])}` }
    const text = await (await fetch(`${origin}/mcp`, { ...request, headers })).text()
    const said = JSON.parse(text.replace(/^[^{]*/, '')) as {
      result?: { content: { text: string }[] }
      error?: { message: string }
    }
    return said.result?.content[0]?.text ?? said.error?.message ?? text
  }
}
