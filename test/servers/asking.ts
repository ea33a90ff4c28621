/** A server whose tools ask the client during the call. The result is the client's answer or refusal. */
import { serve, text, tool, type Call } from '#test/servers/support'
import { RpcError, type JsonObject } from '#test/servers/wire'

const elicitation = {
  message: 'Which colour?',
  requestedSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
}
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }], maxTokens: 50 }

function page(elicitationId: string): JsonObject {
  return { mode: 'url', elicitationId, url: 'https://example.org/connect', message: 'Sign in.' }
}

/** The number of calls to `visit`. Every second call finds that its page was visited. */
let visits = 0

async function ask(call: Call, method: string, params: JsonObject): Promise<JsonObject> {
  try {
    return text(JSON.stringify(await call.server.ask(method, params)))
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown
    return { ...text(`refused: ${thrown.code} ${thrown.message}`), isError: true }
  }
}

serve({
  name: 'asking',
  tools: [
    tool('sample', 'Asks for a completion.', {}, (_input, call) => ask(call, 'sampling/createMessage', sampling)),
    tool('elicit', 'Asks the person.', {}, (_input, call) => ask(call, 'elicitation/create', elicitation)),
    tool('page', 'Asks the person to visit a page.', {}, (_input, call) =>
      ask(call, 'elicitation/create', page('page-1')),
    ),
    tool('done', 'Says that a page was visited.', { id: { type: 'string' } }, (input, call) => {
      call.server.notify('notifications/elicitation/complete', { elicitationId: input['id'] })
      return text('said')
    }),
    tool('roots', 'Asks for the roots.', {}, (_input, call) => ask(call, 'roots/list', {})),
    tool('ping_client', 'Pings the client.', {}, (_input, call) => ask(call, 'ping', {})),
    tool('visit', 'Works once a page was visited.', {}, () => {
      visits += 1
      if (visits % 2 === 0) return text('visited')
      throw new RpcError(-32042, 'This request requires more information.', { elicitations: [page('visit-1')] })
    }),
    tool('quiet', 'Asks nothing.', {}, () => text('quiet')),
  ],
})
process.stdin.on('end', () => process.exit(0))
