/** `chat`: one turn of a conversation from the terminal. The conversation is kept, and also appears in the app. */
import type { Command } from 'commander'
import type { Message } from '#contract/chat/chat'
import { answerQuestions } from '#main/cli/chat/answerQuestions'
import { TurnPrinter } from '#main/cli/chat/turnPrinter'
import { printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { ReportedFailure, UsageError } from '#main/cli/failure'
import type { Interruption } from '#main/cli/interruption'
import { checkProject } from '#main/cli/serversIn'
import { environmentOption, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'
import type { ContractClient } from '#main/host/control/controlClient'

interface ChatOptions extends SharedOptions {
  readonly project?: string
  readonly model?: string
  readonly conversation?: string
  readonly yes?: boolean
}

export function addChatCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('chat')
      .description('ask the model something; it may use the tools of a project')
      .argument('<message>', 'the message; - reads it from stdin')
      .option('--project <project>', 'with the tools of this project')
      .option('--model <model>', 'the model that answers')
      .option('--conversation <id>', 'continue this conversation')
      .option('--yes', 'allow every tool call')
      .option(...environmentOption),
  ).action((message: string, options: ChatOptions) => chat(context, message, options))
}

async function chat(context: CommandContext, words: string, options: ChatOptions): Promise<void> {
  const { terminal } = context
  const text = words === '-' ? await terminal.readAll() : words
  if (text.trim() === '') throw new UsageError('The message is empty.')
  const stopping = holdInterruption(context.interruption)
  const { id, message } = await withEngine(
    { ...context, interruption: stopping.interruption },
    options,
    async (client, signal) => {
      try {
        return await oneTurn(context, client, signal, text, options)
      } finally {
        stopping.release()
      }
    },
  )
  if (options.json === true) printJson(terminal, { conversationId: id, message })
  if (message?.status !== 'complete') throw new ReportedFailure()
}

async function oneTurn(
  { terminal }: CommandContext,
  client: ContractClient,
  signal: AbortSignal,
  text: string,
  { project, model, conversation, yes = false, json = false }: ChatOptions,
): Promise<{ id: string; message: Message | undefined }> {
  await checkProject(client, project, signal)
  const id =
    conversation ??
    (
      await client.chat.create({
        ...(project !== undefined && { projectId: project }),
        ...(model !== undefined && { model }),
      })
    ).id
  const watching = new AbortController()
  const stop = () => {
    // The engine runs the turn, and would continue after this command.
    client.chat.stop({ id }).catch(() => watching.abort())
  }
  signal.addEventListener('abort', stop, { once: true })
  const answering = answerQuestions({ client, terminal, conversationId: id, allowAll: yes, signal: watching.signal })
  try {
    await client.chat.send({ id, parts: [{ kind: 'text', text }] })
    const printer = new TurnPrinter(terminal, json)
    for await (const batch of await client.chat.follow({ id }, { signal: watching.signal })) {
      for (const event of batch) printer.take(event)
      if (printer.isOver) break
    }
    printer.end()
    signal.throwIfAborted()
    return { id, message: (await client.chat.messages({ id })).messages.at(-1) }
  } finally {
    signal.removeEventListener('abort', stop)
    watching.abort()
    await answering
  }
}

/** How long a stopped run may take to end. */
const stopMs = 3_000

/**
 * Reports the interruption only after the run has stopped. Otherwise the request to stop would not reach the engine.
 */
function holdInterruption(given: Interruption): { interruption: Interruption; release: () => void } {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const interrupted = given.interrupted.catch(async (reason: unknown): Promise<never> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, stopMs)
    })
    await Promise.race([released, late])
    clearTimeout(timer)
    throw reason
  })
  interrupted.catch(() => undefined)
  return { interruption: { ...given, interrupted }, release }
}
