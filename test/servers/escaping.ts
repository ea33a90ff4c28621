/**
 * A server that starts processes that cannot be traced to it: without its environment, in their own session, and
 * without a parent. It prints `escaped: PID` to stderr once such a process is running. Before that, the server waits
 * until the engine has put it into its launch's control group, because a process that it starts earlier would be in no
 * group.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { echoTools } from '#test/servers/echoTools'
import { serve } from '#test/servers/support'

const isInGroup = () => readFileSync('/proc/self/cgroup', 'utf8').includes('/switchboard-')
while (!isInGroup()) await sleep(5)

// The shell exits immediately, so its child has no parent.
const escape = 'env -i setsid sh -c "sleep 600 </dev/null >/dev/null 2>&1 & echo \\$!"'
const pid = execFileSync('sh', ['-c', escape], { encoding: 'utf8' }).trim()
process.stderr.write(`escaped: ${pid}\n`)
serve({ name: 'escaping', tools: echoTools })
process.stdin.on('end', () => process.exit(0))
