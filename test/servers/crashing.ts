/**
 * A server that dies: `--when start` (default), `initialize` (on the first message), `ready` (after `--after` ms) or
 * `call` (on the first tool call). The exit code is `--code` (default 3).
 */
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

const when = option('when') ?? 'start'

function crash(): never {
  process.stderr.write('crashing: cannot open the configuration\n')
  process.exit(Number(option('code') ?? 3))
}

if (when === 'start') crash()
if (when === 'initialize') process.stdin.once('data', crash)
if (when === 'ready') setTimeout(crash, Number(option('after') ?? 500))

const tools = when === 'call' ? echoTools.map((entry) => ({ ...entry, call: crash })) : echoTools
serve({ name: 'crashing', tools })
process.stdin.on('end', () => process.exit(0))
