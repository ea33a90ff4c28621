/**
 * The server for the scenarios of the MCP conformance suite, with exactly the required behaviour. `--era modern` makes
 * it a server of 2026-07-28. Otherwise it is a legacy server.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createEntries } from '#test/servers/conformanceEntries'
import {
  ask,
  capabilitiesOf,
  elicitation,
  inRounds,
  isModern,
  metaOf,
  roundTools,
  sampling,
} from '#test/servers/conformanceRounds'
import { option, serve, text, tool, type Call, type ToolEntry } from '#test/servers/support'
import { RpcError, type JsonObject } from '#test/servers/wire'

const image = {
  type: 'image',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
}
const audio = {
  type: 'audio',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==',
  mimeType: 'audio/wav',
}

const schema2020: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const string = { type: 'string' }
const choices = ['option1', 'option2', 'option3']
const titled = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
  { const: 'value3', title: 'Third' },
]

const person = { username: { ...string, description: "User's response" }, email: { ...string, description: 'Address' } }
const defaults = {
  name: { ...string, default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}
const enums = {
  untitledSingle: { ...string, enum: choices },
  titledSingle: { ...string, oneOf: titled },
  legacyEnum: { ...string, enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
  untitledMulti: { type: 'array', items: { ...string, enum: choices } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
}

/** Asks the person. If the client refuses to, the result is a tool error, as the suite expects. */
async function elicit(call: Call, message: unknown, properties: JsonObject, required: string[]): Promise<JsonObject> {
  try {
    const wording = typeof message === 'string' ? message : 'Please'
    const { action, content } = await ask(call, elicitation(wording, properties, required))
    return text(`Elicitation completed: action=${String(action)}, content=${JSON.stringify(content ?? {})}`)
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown
    return { ...text(`The client cannot be asked: ${thrown.message}`), isError: true }
  }
}

async function sample(input: JsonObject, call: Call): Promise<JsonObject> {
  const prompt = typeof input['prompt'] === 'string' ? input['prompt'] : 'Hello'
  const { content } = (await ask(call, sampling(prompt))) as { content?: { text?: string } }
  return text(`LLM response: ${content?.text ?? ''}`)
}

/** In the modern era, log messages go only to clients that asked for them. */
function logInfo(call: Call, data: string): void {
  if (isModern(call) && metaOf(call)['io.modelcontextprotocol/logLevel'] === undefined) return
  call.server.notify('notifications/message', { level: 'info', logger: 'conformance', data })
}

const withLogging = async (_input: JsonObject, call: Call): Promise<JsonObject> => {
  logInfo(call, 'Tool execution started')
  await delay(50)
  logInfo(call, 'Tool processing data')
  await delay(50)
  logInfo(call, 'Tool execution completed')
  return text('Logged three times.')
}

const withProgress = async (_input: JsonObject, call: Call): Promise<JsonObject> => {
  call.progress(0, 100)
  await delay(50)
  call.progress(50, 100)
  await delay(50)
  call.progress(100, 100)
  return text('Done.')
}

/** A client without sampling gets the modern error, which legacy clients can also read. */
const needsSampling = async (input: JsonObject, call: Call): Promise<JsonObject> => {
  const missing = new RpcError(-32021, 'Sampling is required.', { requiredCapabilities: { sampling: {} } })
  if (isModern(call) && capabilitiesOf(call)['sampling'] === undefined) throw missing
  try {
    return await sample(input, call)
  } catch (thrown) {
    throw thrown instanceof RpcError ? missing : thrown
  }
}

let changes = 0
const changedTool = (): ToolEntry => tool(`test_changed_${++changes}`, 'Came with a change.', {}, () => text('new'))

const triggerChange = (_input: JsonObject, call: Call): JsonObject => {
  call.server.setTools([...tools, changedTool()])
  return text('The list of tools has changed.')
}

const era = option('era') === 'modern' ? 'modern' : 'legacy'
const region = { ...string, 'x-mcp-header': 'Region' }

const plainTools: readonly ToolEntry[] = [
  tool('test_simple_text', 'Plain text.', {}, () => text('This is a simple text response for testing.')),
  tool('test_image_content', 'An image.', {}, () => ({ content: [image] })),
  tool('test_audio_content', 'A sound.', {}, () => ({ content: [audio] })),
  tool('test_embedded_resource', 'A resource.', {}, () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  })),
  tool('test_multiple_content_types', 'Text, image and resource.', {}, () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  })),
  tool('test_tool_with_logging', 'Logs three times.', {}, withLogging),
  tool('test_logging_tool', 'Logs three times.', {}, withLogging),
  tool('test_tool_with_progress', 'Reports progress three times.', {}, withProgress),
  tool('test_error_handling', 'Always fails.', {}, () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  })),
  tool('test_sampling', 'Asks for a completion.', { prompt: string }, sample),
  tool('test_missing_capability', 'Cannot do without sampling.', {}, needsSampling),
  tool('test_elicitation', 'Asks the person.', { message: string }, (input, call) =>
    elicit(call, input['message'], person, ['username', 'email']),
  ),
  tool('test_streaming_elicitation', 'Asks the person.', {}, (_input, call) => elicit(call, undefined, person, [])),
  tool('test_elicitation_sep1034_defaults', 'Asks with defaults.', {}, (_input, call) =>
    elicit(call, undefined, defaults, []),
  ),
  tool('test_elicitation_sep1330_enums', 'Asks with choices.', {}, (_input, call) =>
    elicit(call, undefined, enums, []),
  ),
  tool('test_trigger_tool_change', 'Changes the list of tools.', {}, triggerChange),
  {
    definition: {
      name: 'json_schema_2020_12_tool',
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: schema2020,
    },
    call: () => text('valid'),
  },
  tool('test_region', 'Runs in a region that proxies can see.', { region }, (input) => text(String(input['region']))),
]
const entries = createEntries(() => server)
const tools = [...plainTools, ...entries.tools, ...roundTools].map(inRounds)

const server = serve({
  name: option('name') ?? 'conformance',
  eras: [era],
  tools,
  beside: entries.beside,
})
process.stdin.on('end', () => process.exit(0))
