/**
 * Runs an engine in a process that the test kills: `node chatProcess.ts DATA_FOLDER COUNT_FILE [silent]`. The
 * environment names its model. The process follows orders, and tells its parent when it is ready and when nothing is
 * running any more. Calls are allowed; with `silent` they wait, and the process reports how many are waiting.
 */
import { flushCompileCache } from 'node:module'
import { newServer } from '#contract/servers/server'
import { createEngine } from '#engine/createEngine'
import { testPorts } from '#test/support/testPorts'
import { serverFile } from '#test/support/testServers'

export type Order =
  | { readonly do: 'send' }
  /** The decision about each call that may have been sent. */
  | { readonly do: 'resume'; readonly calls: 'left' | 'runAgain' | 'skip' }
  | { readonly do: 'ping' }

const [dataFolder = '', countFile = '', silent] = process.argv.slice(2)
const engine = await createEngine(testPorts(dataFolder))
const tell = (value: unknown) => process.send?.(value)

if (engine.registry.list().length === 0) {
  const args = [serverFile('counting'), countFile]
  const launch = { transport: 'stdio', command: process.execPath, args }
  await engine.servers.add(newServer.parse({ name: 'counting', launch }))
}

async function allowing() {
  for await (const batch of engine.questions.attend(undefined))
    for (const news of batch)
      for (const { id } of news.type === 'open' ? news.questions : news.type === 'asked' ? [news.question] : [])
        engine.questions.answer(id, { kind: 'allow', remember: 'once', pattern: null })
}

async function waiting() {
  for await (const _batch of engine.questions.attend(undefined)) {
    const [found] = (await engine.chat.list({ limit: 1 })).conversations
    // Storing this change also stores everything before it.
    if (found !== undefined) await engine.chat.update(found.id, { draft: 'seen' })
    tell({ asked: engine.questions.list().length })
  }
}

async function finished(id: string) {
  for await (const batch of engine.chat.follow(id, undefined))
    for (const event of batch)
      if ('conversation' in event && event.conversation.run.kind === 'idle') {
        tell({ ended: await engine.chat.messages(id, undefined, 100) })
        return
      }
}

async function obey(order: Order) {
  if (order.do === 'ping') return tell({ pong: true })
  if (order.do === 'send') {
    const { id } = await engine.chat.create({ title: '', model: null })
    await engine.chat.send({ id, parts: [{ kind: 'text', text: 'go' }] })
    return finished(id)
  }
  const [found] = (await engine.chat.list({ limit: 1 })).conversations
  if (found === undefined) throw new Error('there is no conversation')
  const { run } = await engine.chat.get(found.id)
  tell({ found: run })
  if (run.kind === 'interrupted') {
    const named = order.calls === 'left' ? {} : { [order.calls]: run.toolUseIds }
    await engine.chat.resume({ id: found.id, ...named })
  }
  return finished(found.id)
}

void (silent === undefined ? allowing() : waiting())
process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => tell({ failed: String(error) }))
})
process.on('disconnect', () => process.exit(0))
// The process will be killed. Without this, it would leave no compiled code for the next process.
flushCompileCache()
tell({ ready: true })
