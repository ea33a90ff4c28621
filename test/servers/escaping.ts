/**
 * A server that starts what shows nothing of it: without its environment, in a session of its own, and a child of nobody.
 * It prints `escaped: PID` to stderr once that runs. It first waits until it is in the control group of its launch, where the engine
 * puts it as soon as the process is there: what it starts before that is in no group.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { echoTools } from '#test/servers/echoTools'
import { serve } from '#test/servers/support'

const isInGroup = () => readFileSync('/proc/self/cgroup', 'utf8').includes('/switchboard-')
while (!isInGroup()) await sleep(5)

// The shell ends at once, so whoever it started has no parent any more.
const escape = 'env -i setsid sh -c "sleep 600 </dev/null >/dev/null 2>&1 & echo \\$!"'
const pid = execFileSync('sh', ['-c', escape], { encoding: 'utf8' }).trim()
process.stderr.write(`escaped: ${pid}\n`)
serve({ name: 'escaping', tools: echoTools })
process.stdin.on('end', () => process.exit(0))
