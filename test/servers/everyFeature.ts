/**
 * A server with all of MCP, in either era or both: `node test/servers/everyFeature.ts [--era modern|both]`. Its list of
 * tools has pages. The tools `old_…` and `new_…` ask in the style of one era, and cannot ask in the other.
 */
import { createEntries } from '#test/servers/conformanceEntries'
import { ask, askInOneWay, elicitation, inRounds, roots, sampling } from '#test/servers/conformanceRounds'
import { echoTools } from '#test/servers/echoTools'
import { option, serve, text, tool } from '#test/servers/support'

const colour = elicitation('Which colour?', { colour: { type: 'string' } }, ['colour'])
let left = 0

/** Settles when its call is cancelled, so that nothing of the call is left. */
const hold = tool('hold', 'Waits until it is taken back.', {}, (_, call) => {
  call.progress(1, 2)
  return new Promise((resolve) => {
    call.signal.addEventListener('abort', () => {
      left += 1
      resolve(text('left'))
    })
  })
})

const asking = [
  hold,
  tool('left', 'How many calls were taken back.', {}, () => text(String(left))),
  tool('sample', 'Asks for a completion.', {}, async (_, call) =>
    text(JSON.stringify(await ask(call, sampling('Hi')))),
  ),
  tool('elicit', 'Asks the person.', {}, async (_, call) => text(JSON.stringify(await ask(call, colour)))),
  tool('roots', 'Asks for the roots.', {}, async (_, call) => text(JSON.stringify(await ask(call, roots)))),
  ...[['sample', sampling('Hi')] as const, ['elicit', colour] as const, ['roots', roots] as const].flatMap(
    ([name, question]) => [
      tool(`old_${name}`, 'Asks in the middle of its call.', {}, (_, call) => askInOneWay('legacy', call, question)),
      tool(`new_${name}`, 'Asks by its answer.', {}, (_, call) => askInOneWay('modern', call, question)),
    ],
  ),
]

const entries = createEntries(() => server)
const server = serve({
  name: option('name') ?? 'everyFeature',
  eras: option('era') === 'both' ? ['legacy', 'modern'] : [option('era') === 'modern' ? 'modern' : 'legacy'],
  tools: [...echoTools, ...entries.tools, ...asking.map(inRounds)],
  beside: entries.beside,
  pageSize: 4,
})
process.stdin.on('end', () => process.exit(0))
