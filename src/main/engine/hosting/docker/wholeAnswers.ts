/** The client library settles nothing when an answer is cut off, as by a Docker that is killed. Here every answer has an end. */
import { text } from 'node:stream/consumers'
import type Dockerode from 'dockerode'

interface Request {
  readonly isStream?: boolean
}

type Told = (error: unknown, answer?: unknown) => void

/** Its types do not know how it sends requests. */
interface Modem {
  dial(request: Request, told: Told): void
}

/** Has each answer as a stream, and reads it here: a stream that is cut off tells. */
export function readWhole(docker: Dockerode): Dockerode {
  const modem = docker.modem as Modem
  const dial = modem.dial.bind(modem)
  modem.dial = (request, told) => {
    if (request.isStream === true) dial(request, told)
    else
      dial({ ...request, isStream: true }, (error, answer) => {
        if (error) told(error)
        else void pass(answer as AsyncIterable<Uint8Array>, told)
      })
  }
  return docker
}

async function pass(answer: AsyncIterable<Uint8Array>, told: Told): Promise<void> {
  let said: string
  try {
    said = await text(answer)
  } catch (thrown) {
    return told(thrown)
  }
  told(null, jsonOr(said))
}

function jsonOr(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    // Some answers are a word, or nothing.
    return said
  }
}
