/**
 * A server that sends unsolicited messages. When the process gets SIGUSR2, it sends the notification that `later` was
 * given, usually a log message, followed by a line on stderr. `later` answers with the process id. `hold` is never
 * answered. `--era modern` makes it a modern server.
 */
import { option, serve, text, tool } from '#test/servers/support'

const string = { type: 'string' }

const waiting: (() => void)[] = []
process.on('SIGUSR2', () => {
  for (const say of waiting.splice(0)) {
    say()
    process.stderr.write('said\n')
  }
})

serve({
  name: 'chatty',
  eras: [option('era') === 'modern' ? 'modern' : 'legacy'],
  tools: [
    tool('later', 'Logs on request.', { level: string, text: string, method: string }, (input, call) => {
      const method = (input['method'] as string | undefined) ?? 'notifications/message'
      waiting.push(() => call.server.notify(method, { level: input['level'], data: input['text'] }))
      return text(String(process.pid))
    }),
    tool('hold', 'Is never answered.', {}, (_input, call) => {
      call.progress(1, 2)
      return new Promise(() => undefined)
    }),
    tool('echo', 'Answers with what it was given.', { text: string }, (input) =>
      text((input['text'] as string | undefined) ?? ''),
    ),
  ],
})
process.stdin.on('end', () => process.exit(0))
