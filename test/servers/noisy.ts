/** A server that prints non-protocol lines on stdout: before the first message and around every answer. */
import { echoTools } from '#test/servers/echoTools'
import { serve } from '#test/servers/support'

const write = process.stdout.write.bind(process.stdout)
write('Server v1.2.3 starting…\n\n')
write('  \u001B[32mready\u001B[0m\r\n')
process.stdout.write = (chunk: string | Uint8Array) => {
  write('about to answer\n')
  write(chunk)
  return write('[info] answered\r\n')
}

serve({ name: 'noisy', tools: echoTools })
process.stdin.on('end', () => process.exit(0))
