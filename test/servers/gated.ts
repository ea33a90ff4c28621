/**
 * Like `echo`, but answers nothing before the file `--gate FILE` exists. Tests decide with this file in which order
 * servers become ready.
 */
import { existsSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

const gate = option('gate') ?? ''
await new Promise<void>((resolve) => {
  const watcher = watch(dirname(gate), look)
  function look(): void {
    if (!existsSync(gate)) return
    watcher.close()
    resolve()
  }
  look()
})
serve({ name: 'gated', tools: echoTools })
process.stdin.on('end', () => process.exit(0))
