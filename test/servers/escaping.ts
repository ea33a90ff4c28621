/**
 * A server that starts what shows nothing of it: without its environment, in a session of its own, and a child of nobody.
 * It prints `escaped: PID` to stderr once that runs.
 */
import { execFileSync } from 'node:child_process'
import { echoTools } from '#test/servers/echoTools'
import { serve } from '#test/servers/support'

// The shell ends at once, so whoever it started has no parent any more.
const escape = 'env -i setsid sh -c "sleep 600 </dev/null >/dev/null 2>&1 & echo \\$!"'
const pid = execFileSync('sh', ['-c', escape], { encoding: 'utf8' }).trim()
process.stderr.write(`escaped: ${pid}\n`)
serve({ name: 'escaping', tools: echoTools })
process.stdin.on('end', () => process.exit(0))
