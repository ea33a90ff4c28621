/** Asks a data folder's engine to leave the folder to another host. */
import type { IncomingMessage } from 'node:http'
import { nodeHttp } from '#engine/net/nodeHttp'
import { meansNobody, wayToEngine } from '#main/host/control/connectToEngine'
import { leavePath, type LeaveAnswer } from '#main/host/control/controlPaths'

/** Resolves with the engine's answer, or with null if there is no engine to ask. */
export async function askToLeave(dataFolder: string): Promise<LeaveAnswer | null> {
  const createConnection = wayToEngine(dataFolder)
  if (createConnection === null) return null
  return new Promise((resolve, reject) => {
    const asking = nodeHttp.request({
      method: 'POST',
      path: leavePath,
      headers: { host: 'control' },
      createConnection,
    })
    asking.once('response', (response: IncomingMessage) => {
      answerIn(response).then(resolve, reject)
    })
    asking.once('error', (error) => {
      if (meansNobody(error)) resolve(null)
      else reject(error)
    })
    asking.end()
  })
}

async function answerIn(response: IncomingMessage): Promise<LeaveAnswer | null> {
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  // An older engine does not know the request, and answers with another status.
  return response.statusCode === 200 ? (JSON.parse(text) as LeaveAnswer) : null
}
