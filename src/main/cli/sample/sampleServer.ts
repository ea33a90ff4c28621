/** The sample server: a small MCP server with tools, resources and a prompt, which needs nothing but its two streams. */
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'
import { fieldsOf, isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { BadArguments, type Note, type SampleCall, said, sampleTools } from '#main/cli/sample/sampleTools'

export interface SampleParts {
  readonly version: string
  readonly send: (message: JsonObject) => void
  /** Resolves after this time, or once the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

type Id = string | number

class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const guideUri = 'sample://guide'
const notePrefix = 'sample://notes/'

const guide = `# The sample server

It is a part of Switchboard, runs on this machine without a network, and changes nothing outside itself.

${sampleTools.map(({ definition }) => `- \`${definition.name}\`: ${String(definition['description'])}`).join('\n')}
`

export class SampleServer {
  readonly #parts: SampleParts
  readonly #notes: Note[] = []
  readonly #running = new Map<Id, AbortController>()
  readonly #asked = new Map<Id, (result: JsonObject | null) => void>()
  #lastAsked = 0
  #canAsk = false

  constructor(parts: SampleParts) {
    this.#parts = parts
  }

  take(message: unknown): void {
    if (!isObject(message)) return
    const { id, method } = message
    if (typeof method !== 'string') return this.#answered(id, message)
    const params = fieldsOf(message['params'])
    if (isId(id)) void this.#serve(id, method, params)
    else if (method === 'notifications/cancelled' && isId(params['requestId']))
      this.#running.get(params['requestId'])?.abort()
  }

  /** Call this when the client has gone. Ends all running calls, since their results can no longer be delivered. */
  end(): void {
    for (const running of this.#running.values()) running.abort()
    for (const settle of this.#asked.values()) settle(null)
  }

  async #serve(id: Id, method: string, params: JsonObject): Promise<void> {
    const running = new AbortController()
    this.#running.set(id, running)
    try {
      const result = await this.#result(method, params, running.signal)
      if (!running.signal.aborted) this.#send({ id, result })
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      this.#send({ id, error: { code: thrown.code, message: thrown.message } })
    } finally {
      this.#running.delete(id)
    }
  }

  #result(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> | JsonObject {
    switch (method) {
      case 'initialize':
        return this.#welcome(params)
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: sampleTools.map(({ definition }) => definition) }
      case 'tools/call':
        return this.#call(params, signal)
      case 'resources/list':
        return { resources: this.#resources().map(({ text: _text, ...resource }) => resource) }
      case 'resources/templates/list':
        return { resourceTemplates: [] }
      case 'resources/read':
        return this.#read(params)
      case 'prompts/list':
        return { prompts: [summarise] }
      case 'prompts/get':
        return this.#prompt(params)
      default:
        throw new Refusal(methodNotFound, `The sample server has no method ${method}.`)
    }
  }

  #welcome({ protocolVersion, capabilities }: JsonObject): JsonObject {
    this.#canAsk = isObject(fieldsOf(capabilities)['elicitation'])
    const known = protocolVersions.find((version) => version === protocolVersion)
    return {
      protocolVersion: known ?? protocolVersions[0],
      capabilities: { tools: {}, resources: { listChanged: true }, prompts: {} },
      serverInfo: { name: 'switchboard-sample', title: 'Sample', version: this.#parts.version },
      instructions: 'A server to try Switchboard with. Notes last until it stops.',
    }
  }

  async #call({ name, arguments: input, _meta: meta }: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const tool = sampleTools.find(({ definition }) => definition.name === name)
    if (tool === undefined) throw new Refusal(invalidParams, `Unknown tool: ${String(name)}`)
    const { progressToken } = fieldsOf(meta)
    const call: SampleCall = {
      signal,
      notes: this.#notes,
      addNote: (note) => {
        this.#notes.push(note)
        this.#send({ method: 'notifications/resources/list_changed' })
      },
      progress: (progress, total) => {
        if (isId(progressToken))
          this.#send({ method: 'notifications/progress', params: { progressToken, progress, total } })
      },
      pause: (ms) => this.#parts.pause(ms, signal),
      ask: (message, properties) => this.#ask(message, properties, signal),
    }
    try {
      return await tool.call(fieldsOf(input), call)
    } catch (thrown) {
      if (!(thrown instanceof BadArguments)) throw thrown
      return { ...said(thrown.message), isError: true }
    }
  }

  async #ask(message: string, properties: JsonObject, signal: AbortSignal): Promise<JsonObject | null> {
    if (!this.#canAsk) return null
    this.#lastAsked += 1
    const id = `ask-${this.#lastAsked}`
    const requestedSchema = { type: 'object', properties, required: Object.keys(properties) }
    const answer = await new Promise<JsonObject | null>((resolve) => {
      this.#asked.set(id, resolve)
      signal.addEventListener('abort', () => resolve(null), { once: true })
      this.#send({ id, method: 'elicitation/create', params: { message, requestedSchema } })
    })
    this.#asked.delete(id)
    return answer?.['action'] === 'accept' ? fieldsOf(answer['content']) : null
  }

  #answered(id: unknown, { result }: JsonObject): void {
    if (isId(id)) this.#asked.get(id)?.(isObject(result) ? result : null)
  }

  #resources() {
    const notes = this.#notes.map(({ title, text }, place) => ({
      uri: `${notePrefix}${place + 1}`,
      name: title,
      mimeType: 'text/plain',
      text,
    }))
    return [{ uri: guideUri, name: 'About the sample server', mimeType: 'text/markdown', text: guide }, ...notes]
  }

  #read({ uri }: JsonObject): JsonObject {
    const found = this.#resources().find((resource) => resource.uri === uri)
    if (found === undefined) throw new Refusal(invalidParams, `Resource ${String(uri)} does not exist.`)
    return { contents: [{ uri: found.uri, mimeType: found.mimeType, text: found.text }] }
  }

  #prompt({ name }: JsonObject): JsonObject {
    if (name !== summarise.name) throw new Refusal(invalidParams, `Unknown prompt: ${String(name)}`)
    const notes = this.#notes.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n')
    const text = `Summarise these notes in one paragraph.\n\n${notes === '' ? 'There are no notes yet.' : notes}`
    return { messages: [{ role: 'user', content: { type: 'text', text } }] }
  }

  #send(message: JsonObject): void {
    this.#parts.send({ jsonrpc: '2.0', ...message })
  }
}

const summarise = { name: 'summarise_notes', title: 'Summarise notes', description: 'Asks for a summary of all notes.' }

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number'
}
