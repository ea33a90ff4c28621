/** The result of a model provider's test, in words. Pure. */
import type { FailedModelTest, ModelSourceTest, ModelTestFailure } from '#contract/chat/model'
import { counted } from '#contract/text/counted'
import { durationText } from '#contract/text/durationText'

export interface TestWords {
  readonly title: string
  /** What the person can do; null: nothing is necessary. */
  readonly advice: string | null
}

interface FailureWords {
  readonly title: string
  readonly advice: string
}

const failures: Readonly<Record<ModelTestFailure, FailureWords>> = {
  key: { title: 'The endpoint refused the key', advice: 'Check the key, and whether the endpoint needs a header.' },
  address: {
    title: 'Nothing at this address speaks the Messages API',
    advice: 'Check the address: enter the part before /v1/messages.',
  },
  notApi: {
    title: 'The endpoint answered, but not in the format of the Messages API',
    advice: 'Check the address: it may be that of a web page, a sign-in or another API.',
  },
  redirected: {
    title: 'The address redirects elsewhere, and the key is not sent there',
    advice: 'If you trust that address, enter it instead.',
  },
  busy: { title: 'The endpoint is busy or failing', advice: 'Try again later, or save anyway.' },
  refused: { title: 'The endpoint refused the test request', advice: 'Check the address, the key and the headers.' },
  timedOut: {
    title: 'The endpoint did not answer in time',
    advice: 'Check that the endpoint is running, and whether a VPN or proxy is needed.',
  },
  notResolved: {
    title: 'The host name was not found (DNS)',
    advice: 'Check the spelling of the address, and whether this machine is online.',
  },
  notListening: { title: 'Nothing is listening at this address', advice: 'Start the endpoint, and check the port.' },
  certificate: {
    title: 'The certificate of the endpoint is not trusted',
    advice:
      'If your company issues its own certificates, set NODE_EXTRA_CA_CERTS to the file of its certificate authority.',
  },
  unreachable: { title: 'The endpoint cannot be reached', advice: 'Check the address and the network.' },
  notUsable: { title: 'Not tested', advice: 'Complete the fields, and try again.' },
}

export function testWords(test: ModelSourceTest): TestWords {
  if (test.kind === 'failed') {
    const { title, advice } = failures[test.why]
    return { title: `${title}${circumstances(test)}.`, advice }
  }
  const answered = `Answered in ${durationText(test.ms)}`
  if (test.models === null)
    return {
      title: `${answered}. It does not list its models.`,
      advice: 'Enter a default model under Settings, Model.',
    }
  return { title: `${answered}; ${counted(test.models, 'model')}.`, advice: null }
}

/** Says who wrote the quoted text. */
export function saidLabel({ why, status }: FailedModelTest): string {
  if (status !== null) return 'It said:'
  return why === 'redirected' ? 'It redirects to:' : 'Reason:'
}

function circumstances({ why, status, ms }: FailedModelTest): string {
  if (status !== null) return ` (${status})`
  return why === 'timedOut' ? `: no answer within ${durationText(ms)}` : ''
}
