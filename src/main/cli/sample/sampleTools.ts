/** The tools of the sample server: one for each thing that a tool can do. None of them touches the machine. */
import type { JsonObject } from '#contract/jsonRpc/jsonObject'
import { converted, isUnit, unitNames } from '#main/cli/sample/units'

export interface Note {
  readonly title: string
  readonly text: string
}

/** What a call may do besides answering. */
export interface SampleCall {
  readonly signal: AbortSignal
  readonly notes: readonly Note[]
  readonly addNote: (note: Note) => void
  readonly progress: (done: number, total: number) => void
  readonly pause: (ms: number) => Promise<void>
  /** Resolves with what the person filled in; null if they declined, or cannot be asked. */
  readonly ask: (message: string, fields: JsonObject) => Promise<JsonObject | null>
}

export interface SampleTool {
  readonly definition: JsonObject & { readonly name: string }
  /** A model wrote the arguments, so they may be anything. Throws `BadArguments`. */
  readonly call: (input: JsonObject, call: SampleCall) => Promise<JsonObject> | JsonObject
}

export class BadArguments extends Error {
  override readonly name = 'BadArguments'
}

const maxSteps = 20
const stepMs = 500
const maxNotes = 100
const string = (description: string) => ({ type: 'string', description })
const object = (properties: JsonObject, required: readonly string[]) => ({ type: 'object', properties, required })
const reads = { readOnlyHint: true, openWorldHint: false }

export const sampleTools: readonly SampleTool[] = [
  {
    definition: {
      name: 'echo',
      title: 'Echo',
      description: 'Answers with the text it was given.',
      inputSchema: object({ text: string('The text to answer with.') }, ['text']),
      annotations: reads,
    },
    call: (input) => said(textIn(input, 'text')),
  },
  {
    definition: {
      name: 'convert',
      title: 'Convert units',
      description: 'Converts a length, a weight or a temperature to another unit.',
      inputSchema: object(
        {
          value: { type: 'number' },
          from: { type: 'string', enum: unitNames },
          to: { type: 'string', enum: unitNames },
        },
        ['value', 'from', 'to'],
      ),
      outputSchema: object({ value: { type: 'number' }, unit: { type: 'string' } }, ['value', 'unit']),
      annotations: reads,
    },
    call: ({ value, from, to }) => {
      if (typeof value !== 'number' || !isUnit(from) || !isUnit(to))
        throw new BadArguments(`value must be a number, and from and to one of: ${unitNames.join(', ')}.`)
      const result = converted(value, from, to)
      if (result === null) throw new BadArguments(`${from} and ${to} measure different things.`)
      return { ...said(`${value} ${from} = ${result} ${to}`), structuredContent: { value: result, unit: to } }
    },
  },
  {
    definition: {
      name: 'add_note',
      title: 'Add a note',
      description: 'Keeps a note as a resource of this server, until the server stops.',
      inputSchema: object({ title: string('A short title.'), text: string('The note itself.') }, ['title', 'text']),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    call: (input, { notes, addNote }) => {
      if (notes.length >= maxNotes) throw new BadArguments(`There are already ${maxNotes} notes.`)
      addNote({ title: textIn(input, 'title'), text: textIn(input, 'text') })
      return said(`Noted. There ${notes.length === 1 ? 'is 1 note' : `are ${notes.length} notes`}.`)
    },
  },
  {
    definition: {
      name: 'count',
      title: 'Count slowly',
      description: 'Counts in half seconds and reports its progress. It can be cancelled.',
      inputSchema: object({ to: { type: 'integer', minimum: 1, maximum: maxSteps } }, ['to']),
      annotations: reads,
    },
    call: async ({ to }, { signal, progress, pause }) => {
      if (typeof to !== 'number' || !Number.isInteger(to) || to < 1 || to > maxSteps)
        throw new BadArguments(`to must be a whole number from 1 to ${maxSteps}.`)
      for (let step = 1; step <= to && !signal.aborted; step += 1) {
        await pause(stepMs)
        progress(step, to)
      }
      return said(`Counted to ${to}.`)
    },
  },
  {
    definition: {
      name: 'greet',
      title: 'Greet me',
      description: 'Asks you for your name with a form, then greets you.',
      inputSchema: object({}, []),
      annotations: reads,
    },
    call: async (_input, { ask }) => {
      const answer = await ask('What is your name?', { name: { type: 'string', title: 'Your name', maxLength: 100 } })
      return said(answer === null ? 'Hello. You did not tell me your name.' : `Hello, ${textIn(answer, 'name')}.`)
    },
  },
]

export function said(text: string): JsonObject {
  return { content: [{ type: 'text', text }] }
}

function textIn(input: JsonObject, name: string): string {
  const value = input[name]
  if (typeof value !== 'string') throw new BadArguments(`${name} must be a string.`)
  return value
}
