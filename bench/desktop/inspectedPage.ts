/**
 * Evaluates expressions in a page of a desktop app. Playwright is not used: it may wait for ever for a page that loads
 * while it connects, and the cost of the features that it enables would be measured, too.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'

const targets = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))
const answer = z.object({
  error: z.object({ message: z.string() }).optional(),
  result: z.object({ result: z.object({ value: z.unknown() }) }).optional(),
})

export interface InspectedPage {
  /** Rejects if the document is replaced meanwhile. */
  valueOf(expression: string): Promise<unknown>
}

/** Resolves with the app's page. Null as long as the app has none. */
export async function pageAt(host: string): Promise<InspectedPage | null> {
  const response = await fetch(`http://${host}/json/list`)
  const page = targets.parse(await response.json()).find(({ type }) => type === 'page')
  return page === undefined ? null : { valueOf: (expression) => valueIn(page.webSocketDebuggerUrl, expression) }
}

async function valueIn(url: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(url)
  try {
    await once(socket, 'open')
    const replied = once(socket, 'message') as Promise<[Buffer]>
    const params = { expression, awaitPromise: true, returnByValue: true }
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
    const closed = once(socket, 'close').then((): never => {
      throw new Error('The page was closed.')
    })
    const [reply] = await Promise.race([replied, closed])
    const { error, result } = answer.parse(JSON.parse(reply.toString()))
    if (error !== undefined) throw new Error(error.message)
    return result?.result.value
  } finally {
    socket.terminate()
  }
}
