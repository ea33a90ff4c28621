/**
 * Writes a line to a file when each call begins and ends: `node counting.ts FILE`. A call that is made twice appears
 * twice.
 */
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { serve, text, tool } from '#test/servers/support'

const [file = ''] = process.argv.slice(2)
const properties = { name: { type: 'string' }, ms: { type: 'number' } }

serve({
  name: 'counting',
  tools: [
    tool('count', 'Notes that it was called.', properties, async (input) => {
      const name = String(input['name'])
      appendFileSync(file, `begin ${name}\n`)
      await delay(Number(input['ms'] ?? 0))
      appendFileSync(file, `end ${name}\n`)
      return text(`counted ${name}`)
    }),
  ],
})
process.stdin.on('end', () => process.exit(0))
