/**
 * Makes dockerode report answers that are cut off, for example because Docker was killed. On its own, it would never
 * settle their promises.
 */
import { text } from 'node:stream/consumers'
import type Dockerode from 'dockerode'

interface Request {
  readonly isStream?: boolean
}

type Told = (error: unknown, answer?: unknown) => void

/** dockerode's types do not declare the method that sends requests. */
interface Modem {
  dial(request: Request, told: Told): void
}

/** Requests every answer as a stream and reads it here, because a stream reports when it is cut off. */
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
    // Some answers are a plain word, or empty.
    return said
  }
}
