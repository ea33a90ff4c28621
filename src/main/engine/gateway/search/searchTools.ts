/** The three tools that replace all others in search mode, for clients whose model cannot cope with the whole list. */
import { createHash } from 'node:crypto'
import { inputBounds } from '#contract/inputBounds'

export const findTools = 'find_tools'
export const describeTools = 'describe_tools'
export const callTool = 'call_tool'

export const maxFound = 50
export const usuallyFound = 10
export const maxDescribed = 20

const definitions = [
  {
    name: findTools,
    title: 'Find tools',
    description:
      'Finds tools by words for what they do, best match first. Returns names and short descriptions. ' +
      `All other tools are reached this way: find, then ${describeTools}, then ${callTool}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          maxLength: inputBounds.query,
          description: 'Words for what the tool should do, such as "create issue"',
        },
        limit: { type: 'integer', minimum: 1, maximum: maxFound, default: usuallyFound },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: describeTools,
    title: 'Describe tools',
    description: `Returns the full definitions of tools by name, with the arguments that ${callTool} needs.`,
    inputSchema: {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: maxDescribed } },
      required: ['names'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: callTool,
    title: 'Call a tool',
    description: `Calls a tool by its name, with arguments as ${describeTools} describes them.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object', description: 'As the tool requires; none if absent' },
      },
      required: ['name'],
    },
  },
]

export const searchToolsJson = JSON.stringify(definitions)
/** The hash of the three tools. They never change, so a client in search mode is never told that its list changed. */
export const searchToolsHash = createHash('sha1').update(searchToolsJson).digest('base64')
