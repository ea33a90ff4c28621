/** The three tools that stand for all others, for clients whose model would drown in the whole list. */
import { createHash } from 'node:crypto'
import { inputBounds } from '#contract/inputBounds'

export const findTools = 'find_tools'
export const describeTools = 'describe_tools'
export const callTool = 'call_tool'

export const mostFound = 50
export const usuallyFound = 10
export const mostDescribed = 20

const definitions = [
  {
    name: findTools,
    title: 'Find tools',
    description:
      'Finds tools by words for what they do, the best match first. Gives names and short descriptions. ' +
      `All other tools are reached this way: find, then ${describeTools}, then ${callTool}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          maxLength: inputBounds.query,
          description: 'Words for what the tool should do, such as "create issue"',
        },
        limit: { type: 'integer', minimum: 1, maximum: mostFound, default: usuallyFound },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: describeTools,
    title: 'Describe tools',
    description: `Gives the whole definitions of tools by their names, with the arguments that ${callTool} needs.`,
    inputSchema: {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: mostDescribed } },
      required: ['names'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: callTool,
    title: 'Call a tool',
    description: `Calls a tool by its name, with arguments as ${describeTools} tells them.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object', description: 'As the tool wants them; none if absent' },
      },
      required: ['name'],
    },
  },
]

export const searchToolsJson = JSON.stringify(definitions)
/** They are always the same: who searches is never told that the list of tools has changed. */
export const searchToolsHash = createHash('sha1').update(searchToolsJson).digest('base64')
