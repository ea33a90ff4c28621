/**
 * Carries calls that a server's page (MCP Apps) makes inside a conversation. The page may call only that server's
 * tools, with the conversation's approvals. The server cannot ask anything during such a call.
 */
import type { Conversation } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import { textIn } from '#engine/chat/requests/textIn'
import { scopeOf } from '#engine/chat/runs/calls/scopeOf'
import { isToolFor } from '#engine/policies/toolVisibility'
import { callerKeyOf } from '#engine/chat/runs/calls/callers'
import type { Views } from '#engine/registry/catalog/catalogView'
import type { CallResult, Router } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

export interface AppCall {
  readonly server: string
  /** The tool's own name. */
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface AppCallParts {
  readonly views: Pick<Views, 'view'>
  readonly router: Router
}

export async function callForApp(
  { views, router }: AppCallParts,
  { id, projectId, choice }: Pick<Conversation, 'id' | 'projectId' | 'choice'>,
  { server, name, arguments: args }: AppCall,
  signal: AbortSignal | undefined,
): Promise<CallResult> {
  const scope = { ...scopeOf(projectId, choice), pages: true } as const
  const tool = views.view(scope)?.tools.find((one) => {
    const meta = Object(one['_meta']) as Readonly<Record<string, unknown>>
    return textIn(meta, 'switchboard/server') === server && textIn(meta, 'switchboard/tool', one.name) === name
  })
  if (tool === undefined || !isToolFor(tool, 'app')) throw new AppError('UNKNOWN_TOOL', `Unknown tool: ${name}`)
  return router.callTool(scope, {
    params: { name: tool.name, arguments: args },
    caller: {
      // The key of the model's own calls: with a dedicated session, the page and the model share the server's state.
      key: callerKeyOf(id),
      capabilities: {},
      ask: null,
      knownAs: `the page of ${server}`,
      identity: {
        kind: 'chat',
        name: null,
        version: null,
        hasSession: true,
        run: `${callerKeyOf(id)} page of ${server}`,
      },
      approval: 'notReadOnly',
      conversationId: id,
      checksArguments: true,
    },
    cancellation: Cancellation.of(signal),
  })
}
