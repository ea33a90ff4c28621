/** The set-up text for each kind of client. Pure. */
import type { ClientKind as Program } from '#contract/clients/access'

export const clientKinds = ['json', 'claudeCode', 'curl'] as const
export type ClientKind = (typeof clientKinds)[number]

export const clientTitles: Readonly<Record<ClientKind, string>> = {
  json: 'Configuration file',
  claudeCode: 'Claude Code',
  curl: 'curl',
}

/** The set-up that fits a program. */
export const setupKinds: Readonly<Record<Program, ClientKind>> = {
  'claude-desktop': 'json',
  'claude-code': 'claudeCode',
  cursor: 'json',
  vscode: 'json',
  windsurf: 'json',
  zed: 'json',
  other: 'json',
}

/** The address at which a client sees only one project. Without a project: the address for all projects. */
export function scopedAddress(url: string, projectName: string | null): string {
  return projectName === null ? url : `${url}/p/${encodeURIComponent(projectName)}`
}

/** The version of MCP in the request. A test fails if the endpoint no longer accepts it. */
const modernVersion = '2026-07-28'

/** A request of the modern era, which needs no session, so that one command shows the tools. */
const listing = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': modernVersion,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

function headersOf(authorization: string): readonly string[] {
  return [
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Mcp-Protocol-Version: ${modernVersion}`,
    'Mcp-Method: tools/list',
  ]
}

export function clientSetup(kind: ClientKind, url: string, token: string): string {
  const authorization = `Bearer ${token}`
  switch (kind) {
    case 'json':
      return JSON.stringify(
        { mcpServers: { switchboard: { type: 'http', url, headers: { Authorization: authorization } } } },
        null,
        2,
      )
    case 'claudeCode':
      return `claude mcp add --transport http switchboard ${url} --header "Authorization: ${authorization}"`
    case 'curl':
      return [`curl ${url}`, ...headersOf(authorization).map((header) => `-H '${header}'`), `-d '${listing}'`].join(' ')
  }
}
