/** Prompts, resources, templates and completions, as the conformance suite expects them, and tools that change them. */
import { elicitation } from '#test/servers/conformanceRounds'
import { text, tool, type Beside, type RunningServer, type ToolEntry } from '#test/servers/support'
import { RpcError, type JsonObject, type Request, type RequestId } from '#test/servers/wire'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

export interface Entries {
  readonly beside: Beside
  /** The tools that show and change the entries. */
  readonly tools: readonly ToolEntry[]
}

const said = (value: string) => ({ role: 'user', content: { type: 'text', text: value } })
const argument = (name: string) => ({ name, description: name, required: true })

const prompts: readonly JsonObject[] = [
  { name: 'test_simple_prompt', description: 'One message.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'Repeats them.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Holds a resource.',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'Holds an image.' },
  { name: 'test_input_required_result_prompt', description: 'Asks the person first.' },
]

const resources: readonly JsonObject[] = [
  { uri: 'test://static-text', name: 'Text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Image', description: 'An image.', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'Watched', description: 'It changes.', mimeType: 'text/plain' },
]

const templates: readonly JsonObject[] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Data',
    description: 'Data by id.',
    mimeType: 'application/json',
  },
]

function prompt(params: JsonObject, modern: boolean, server: RunningServer): JsonObject | Promise<JsonObject> {
  const given = (params['arguments'] ?? {}) as JsonObject
  switch (params['name']) {
    case 'test_simple_prompt':
      return { messages: [said('This is a simple prompt for testing.')] }
    case 'test_prompt_with_arguments':
      return {
        messages: [said(`Prompt with arguments: arg1='${String(given['arg1'])}', arg2='${String(given['arg2'])}'`)],
      }
    case 'test_prompt_with_embedded_resource': {
      const resource = {
        uri: given['resourceUri'],
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      }
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          said('Please process the embedded resource above.'),
        ],
      }
    }
    case 'test_prompt_with_image':
      return {
        messages: [
          { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
          said('Please analyze the image above.'),
        ],
      }
    case 'test_input_required_result_prompt':
      return promptInRounds(params, modern, server)
    default:
      throw new RpcError(-32602, `Unknown prompt: ${String(params['name'])}`)
  }
}

async function promptInRounds(params: JsonObject, modern: boolean, server: RunningServer): Promise<JsonObject> {
  const question = elicitation('What context should the prompt use?', { context: { type: 'string' } }, ['context'])
  const { user_context: brought } = (params['inputResponses'] ?? {}) as { user_context?: { content?: JsonObject } }
  const given = modern ? brought : ((await server.ask(question.method, question.params)) as typeof brought)
  if (given !== undefined) return { messages: [said(`Context: ${JSON.stringify(given.content)}`)] }
  return { resultType: 'input_required', inputRequests: { user_context: question } }
}

function read(uri: unknown, modern: boolean): JsonObject {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(String(uri))?.[1]
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: 'application/json', text: data }] }
  }
  switch (uri) {
    case 'test://static-text':
    case 'test://watched-resource':
      return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }
    case 'test://static-binary':
      return { contents: [{ uri, mimeType: 'image/png', blob: png }] }
    default:
      throw new RpcError(modern ? -32602 : -32002, 'Resource not found', { uri })
  }
}

function complete(params: JsonObject): JsonObject {
  const { value } = (params['argument'] ?? {}) as { value?: string }
  const values = ['paris', 'park', 'party', 'test'].filter((word) => word.startsWith(value ?? ''))
  return { completion: { values, total: values.length, hasMore: false } }
}

export function createEntries(server: () => RunningServer): Entries {
  /** The subscribers by address: the ids of open modern requests, or `legacy`. */
  const followed = new Map<string, Set<RequestId>>()
  let offered = prompts

  const follow = (uri: string, by: RequestId) => followed.set(uri, (followed.get(uri) ?? new Set()).add(by))
  const unfollow = (uri: string, by: RequestId) => {
    followed.get(uri)?.delete(by)
    if (followed.get(uri)?.size === 0) followed.delete(uri)
  }

  const answer = ({ method, params }: Request, modern: boolean): JsonObject | undefined | Promise<JsonObject> => {
    const cached = modern ? { ttlMs: 0, cacheScope: 'private' } : {}
    switch (method) {
      case 'prompts/list':
        return { prompts: offered, ...cached }
      case 'prompts/get':
        return prompt(params, modern, server())
      case 'resources/list':
        return { resources, ...cached }
      case 'resources/templates/list':
        return { resourceTemplates: templates, ...cached }
      case 'resources/read':
        return { ...read(params['uri'], modern), ...cached }
      case 'completion/complete':
        return complete(params)
      case 'resources/subscribe':
        if (modern) return undefined
        follow(String(params['uri']), 'legacy')
        return {}
      case 'resources/unsubscribe':
        if (modern) return undefined
        unfollow(String(params['uri']), 'legacy')
        return {}
      default:
        return undefined
    }
  }

  const listen = (id: RequestId, notifications: JsonObject): JsonObject => {
    const { resourceSubscriptions: uris } = notifications as { resourceSubscriptions?: string[] }
    for (const uri of uris ?? []) follow(uri, id)
    return uris === undefined ? {} : { resourceSubscriptions: uris }
  }
  const unlisten = (id: RequestId) => {
    for (const uri of followed.keys()) unfollow(uri, id)
  }

  const capabilities = {
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
  }
  const touch = tool('touch', 'Tells of a change.', { uri: { type: 'string' } }, (input) => {
    const { uri } = input
    for (const by of followed.get(String(uri)) ?? []) {
      const meta = by === 'legacy' ? {} : { _meta: { 'io.modelcontextprotocol/subscriptionId': by } }
      server().notify('notifications/resources/updated', { uri, ...meta })
    }
    return text('touched')
  })
  const subscribed = tool('subscribed', 'What is followed, and by how many.', {}, () =>
    text(JSON.stringify([...followed].map(([uri, by]) => [uri, by.size]))),
  )
  const offer = (next: readonly JsonObject[]) => {
    offered = next
    server().notify('notifications/prompts/list_changed', {})
    return text('changed')
  }
  const setPrompts = tool('set_prompts', 'Changes the list of prompts.', { names: { type: 'array' } }, (input) =>
    offer((input['names'] as string[]).map((name) => ({ name }))),
  )
  const addPrompt = tool('test_trigger_prompt_change', 'Adds a prompt.', {}, () =>
    offer([...offered, { name: `test_changed_${offered.length}`, description: 'Came with a change.' }]),
  )
  return { beside: { capabilities, answer, listen, unlisten }, tools: [touch, subscribed, setPrompts, addPrompt] }
}
